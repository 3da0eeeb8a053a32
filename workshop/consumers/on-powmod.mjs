// A consumer whose arithmetic is powmod's, and the proof that it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replace } from './migrating.mjs';

/** An object with the methods of `target`, which counts their calls. */
export function counted(target) {
  const count = { calls: 0 };
  const on = new Proxy(target, {
    get(_, name) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...args) => {
        count.calls++;
        return value.apply(target, args);
      };
    },
  });
  return { on, count };
}

/** The last test of a file: it fails if powmod computed nothing. */
export const provesWork = (count) =>
  test('powmod did the work', () => assert.ok(count.calls > 0, 'powmod computed nothing'));

/**
 * Puts powmod into a consumer.
 *
 * @param {object} object what has the consumer's arithmetic
 * @param {() => void} use puts powmod in
 * @param {{ calls: number }} count of powmod's calls
 * @returns a function that compares what `body` gives on the consumer's own arithmetic and on powmod
 */
export function onPowmod(object, use, count) {
  let takeOut = replace(object, use);
  return async (body) => {
    takeOut();
    const own = await body();
    takeOut = replace(object, use);
    const before = count.calls;
    assert.deepEqual(await body(), own);
    assert.ok(count.calls > before, 'powmod computed nothing here');
  };
}
