// The peers of modPow, each as its documentation says and at its best: what can be prepared before
// the loop is prepared for each of them. A peer is a name and prepare(base, exponent, modulus),
// which gives run(times) and the result, to be compared before anything is timed.

import { spawn } from 'node:child_process';
import { createDiffieHellman } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { init as initGmp } from 'gmp-wasm';

const hex = (x) => x.toString(16).padStart(2 * Math.ceil(x.toString(16).length / 2), '0');
const bytes = (x) => Buffer.from(hex(x), 'hex');

/** Native BigInt: left-to-right sliding windows, with the window that is best for the length. */
export const bigint = {
  name: 'BigInt',
  async prepare(base, exponent, modulus) {
    const run = () => bigintModPow(base, exponent, modulus);
    return { result: run(), run: repeat(run) };
  },
};

export function bigintModPow(base, exponent, modulus) {
  const bits = exponent.toString(2);
  const window = [6, 24, 80, 240, 672, 1792, 4608].filter((from) => bits.length > from).length + 1;
  const square = (base * base) % modulus;
  const odd = [base % modulus];
  for (let i = 1; i < 1 << (window - 1); i++) odd.push((odd[i - 1] * square) % modulus);
  let power = 1n % modulus;
  for (let i = 0; i < bits.length; ) {
    if (bits[i] === '0') {
      power = (power * power) % modulus;
      i++;
      continue;
    }
    let end = Math.min(i + window, bits.length);
    while (bits[end - 1] === '0') end--;
    for (let j = i; j < end; j++) power = (power * power) % modulus;
    power = (power * odd[Number.parseInt(bits.slice(i, end), 2) >> 1]) % modulus;
    i = end;
  }
  return power;
}

/** OpenSSL by node:crypto: a Diffie-Hellman secret is modular exponentiation. */
export const openssl = {
  name: 'OpenSSL',
  async prepare(base, exponent, modulus) {
    const dh = createDiffieHellman(bytes(modulus), 2);
    dh.setPrivateKey(bytes(exponent));
    const other = bytes(base);
    const run = () => dh.computeSecret(other);
    return { result: BigInt(`0x${run().toString('hex')}`), run: repeat(run) };
  },
};

/** gmp-wasm by its own binding of mpz_powm, the numbers made before. */
export const gmpWasm = {
  name: 'gmp-wasm',
  async prepare(base, exponent, modulus) {
    const { binding } = await initGmp();
    const number = (value) => {
      const pointer = binding.mpz_t();
      const text = binding.malloc_cstr(value.toString(16));
      binding.mpz_init_set_str(pointer, text, 16);
      return pointer;
    };
    const [x, e, n, result] = [base, exponent, modulus, 0n].map(number);
    const run = () => binding.mpz_powm(result, x, e, n);
    run();
    return { result: BigInt(`0x${binding.mpz_to_string(result, 16)}`), run: repeat(run) };
  },
};

/** Native GMP by gmpy2, in a child process that times itself. */
export const gmp = {
  name: 'GMP',
  async prepare(base, exponent, modulus) {
    const script = fileURLToPath(new URL('gmpy2_times.py', import.meta.url));
    const child = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const task = { base: hex(base), exponent: hex(exponent), modulus: hex(modulus) };
    const ask = async (times) => {
      child.stdin.write(`${JSON.stringify({ ...task, times })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error('gmpy2 is needed: pip install gmpy2');
      return JSON.parse(value);
    };
    const { result } = await ask(1);
    const milliseconds = async (times) => 1000 * (await ask(times)).seconds;
    return { result: BigInt(`0x${result}`), milliseconds, close: () => child.stdin.end() };
  },
};

function repeat(run) {
  return (times) => {
    for (let i = 0; i < times; i++) run();
  };
}
