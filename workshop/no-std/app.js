// The functions of app.rs on BigInt. Runs inside an engine.
import { read } from '../engines/inside.js';

/** The longest number, in limbs of 32 bits. As in app.rs. */
const LONGEST = 512;
export const LONGEST_BITS = 32 * LONGEST;

/**
 * Starts a build of app.rs.
 *
 * @param {string} file its path below the repository's root
 */
export async function openApp(file) {
  const { instance } = await WebAssembly.instantiate(await read(file));
  const { memory, numbers, kernel_name, kernel_name_length, ...functions } = instance.exports;
  const limbs = () => new Uint32Array(memory.buffer, numbers(), 3 * LONGEST);
  const name = new Uint8Array(memory.buffer, kernel_name(), kernel_name_length());
  return {
    kernel: String.fromCharCode(...name),
    /** Runs the function of this name. Its answer takes the place of the first operand. */
    run: (name) => functions[name](),
    write: (operands) => limbs().set(operands.flatMap(limbsOf)),
    answer: () =>
      limbs()
        .subarray(0, LONGEST)
        .reduceRight((number, limb) => (number << 32n) | BigInt(limb), 0n),
  };
}

const limbsOf = (x) => Array.from({ length: LONGEST }, (_, i) => Number(BigInt.asUintN(32, x >> BigInt(32 * i))));
