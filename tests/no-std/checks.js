// Powers of the builds of app.rs, beside BigInt. Runs inside an engine.
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { LONGEST_BITS, openApp } from '../../workshop/no-std/app.js';
import { seededNumber } from '../../workshop/numbers.js';

/** Lengths on both sides of each change of kernel or method, and whole words. */
const LENGTHS = [2, 64, 256, 257, 480, 512, 1024, 1500, 2048, 4800, 4900];

/**
 * @param {{ name: string, file: string, kernel: string }[]} builds `kernel` is the one that the engine must take
 */
export default async function run(builds) {
  const checks = [];
  for (const { name, file, kernel } of builds) {
    const app = await openApp(file);
    checks.push({ name: `${name}: the kernel`, problem: difference(app.kernel, kernel) });
    for (const bits of LENGTHS) {
      const problem = moduli(bits)
        .map((modulus) => problemAt(app, modulus, bits))
        .find(Boolean);
      checks.push({ name: `${name}: ${bits} bits`, problem });
    }
  }
  return { checks };
}

function problemAt(app, modulus, bits) {
  const exponent = seededNumber(Math.min(bits, 64), 3);
  for (const base of [modulus - 1n, modulus >> 1n, seededNumber(bits, 2), seededNumber(LONGEST_BITS, 5)]) {
    const expected = bigintModPow(base, exponent, modulus);
    for (const power of modulus % 2n ? ['power', 'secret_power'] : ['power']) {
      app.write([base, exponent, modulus]);
      app.run(power);
      const found = difference(app.answer(), expected);
      if (found) return `${power}(${base}, ${exponent}, ${modulus}): ${found}`;
    }
  }
}

const difference = (got, expected) => (got === expected ? undefined : `got ${got}, expected ${expected}`);

/** All ones, almost a power of two, alternating limbs, a random odd number and an even one. */
const moduli = (bits) => {
  const top = 1n << BigInt(bits - 1);
  const alternating = BigInt(`0x${'ffffffff00000000'.repeat(LONGEST_BITS / 64)}`);
  return [
    (top << 1n) - 1n,
    top | 1n,
    top | BigInt.asUintN(bits, alternating) | 1n,
    seededNumber(bits, 1) | 1n,
    seededNumber(bits, 4) & ~1n,
  ];
};
