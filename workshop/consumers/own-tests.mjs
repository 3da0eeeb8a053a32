// Runs a consumer's own test files, written for Mocha, as tests of node:test.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { load, runCommonJs } from './packages.mjs';

const chai = await load('chai');

/** Mocha's context. node:test limits no test's time. */
const context = { timeout() {} };

/** A test of Mocha: it may take a callback. */
const called = (body) => () =>
  body.length === 0
    ? body.call(context)
    : new Promise((resolve, reject) => {
        body.call(context, (error) => (error ? reject(error) : resolve()));
      });

/**
 * Runs a file of tests for Mocha, whose assertions may be chai's.
 *
 * @param {string} path
 * @param {Record<string, unknown>} replaced as in `runCommonJs`
 */
export function runMochaFile(path, replaced) {
  let tests = 0;
  runCommonJs(
    path,
    { chai, ...replaced },
    {
      describe: (name, body) => describe(name, () => body.call(context)),
      it(name, body) {
        tests++;
        it(name, called(body));
      },
      before: (body) => before(called(body)),
      after: (body) => after(called(body)),
    },
  );
  assert.ok(tests > 0, `${path} has no tests`);
}
