import { test } from 'node:test';

/**
 * Why a test is left out, for its `skip`. In CI a test of its own fails for it: an error that is thrown while a file
 * loads would be told as "test failed" alone.
 *
 * @template {string | false | undefined} R
 * @param {R} reason
 */
export function leftOut(reason) {
  if (reason && process.env.CI === 'true')
    test(`in CI nothing is left out: ${reason}`, () => {
      throw new Error(`left out: ${reason}`);
    });
  return reason;
}
