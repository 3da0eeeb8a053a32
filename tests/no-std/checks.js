// Powers of the builds of app.rs, beside BigInt. Runs inside an engine.
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { read } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';

/** As in app.rs. */
const LONGEST = 512;
/** Lengths on both sides of each change of kernel or method, and whole words. */
const LENGTHS = [2, 64, 256, 257, 480, 512, 1024, 1500, 2048, 4800, 4900];

/**
 * @param {{ name: string, file: string, kernel: string }[]} builds `kernel` is the one that the engine must take
 */
export default async function run(builds) {
  const checks = [];
  for (const { name, file, kernel } of builds) {
    const { instance } = await WebAssembly.instantiate(await read(file));
    const app = programOf(instance.exports);
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
  for (const base of [modulus - 1n, modulus >> 1n, seededNumber(bits, 2), seededNumber(LONGEST * 32, 5)]) {
    const expected = bigintModPow(base, exponent, modulus);
    for (const power of modulus % 2n ? ['power', 'secret_power'] : ['power']) {
      const found = difference(app[power](base, exponent, modulus), expected);
      if (found) return `${power}(${base}, ${exponent}, ${modulus}): ${found}`;
    }
  }
}

const difference = (got, expected) => (got === expected ? undefined : `got ${got}, expected ${expected}`);

/** All ones, almost a power of two, alternating limbs, a random odd number and an even one. */
const moduli = (bits) => {
  const top = 1n << BigInt(bits - 1);
  const alternating = BigInt(`0x${'ffffffff00000000'.repeat(LONGEST / 2)}`);
  return [
    (top << 1n) - 1n,
    top | 1n,
    top | BigInt.asUintN(bits, alternating) | 1n,
    seededNumber(bits, 1) | 1n,
    seededNumber(bits, 4) & ~1n,
  ];
};

/** The functions of app.rs on BigInt. */
function programOf({ memory, numbers, kernel_name, kernel_name_length, ...functions }) {
  const limbs = () => new Uint32Array(memory.buffer, numbers(), 3 * LONGEST);
  const call =
    (name) =>
    (...operands) => {
      limbs().set(operands.flatMap(limbsOf));
      functions[name]();
      return limbs()
        .subarray(0, LONGEST)
        .reduceRight((number, limb) => (number << 32n) | BigInt(limb), 0n);
    };
  const name = new Uint8Array(memory.buffer, kernel_name(), kernel_name_length());
  return { kernel: String.fromCharCode(...name), power: call('power'), secret_power: call('secret_power') };
}

const limbsOf = (x) => Array.from({ length: LONGEST }, (_, i) => Number(BigInt.asUintN(32, x >> BigInt(32 * i))));
