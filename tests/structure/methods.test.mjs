// A public method has its line wherever all methods have one: a new one without it fails here.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init } from 'powmod';
import { root } from '../../crate/build/run.mjs';

const pm = await init();
const m = pm.modulus(1009n);
const [p, q, e, dp, dq, qInv] = [61, 53, 17, 53, 49, 38].map((part) => Uint8Array.of(part));
const objects = [pm, m, m.fixedBase(3n), m.tables([3n]), pm.crtKey({ p, q, e, dp, dq, qInv })];
const methods = new Set(
  objects
    .map(Object.getPrototypeOf)
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor'))
    .filter((name) => objects.some((object) => typeof object[name] === 'function')),
);

/**
 * What the fuzzer of numbers cannot give: proofs, keys, random draws, Ethereum's form, groups, and a symbol for odd
 * moduli alone. The fuzzer of operations has an oracle for each method, or fails.
 */
const NOT_FUZZED = [
  'modexp',
  'jacobi',
  'randomPrime',
  'randomBelow',
  'crtKey',
  'crtKeyFrom',
  'isMember',
  'sqrt',
].concat([...['verify', 'verifyBatch', 'element', 'hashToGroup']]);

const PLACES = [
  { what: 'the count of crossings', path: 'tests/node/border/crossings.test.ts' },
  { what: 'the table of wrong arguments', path: 'tests/bad-input/cases.ts' },
  { what: 'the tables of the fuzzer', path: 'tests/fuzz/js', but: NOT_FUZZED },
  { what: 'a guide', path: 'www/docs/guides' },
  { what: 'the changelog', path: 'CHANGELOG.md' },
];

function textOf(path) {
  const files = path.includes('.') ? [path] : readdirSync(join(root, path)).map((file) => join(path, file));
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

for (const { what, path, but = [] } of PLACES)
  test(`every method has its line in ${what}`, () => {
    const text = textOf(path);
    // As code: behind a dot, in quotes, or as a field. Some names are words too.
    const isThere = (name) => new RegExp(`[.}'"\`]${name}\\b|^ +${name}:`, 'm').test(text);
    const missing = [...methods].filter((name) => !but.includes(name) && !isThere(name));
    assert.deepEqual(missing, [], path);
  });
