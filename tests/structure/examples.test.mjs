// Every public method has an `@example`, and each example computes what it says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { documentedIn, programOf, runExample } from './examples.mjs';
import { root } from './repository.mjs';

/** The classes whose methods users call. */
const CLASSES = ['Powmod', 'Modulus', 'Pool', 'FixedBase', 'Tables'];
const folder = join(root, 'target/examples');

const source = join(root, 'crate/js/src');
const documented = readdirSync(source, { recursive: true })
  .filter((file) => /(?<!\.generated)\.ts$/.test(file) && !file.startsWith('cli/'))
  .flatMap((file) => documentedIn(file, readFileSync(join(source, file), 'utf8')));

for (const name of CLASSES)
  test(`every method of ${name} has an example`, () => {
    const methods = documented.filter((one) => one.isMethod && one.name.startsWith(`${name}.`));
    assert.notEqual(methods.length, 0, 'the class has methods');
    assert.deepEqual(
      methods.filter(({ examples }) => examples.length === 0).map((one) => one.name),
      [],
    );
  });

for (const { name, examples } of documented)
  for (const [i, example] of examples.entries())
    test(`example ${i + 1} of ${name} computes what it says`, async () => {
      const { values, problems } = await runExample(example, { name: `${name}-${i + 1}`, folder });
      assert.deepEqual(problems, []);
      assert.notEqual(values, 0, 'the example states no value');
    });

test('the example of powmod/chia in the README computes what it says', async () => {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
    ([, code]) => code,
  );
  const [example] = blocks.filter((code) => code.includes("from 'powmod/chia'"));
  const { values, problems } = await runExample(example, { name: 'readme-chia', folder });
  assert.deepEqual(problems, []);
  assert.equal(values, 3);
});

describe('the finder of examples', () => {
  const FIXTURE = `
/**
 * A class.
 *
 * @example
 * \`\`\`ts
 * 1 + 1; // 2
 * \`\`\`
 */
export class Thing {
  readonly field = 0;
  #hidden() {}
  private mine() {}
  /** @internal */
  inside() {}
  constructor() {}
  get size() { return 0; }
  [Symbol.dispose]() {}

  /**
   * This method has two examples. The second tag ends the first example.
   *
   * @example Of one
   * \`\`\`ts
   * pm.modPow(2n, 10n, 1000n); // 24n
   * \`\`\`
   * @example
   * Words before it.
   * \`\`\`ts
   * m.pow(
   *   2n, 10n); // 1024n
   * \`\`\`
   * @throws RangeError
   */
  both() {}

  bare() {}

  /** The first overload is documented. @example
   * \`\`\`ts
   * 0; // 0
   * \`\`\`
   */
  many(a: string): void;
  many(a: number): void;
  many() {}
}

/** No example. */
export function plain() {}
function notExported() {}
`;

  test('finds every public method once, with its examples', () => {
    const found = documentedIn('thing.ts', FIXTURE).map(({ name, examples }) => [name, examples.length]);
    assert.deepEqual(Object.fromEntries(found), {
      Thing: 1,
      'Thing.both': 2,
      'Thing.bare': 0,
      'Thing.many': 0,
      plain: 0,
    });
  });

  test('takes the code without changes', () => {
    const { examples } = documentedIn('thing.ts', FIXTURE).find(({ name }) => name === 'Thing.both');
    assert.deepEqual(examples, ['pm.modPow(2n, 10n, 1000n); // 24n\n', 'm.pow(\n  2n, 10n); // 1024n\n']);
  });

  test('refuses an example without code', () => {
    const without = '/**\n * @example\n * Nothing.\n */\nexport function f() {}';
    assert.throws(() => documentedIn('f.ts', without), /f\.ts: f: an @example has no block of ts/);
  });
});

describe('the runner of examples', () => {
  const run = (example) => runExample(example, { name: 'fixture', folder });

  test('gives an example what it uses and does not define', async () => {
    assert.deepEqual(
      await run(`pm.modPow(2n, 10n, 1000n); // 24n
m.pow(2n, 10n); // 1024n
await pool.modPow(2n, 10n, 1000n); // 24n
proof.scheme; // 'wesolowski'
`),
      { values: 4, problems: [] },
    );
    assert.deepEqual(
      await run(`import { init } from 'powmod';
const pm: Awaited<ReturnType<typeof init>> = await init();
const { m = pm.modulus(7n), ...pool } = {};
m.pow(2n, 2n); // 4n
pool; // {}
`),
      { values: 2, problems: [] },
    );
  });

  test('compares values as node:util prints them, over several lines and in declarations', async () => {
    assert.deepEqual(
      await run(`// Prose on its own line states nothing.
new Uint8Array([1, 2]); // Uint8Array(2) [ 1, 2 ]
[
  { valid: true },
  'text',
]; // [ { valid: true }, 'text' ]
const sum = 1n + 1n; // 2n
`),
      { values: 3, problems: [] },
    );
  });

  test('finds a wrong value, a forgotten await, and another type', async () => {
    const { values, problems } = await run(`pm.modPow(2n, 10n, 1000n); // 25n
pool.modPow(2n, 10n, 1000n); // 24n
1; // 1n
const sum = 1 + 1; // three
`);
    assert.equal(values, 4);
    assert.deepEqual(problems, ['24n, not 25n', 'Promise { <pending> }, not 24n', '1, not 1n', '2, not three']);
  });

  test('compares errors', async () => {
    const { problems } = await run(`pm.modPow(2n, 10n, 0n); // throws RangeError
pm.modPow(2, 10n, 7n); // throws TypeError: base: must be a bigint or a Uint8Array, not a number
await pool.modPow(2n, 10n, 0n); // throws RangeError
pm.modPow(2n, 10n, 0n); // throws TypeError
1; // throws RangeError
`);
    assert.equal(problems.length, 2);
    assert.match(problems[0], /^throws RangeError.* not throws TypeError$/);
    assert.equal(problems[1], '1, not throws RangeError');
  });

  test('counts no value where none is stated, and fails where the program fails', async () => {
    assert.deepEqual(await run('pm.modPow(2n, 10n, 1000n);\n// 24n\n'), { values: 0, problems: [] });
    await assert.rejects(run('missing(1n); const y = 1;'), /missing is not defined/);
    assert.throws(() => programOf('const ;'), /./);
    assert.throws(() => programOf('if (1) {} // 1'), /not after an expression/);
  });
});
