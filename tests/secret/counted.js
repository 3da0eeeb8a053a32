// Runs in the counted engine: node counted.js KERNEL WARM EXPONENT…. Each call comes WARM times for the engine's compiler, and
// then once with each EXPONENT, 'zeros', 'ones' or 'mixed', behind a function that marks the place. `maps` prints its memory.
import { readFileSync } from 'node:fs';
import { init } from 'powmod';

const [kernel, warm, ...wanted] = process.argv.slice(2);

const BYTES = 64;
const EXPONENT_BYTES = 16;
const bytes = (byte, length = BYTES) => new Uint8Array(length).map((_, i) => byte(i));
const modulus = bytes((i) => (i === 0 || i === BYTES - 1 ? 0xff : i * 89 + 3));
const base = bytes((i) => (i === 0 ? 1 : i * 31 + 7));
const exponents = {
  zeros: bytes((i) => Number(i === 0) << 7, EXPONENT_BYTES),
  ones: bytes(() => 0xff, EXPONENT_BYTES),
  mixed: bytes((i) => i * 151 + 57, EXPONENT_BYTES),
};
const calls = {
  modPowSecret: (pm, exponent) => pm.modPowSecret(base, exponent, modulus, { exponentBits: 8 * EXPONENT_BYTES }),
  modPow: (pm, exponent) => pm.modPow(base, exponent, modulus, { as: 'bytes' }),
};

/** (module (func (export "mark") (result i32) (i32.const 0x5ec7))) */
const MARKER = new Uint8Array(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 8, 1, 4, 109, 97, 114, 107, 0, 0].concat([
    10, 8, 1, 6, 0, 65, 0xc7, 0xbd, 1, 11,
  ]),
);

if (kernel === 'maps') console.log(readFileSync('/proc/self/maps', 'utf8'));
else {
  const pm = await init({ kernel });
  const { mark } = new WebAssembly.Instance(new WebAssembly.Module(MARKER)).exports;
  for (const call of Object.values(calls)) {
    for (let i = 0; i < Number(warm); i++) {
      mark();
      call(pm, exponents.ones);
    }
    for (const name of wanted) {
      mark();
      call(pm, exponents[name]);
    }
  }
  mark();
}
