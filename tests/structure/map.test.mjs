// The documents name files that exist, each promise of SECURITY.md names its tests, and the two walks in
// CONTRIBUTING.md are paths through the code.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { variants } from '../../crate/wasm/variants.mjs';
import { javascript, rust } from './imports.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

const graph = new Map([...javascript(), ...rust()]);
const kernels = variants.flatMap(({ name }) =>
  [`${name}.rs`, `${name}/mod.rs`].map((file) => `crate/kernel/src/kernels/${file}`),
);

/** Whether a file calls another: by an import of either, through the trait `Kernel`, or over the border. */
function calls(from, to) {
  if (graph.get(from).has(to) || graph.get(to).has(from)) return true;
  if (kernels.includes(to)) return graph.get(from).has('crate/kernel/src/kernel.rs');
  const isBindings = from.endsWith('.ts') && /from '[^']*\/dist\/[^/']+\.js'/.test(read(from));
  return isBindings && /^crate\/wasm\/src\/.*\.rs$/.test(to) && /^#\[wasm_bindgen/m.test(read(to));
}

/** The stops of a walk. */
function walkOf(name) {
  const [, section] = read('CONTRIBUTING.md').split(`\n### The way of \`${name}\`\n`);
  return [...section.split(/^#+ /m)[0].matchAll(/^\d+\. +`([^`]+)`/gm)].map(([, path]) => path);
}

for (const [name, ends] of Object.entries({ modPow: kernels, verify: walkOf('modPow') }))
  test(`the walk of ${name} leads from the package to a kernel, each stop called by an earlier one`, () => {
    const walk = walkOf(name);
    assert.ok(walk[0].startsWith('crate/js/src/'), walk[0]);
    assert.ok(ends.includes(walk.at(-1)), walk.at(-1));
    assert.equal(new Set(walk).size, walk.length, 'it stops twice');
    for (const [i, stop] of walk.entries()) {
      assert.ok(graph.has(stop), `${stop} is no source file`);
      const before = [...walk.slice(0, i), ...(name === 'modPow' ? [] : ends)];
      assert.ok(i === 0 || before.some((earlier) => calls(earlier, stop)), `no earlier stop calls ${stop}`);
    }
  });

const { exports } = JSON.parse(read('crate/js/package.json'));
const exported = Object.keys(exports).map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace('*', '.*')}$`));
const rootFiles = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);

/** Built, so that a clone may not have it; or a path that stands for any name. */
const OTHER = /^target\/|(^|\/)dist(\/|$)|(^|\/)[A-Z]+(\.(?!md$)\w+)?(\/|$)|\*/;
const PATH = /^[\w.@-]+(\/[\w.*@-]+)*\/?$/;

/** The paths in a document: in backticks, in the commands there, and in links. Blocks of code do not count. */
function pathsIn(markdown) {
  const text = markdown.replace(/^( *)```.*?^\1```/gms, '');
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, span]) =>
    span.split(/\s+/).filter((word, _, words) => words.length === 1 || /\.\w+$/.test(word)),
  );
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.replace(/#.*$|^\.\//g, ''));
  return [...words.filter((word) => word.includes('/') || rootFiles.includes(word)), ...links].filter(
    (path) => PATH.test(path) && !OTHER.test(path),
  );
}

for (const document of ['CONTRIBUTING.md', 'README.md', 'MIGRATING.md', 'SECURITY.md'])
  test(`every path in ${document} exists`, () => {
    const isExported = (path) => exported.some((key) => key.test(path.replace(/^powmod\//, './')));
    const missing = pathsIn(read(document)).filter((path) => !existsSync(join(root, path)) && !isExported(path));
    assert.deepEqual(missing, []);
  });

test('each promise of SECURITY.md names its tests, or says that there is none', () => {
  const [, section] = /^## What powmod promises$(.*?)^## /ms.exec(read('SECURITY.md'));
  const [, ...promises] = section.split(/\n(?=- )|\n\n/).filter((block) => block.trim() && !block.startsWith('#'));
  assert.ok(promises.length >= 12, `only ${promises.length} promises`);
  const names = (block) => pathsIn(block).some((path) => /\.test\.m?[jt]s$|\.rs$/.test(path));
  for (const promise of promises) assert.ok(names(promise) || /\bno test\b/i.test(promise), promise);
});
