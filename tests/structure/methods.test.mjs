// A public method has its line wherever all methods have one: a new one without it fails here. `pm.jacobi` is another
// method than `m.jacobi`. The papers' methods have theirs on the page.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { root } from '../../crate/build/run.mjs';
import { METHODS } from '../../workshop/methods.js';

const pm = await init();
const m = pm.modulus(1009n);
const [p, q, e, dp, dq, qInv] = [61, 53, 17, 53, 49, 38].map((part) => Uint8Array.of(part));
const pool = await createPool({ workers: 1 });
after(() => pool.close());
const objects = {
  pm,
  m,
  fixedBase: m.fixedBase(3n),
  tables: m.tables([3n]),
  crtKey: pm.crtKey({ p, q, e, dp, dq, qInv }),
  pool,
};
/** The prototypes of an object, apart from the last. */
function classesOf(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype ? [] : [prototype, ...classesOf(prototype)];
}

const methods = Object.entries(objects).flatMap(([object, value]) =>
  classesOf(value)
    .flatMap(Object.getOwnPropertyNames)
    .filter((name) => name !== 'constructor' && typeof value[name] === 'function')
    .map((name) => ({ object, name })),
);
const FREED = methods.filter(({ name }) => name === 'free').map(({ object }) => `${object}.free`);

/**
 * What the fuzzer of numbers cannot give: proofs, keys, random draws, Ethereum's form, groups, and a symbol for odd
 * moduli alone. The fuzzer of operations has an oracle for each method, or fails.
 */
const NOT_FUZZED = ['modexp', 'randomPrime', 'randomBelow', 'crtKey', 'crtKeyFrom']
  .concat('verify', 'verifyBatch', 'element', 'hashToGroup')
  .map((name) => `pm.${name}`)
  .concat('m.jacobi', 'm.isMember', 'm.sqrt', 'crtKey.pow', 'pool.modPowSecret', 'pool.isMember', 'pool.modexp')
  .concat('pool.randomPrime', 'pool.verify', 'pool.verifyAll', 'pool.evaluate', 'pool.prove', 'pool.close');

/** The same functions make some of their rows of wrong arguments. */
const COMMON = ['pm', 'pool'];

/** The names that the count of crossings has for each object. */
const VARIABLES = { pm: 'pm|free', m: 'm|kept', fixedBase: 'g', tables: 't', crtKey: 'key|from' };
/** How the fuzzer of numbers makes each object. */
const FUZZED = {
  pm: (name) => `^  ${name}: \\{|\\bpm\\.${name}\\(`,
  m: (name) => `\\bm\\.${name}\\(|: '${name}',$`,
  fixedBase: (name) => `\\.fixedBase\\([^;]*?\\)\\.${name}\\(`,
  tables: (name) => `\\.tables\\([^;]*?\\)\\.${name}\\(`,
  crtKey: (name) => `\\.crtKey\\([^;]*?\\)\\.${name}\\(`,
  pool: (name) => `\\bpool\\.${name}\\(`,
};

/**
 * Whether a text has the name as code, behind a dot or in quotes, once for each object that has such a method. The
 * object `but` does not count.
 */
function oftenEnough(text, { name, but }) {
  const objects = methods.filter((method) => method.name === name && method.object !== but);
  return text.match(new RegExp(`[.'"\`]${name}\\b`, 'g'))?.length >= Math.max(objects.length, 1);
}

const PLACES = [
  {
    what: 'the count of crossings',
    path: 'tests/node/border/crossings.test.ts',
    // The crossings of a pool are counted by job.
    has: (text, { object, name }) =>
      object === 'pool' || new RegExp(`\\b(${VARIABLES[object]})\\.${name}\\(`).test(text),
    // Each is freed as a modulus is.
    but: ['fixedBase.free', 'tables.free'],
  },
  {
    what: 'the table of wrong arguments',
    path: 'tests/bad-input/cases.ts',
    has: (text, { object, name }) =>
      new RegExp(`['"\`]${object}\\.${name}\\b${COMMON.includes(object) ? `|\\$\\{\\w+\\}${name}\\b` : ''}`).test(text),
    but: [...FREED, 'pool.close'], // these have no argument
  },
  {
    what: 'the tables of the fuzzer',
    path: 'tests/fuzz/js',
    has: (text, { object, name }) => name === 'free' || new RegExp(FUZZED[object](name), 'm').test(text),
    but: NOT_FUZZED,
  },
  { what: 'a guide', path: 'www/docs/guides', has: oftenEnough, but: [] },
  {
    what: 'the changelog',
    path: 'CHANGELOG.md',
    // A pool has "the same calls" as an instance.
    has: (text, { object, name }) => (object === 'pool' && name in pm) || oftenEnough(text, { name, but: 'pool' }),
    but: [...FREED, 'pool.close'],
  },
];

function textOf(path) {
  const files = path.includes('.') ? [path] : readdirSync(join(root, path)).map((file) => join(path, file));
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

for (const { what, path, has, but } of PLACES)
  test(`every method has its line in ${what}`, () => {
    const text = textOf(path);
    const missing = methods.filter((method) => !has(text, method)).map(({ object, name }) => `${object}.${name}`);
    assert.deepEqual(
      missing.filter((method) => !but.includes(method)),
      [],
      path,
    );
    const needless = but.filter((method) => !missing.includes(method));
    assert.deepEqual(needless, [], `${path}: the exceptions need no more`);
  });

test('the page has a meaning and a colour for each method of exponentiation', () => {
  const [page, style] = ['www/measure.html', 'www/src/style/measure.css'].map(textOf);
  for (const { method } of Object.values(METHODS).flat()) {
    assert.ok(page.includes(`<dt>${method}</dt><dd>`), method);
    assert.ok(style.includes(`.map [data-method="${method}"]`), method);
  }
});
