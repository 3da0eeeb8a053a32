// Runs in the counted engine: node counted.js KERNEL WARM [WASM]. With a file, `powmod/powers` takes the file's module.
// First WARM calls let the compiler run. Then each secret, a base and an exponent, comes twice. A marking function is
// called before each call. `maps` prints its memory.
import { readFileSync } from 'node:fs';
import { init } from 'powmod';
import { init as initPowers } from 'powmod/powers';

const [kernel, warm, file] = process.argv.slice(2);

const BYTES = kernel === 'short' ? 32 : 64; // each module takes `short` for so short a modulus
const EXPONENT_BYTES = 16;
const bytes = (byte, length = BYTES) => new Uint8Array(length).map((_, i) => byte(i));
const modulus = bytes((i) => (i === 0 || i === BYTES - 1 ? 0xff : i * 89 + 3));
/** Bases 0, −1 and another one, each with an exponent. */
const secrets = [
  [bytes(() => 0), bytes((i) => Number(i === 0) << 7, EXPONENT_BYTES)],
  [modulus.map((byte, i) => byte - Number(i === BYTES - 1)), bytes(() => 0xff, EXPONENT_BYTES)],
  [bytes((i) => (i === 0 ? 1 : i * 31 + 7)), bytes((i) => i * 151 + 57, EXPONENT_BYTES)],
];
const calls = {
  modPowSecret: (pm, base, exponent) => pm.modPowSecret(base, exponent, modulus, { exponentBits: 8 * EXPONENT_BYTES }),
  modPow: (pm, _, exponent) => pm.modPow(secrets[2][0], exponent, modulus, { as: 'bytes' }),
};

/** (module (func (export "mark") (result i32) (i32.const 0x5ec7))) */
const MARKER = new Uint8Array(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 8, 1, 4, 109, 97, 114, 107, 0, 0].concat([
    10, 8, 1, 6, 0, 65, 0xc7, 0xbd, 1, 11,
  ]),
);

if (kernel === 'maps') console.log(readFileSync('/proc/self/maps', 'utf8'));
else {
  const options = { kernel: kernel === 'short' ? 'scalar' : kernel };
  const pm = file
    ? await initPowers({ ...options, wasm: () => new WebAssembly.Module(readFileSync(file)) })
    : await init(options);
  const { mark } = new WebAssembly.Instance(new WebAssembly.Module(MARKER)).exports;
  for (const call of Object.values(calls))
    for (const secret of [...new Array(Number(warm)).fill(secrets[1]), ...secrets, ...secrets]) {
      const [base, exponent] = secret.map((bytes) => bytes.slice()); // the first call with an array costs more
      mark();
      call(pm, base, exponent);
    }
  mark();
}
