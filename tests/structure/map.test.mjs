// The documents name files that exist, and the two walks in CONTRIBUTING.md are paths through the code.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { variants } from '../../crate/wasm/variants.mjs';
import { specifiersIn } from './javascript.mjs';
import { pathsIn, problemOf, walkIn } from './map.mjs';
import { javascript, root, rust } from './repository.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Built, so that a clone may not have them. */
const BUILT = /^target\/|(^|\/)dist(\/|$)/;

const graph = new Map([...javascript(), ...rust()]);
const kernels = variants.map(({ name }) => name);

/** A call through the trait `Kernel`: a file that uses the trait, and a kernel that implements it. */
const TRAIT = 'crate/kernel/src/kernel.rs';
function dispatches(from, to) {
  return (
    graph.get(from).has(TRAIT) &&
    kernels.some((name) => [`${name}.rs`, `${name}/mod.rs`].some((file) => to === `crate/kernel/src/kernels/${file}`))
  );
}

/** The border: a file that imports the bindings that wasm-bindgen makes, and a Rust file that exports to it. */
function crosses(from, to) {
  if (dispatches(from, to)) return true;
  const isBindings =
    /\.ts$/.test(from) && specifiersIn(from, read(from)).some((path) => /\/dist\/[^/]+\.js$/.test(path));
  return isBindings && /^crate\/wasm\/src\/.*\.rs$/.test(to) && /^#\[wasm_bindgen/m.test(read(to));
}

describe('CONTRIBUTING.md', () => {
  for (const name of ['modPow', 'verify'])
    test(`the walk of ${name} is a path through the code`, () => {
      const walk = walkIn(read('CONTRIBUTING.md'), name);
      assert.equal(problemOf(walk, { graph, crosses, kernels }), undefined);
    });
});

const { exports } = JSON.parse(read('crate/js/package.json'));
const isExported = (path) => Object.keys(exports).some((key) => matches(path, key));
const rootFiles = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);

/** Whether a path is one that a key of package.json's `exports` stands for. */
function matches(path, key) {
  const [before, after] = key.split('*');
  return after === undefined ? path === key : path.startsWith(before) && path.endsWith(after);
}

for (const document of ['CONTRIBUTING.md', 'README.md', 'MIGRATING.md', 'SECURITY.md'])
  test(`every path in ${document} exists`, () => {
    const missing = pathsIn(read(document), rootFiles).filter(
      (path) => !existsSync(join(root, path)) && !BUILT.test(path) && !isExported(path.replace(/^powmod\//, './')),
    );
    assert.deepEqual(missing, []);
  });

describe('the reader of the map', () => {
  const DOCUMENT = `# Map
## A walk of \`modPow\`
Text with \`a/first.ts\`.

1. \`crate/js/src/call.ts\`: the public call, beside \`other/file.ts\`
2. \`crate/js/src/border.ts\`
   goes on here
3. \`crate/wasm/src/lib.rs\`: receives it
4. \`crate/core/src/pow.rs\`
5. \`crate/kernel/src/relaxed.rs\`

## Others
1. \`not/this.ts\`
`;
  const STOPS = ['js/src/call.ts', 'js/src/border.ts', 'wasm/src/lib.rs', 'core/src/pow.rs', 'kernel/src/relaxed.rs'];
  const walk = STOPS.map((path) => `crate/${path}`);
  const [call, border, lib, pow, kernel] = walk;
  const code = {
    kernels: ['relaxed'],
    graph: new Map([
      [call, new Set([border])],
      [border, new Set()],
      [lib, new Set([pow])],
      [pow, new Set()],
      [kernel, new Set([pow])],
      ['crate/kernel/src/lib.rs', new Set([kernel])],
    ]),
    crosses: (from, to) => from === border && to === lib,
  };

  test('takes the path that each item begins with, up to the next heading', () => {
    assert.deepEqual(walkIn(DOCUMENT, 'modPow'), walk);
    assert.throws(() => walkIn(DOCUMENT, 'verify'), /no heading contains `verify`/);
    assert.throws(() => walkIn('## `verify`\n1. The file `a/b.ts`\n', 'verify'), /does not begin with a path/);
    assert.deepEqual(walkIn('## `verify`\nNothing\n', 'verify'), []);
  });

  test('accepts a walk whose stops import each other', () => {
    assert.equal(problemOf(walk, code), undefined);
  });

  test('refuses a walk that is no path', () => {
    for (const [wrong, problem] of [
      [[call, border, call, lib, kernel], /twice at .*call/],
      [[call, border, 'crate/core/src/gone.rs', kernel], /gone\.rs is no source file/],
      [[border, lib, pow], /does not end in a kernel/],
      [[call, border, lib, pow, 'crate/kernel/src/lib.rs'], /does not end in a kernel/],
      [[lib, pow, kernel], /does not begin with a public call/],
      [[call, lib, pow, kernel], /lib\.rs has no import/],
      [[call, border, pow, kernel], /pow\.rs has no import/],
      [[], /does not begin/],
    ])
      assert.match(problemOf(wrong, code) ?? 'accepted', problem);
  });

  test('finds the paths in backticks, in commands and in links, and nothing else', () => {
    const text = `\`a/b.ts\`, \`biome.json\`, \`c/\`, \`node d/e.mjs --quick\`, [f](./g/h.md#part) and [i](https://x.org/y)
but not \`other.json\`, \`a/NAME.rs\`, \`b/*.ts\`, \`TARGET/x\`, \`npm test\`, \`1 / 2\`, \`x => x / y\`, \`--shard K/N\`.
\`docs/README.md\` is no placeholder.
\`\`\`js
import '\`in/code.js\`';
\`\`\`
`;
    const paths = ['a/b.ts', 'biome.json', 'c/', 'docs/README.md', 'd/e.mjs', 'g/h.md'];
    assert.deepEqual(pathsIn(text, ['biome.json']), paths);
  });
});
