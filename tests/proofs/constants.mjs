// The constants that the kernels compile, printed by the test in crate/kernel/src/proofs/gappa.rs.
import assert from 'node:assert/strict';
import { run } from '../../crate/build/run.mjs';
import { Dyadic } from './dyadic.mjs';

const PRINT = ['test', '--package=powmod-kernel', '--lib', '--locked', 'constants_for_gappa'];

/** Words that stand for an integer modulo 2^64, which may be negative. */
const WRAPPING = /_(SUM_START|CARRY)$|^SUM_START$/;

/** @returns {Promise<Record<string, Record<string, Dyadic>>>} by kernel and name */
export async function compiledConstants() {
  const output = await run('cargo', [...PRINT, '--', '--nocapture', '--test-threads=1']);
  const kernels = {};
  for (const [, kernel, name, mantissa, exponent = '0'] of output.matchAll(/(\w+) ([A-Z_]+) = (\d+)(?:b(-?\d+))?$/gm)) {
    const integer = WRAPPING.test(name) ? BigInt.asIntN(64, BigInt(mantissa)) : BigInt(mantissa);
    kernels[kernel] ??= {};
    kernels[kernel][name] = new Dyadic(integer, Number(exponent));
  }
  assert.deepEqual(Object.keys(kernels).sort(), ['relaxed', 'two_long_moduli']);
  return kernels;
}
