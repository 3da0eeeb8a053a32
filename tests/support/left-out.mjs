/**
 * Why a test is left out, for its `skip`. In CI a test whose program is missing fails.
 *
 * @template {string | false | undefined} R
 * @param {R} reason
 */
export function leftOut(reason) {
  if (reason && process.env.CI === 'true') throw new Error(`left out: ${reason}`);
  return reason;
}
