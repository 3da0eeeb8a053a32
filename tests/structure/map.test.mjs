// The documents name files that exist, CONTRIBUTING.md leads to every recipe and is short, each promise of SECURITY.md
// names its tests, and the two walks in crate/README.md are paths through the code.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const [, section] = read('crate/README.md').split(`\n### The way of \`${name}\`\n`);
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

/** The documents to which CONTRIBUTING.md leads: each room's recipes. */
const rooms = [...read('CONTRIBUTING.md').matchAll(/\]\(([^)\s]+\.md)\)/g)].map(([, path]) => path);

for (const document of ['CONTRIBUTING.md', 'README.md', 'MIGRATING.md', 'SECURITY.md', ...rooms])
  test(`every path in ${document} exists`, () => {
    const isExported = (path) => exported.some((key) => key.test(path.replace(/^powmod\//, './')));
    // A link counts from its document's folder.
    const places = [root, join(root, dirname(document))];
    const isThere = (path) => places.some((place) => existsSync(join(place, path))) || isExported(path);
    assert.deepEqual(
      pathsIn(read(document)).filter((path) => !isThere(path)),
      [],
    );
  });

test('CONTRIBUTING.md is a page to read once, and leads to the recipes of each room', () => {
  assert.ok(read('CONTRIBUTING.md').split('\n').length <= 150);
  const recipes = execFileSync('git', ['ls-files', '--', '*README.md', '*RELEASING.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && /\bPaths\s+count\s+from\s+the\s+root/.test(read(path)));
  assert.deepEqual(recipes.sort(), [...rooms].sort());
});

test('the map says where secrets are masked, and where key files, the transcript and the rule of the draw are', () => {
  const [, map] = read('CONTRIBUTING.md').split('\n## The map\n');
  for (const [words, file] of [
    ['secrets are masked', 'crate/kernel/src/limbs/select.rs'],
    ['Key files', 'crate/core/src/secret/key_file.rs'],
    ['transcript', 'crate/vdf/src/profile/powmod_v1.rs'],
    ['draw', 'www/src/draw/rule.ts'],
  ]) {
    assert.ok(existsSync(join(root, file)), file);
    const line = map.split('\n').findIndex((line) => line.includes(words));
    assert.ok(line >= 0, words);
    const said = map
      .split('\n')
      .slice(line, line + 2)
      .join('\n');
    assert.ok(said.includes(file.split('/').slice(-2).join('/')), `${words}: ${said}`);
  }
});

test('each promise of SECURITY.md names its tests, or says that there is none', () => {
  const [, section] = /^## What powmod promises$(.*?)^## /ms.exec(read('SECURITY.md'));
  const [, ...promises] = section.split(/\n(?=- )|\n\n/).filter((block) => block.trim() && !block.startsWith('#'));
  assert.ok(promises.length >= 12, `only ${promises.length} promises`);
  const names = (block) => pathsIn(block).some((path) => /\.test\.m?[jt]s$|\.rs$/.test(path));
  for (const promise of promises) assert.ok(names(promise) || /\bno test\b/i.test(promise), promise);
});
