// The peers of modPow, each used as its documentation says and at its best: every peer may prepare its numbers before
// the timed loop. A peer is a name and prepare(base, exponent, modulus), which returns run(times) and the result. The
// benches compare the results before they time anything.

import { createDiffieHellman } from 'node:crypto';
import bigInteger from 'big-integer';
import { modPow } from 'bigint-mod-arith';
import BN from 'bn.js';
import { init as initGmp } from 'gmp-wasm';
import jsbnPackage from 'jsbn';
import { repeat } from '../../workshop/timing.js';
import { call, everywhere } from './everywhere.js';
import { inPython } from './python.mjs';

const hex = (x) => x.toString(16).padStart(2 * Math.ceil(x.toString(16).length / 2), '0');
const bytes = (x) => Buffer.from(hex(x), 'hex');

/** OpenSSL by node:crypto: computing a Diffie-Hellman secret is a modular exponentiation. */
const openssl = {
  name: 'OpenSSL',
  async prepare(base, exponent, modulus) {
    const dh = createDiffieHellman(bytes(modulus), 2);
    dh.setPrivateKey(bytes(exponent));
    const other = bytes(base);
    const run = () => dh.computeSecret(other);
    return { result: BigInt(`0x${run().toString('hex')}`), run: repeat(run) };
  },
};

/** gmp-wasm by its binding of mpz_powm, with numbers made in advance. */
const gmpWasm = {
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

/** big-integer, which computes with native bigints if the engine has them. */
const bigIntegerPeer = {
  name: 'big-integer',
  async prepare(base, exponent, modulus) {
    const [x, e, n] = [base, exponent, modulus].map((value) => bigInteger(value));
    const run = () => x.modPow(e, n);
    return { result: BigInt(run().toString()), run: repeat(run) };
  },
};

/** bn.js in Montgomery form, with a context made in advance. */
const bn = {
  name: 'bn.js',
  async prepare(base, exponent, modulus) {
    const [x, e, n] = [base, exponent, modulus].map((value) => new BN(hex(value), 16));
    const context = BN.mont(n);
    const run = () => x.toRed(context).redPow(e).fromRed();
    return { result: BigInt(`0x${run().toString(16)}`), run: repeat(run) };
  },
};

/** jsbn, which uses Montgomery form by default. */
const jsbn = {
  name: 'jsbn',
  async prepare(base, exponent, modulus) {
    const [x, e, n] = [base, exponent, modulus].map((value) => new jsbnPackage.BigInteger(hex(value), 16));
    const run = () => x.modPow(e, n);
    return { result: BigInt(`0x${run().toString(16)}`), run: repeat(run) };
  },
};

/** Native GMP, by gmpy2. */
const gmp = { name: 'GMP', prepare: (...numbers) => inPython('gmpy2', ...numbers) };

/** CPython's own `pow`. */
const cpython = { name: 'CPython', prepare: (...numbers) => inPython('pow', ...numbers) };

export const peers = {
  ...everywhere,
  openssl,
  gmp,
  cpython,
  gmpWasm,
  bigintModArith: call('bigint-mod-arith', modPow),
  bigInteger: bigIntegerPeer,
  bn,
  jsbn,
};
