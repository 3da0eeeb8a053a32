// Runs in the counted engine: node counted.js KERNEL CALL EXPONENT WARM. The call comes WARM times for the engine's compiler,
// always with the same exponent, and then once with the exponent 'zeros', 'ones' or 'mixed'. `maps` prints its memory.
import { readFileSync } from 'node:fs';
import { init } from 'powmod';

const [kernel, call, secret, warm] = process.argv.slice(2);

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
  modPow: (pm, exponent) => pm.modPow(base, exponent, modulus, { as: 'bytes' }),
  modPowSecret: (pm, exponent) => pm.modPowSecret(base, exponent, modulus, { exponentBits: 8 * EXPONENT_BYTES }),
};

if (kernel === 'maps') console.log(readFileSync('/proc/self/maps', 'utf8'));
else {
  const pm = await init({ kernel });
  for (let i = 0; i < Number(warm); i++) calls[call](pm, exponents.ones);
  console.log(Buffer.from(calls[call](pm, exponents[secret])).toString('hex'));
}
