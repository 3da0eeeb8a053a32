// A guide and the changelog name each public method. The papers' methods are on the page.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { root } from '../../crate/build/run.mjs';
import { METHODS } from '../../workshop/methods.js';
import { OPERATIONS } from '../fuzz/operations.js';
import { methodsOf, objectsOf } from '../support/methods.js';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const guides = readdirSync(join(root, 'www/docs/guides')).map((file) => read('www/docs/guides', file));

const pool = await createPool({ workers: 1 });
await pool.close();
const objects = objectsOf(await init());
/** A pool has "the same calls" as an instance. */
const ofPool = methodsOf(pool).filter((name) => !(name in objects.pm) && name !== 'close');
const names = [...Object.values(objects).flatMap(methodsOf), ...ofPool];

/** The names that a text has as code, behind a dot or in quotes, less often than objects have such a method. */
const rare = (text) =>
  [...new Set(names)].filter(
    (name) =>
      (text.match(new RegExp(`[.'"\`]${name}\\b`, 'g'))?.length ?? 0) <
      (name === 'free' ? 1 : names.filter((other) => other === name).length),
  );

test('a guide and the changelog name every public method', () => {
  assert.deepEqual(rare(guides.join('\n')), []);
  assert.deepEqual(rare(read('CHANGELOG.md')), []);
});

/** The operations of the table that have an argument of such a kind. */
const operationsWith = (kind, names = Object.keys(OPERATIONS)) =>
  names.filter((name) => Object.values(OPERATIONS[name].takes).some((taken) => kind.test(taken)));

test('the guide of powers names the calls that read a list in parts, and those of a pool that can be ended', () => {
  const guide = read('www/docs/guides/02-powers.md').replace(/\s+/g, ' ');
  const namedWith = (words) => {
    const [sentence] = new RegExp(`[^.;]*(\\w\\.\\w[^.;]*)*${words}`).exec(guide) ?? [''];
    return [...sentence.matchAll(/`([\w.]+)`/g)].map(([, name]) => name).sort();
  };
  const lists = operationsWith(/^(terms|integers|invertibles|exponents)$/).filter((name) => /^p?m\./.test(name));
  assert.deepEqual(namedWith(' read it in parts'), lists.sort());
  const inPool = Object.keys(OPERATIONS).filter((name) => name.startsWith('pool.'));
  const long = [...operationsWith(/^long/, inPool), 'pool.evaluate', 'pool.prove'];
  const short = inPool.filter((name) => !long.includes(name) && name !== 'pool.randomPrime');
  const inGuide = (words) => namedWith(words).map((name) => `pool.${name}`);
  assert.deepEqual(inGuide(' tell their progress'), long.sort());
  assert.deepEqual(inGuide(' take neither'), short.sort());
});

test('the page has a meaning and a colour for each method of exponentiation', () => {
  const [page, style] = [read('www/measure.html'), read('www/src/style/measure.css')];
  for (const { method } of Object.values(METHODS).flat()) {
    assert.ok(page.includes(`<dt>${method}</dt><dd>`), method);
    assert.ok(style.includes(`.map [data-method="${method}"]`), method);
  }
});
