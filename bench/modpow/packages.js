// Times the main operations of packages that use modular exponentiation, on their own arithmetic and on powmod, in
// turn. bench/modpow/modpow.mjs runs it in Node.
import { generatePrimeSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { groups, init } from 'powmod';
import * as arithmetic from 'powmod/bigint-mod-arith';
import { recipe, replace } from '../../workshop/consumers/migrating.mjs';
import { capWorker, load, pathIn, require } from '../../workshop/consumers/packages.mjs';
import { seededNumber } from '../../workshop/numbers.js';
import { timeInTurn } from '../../workshop/timing.js';

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {() => unknown} own a call on the consumer's own arithmetic
 * @property {() => unknown} powmod the same call on powmod
 */

/** Operations of a consumer whose arithmetic is jsbn's class. `use` puts powmod into it. */
async function patchedClass(numbers, pm) {
  const { useInJsbn } = await recipe('numbers.cjs');
  const use = () => replace(numbers.prototype, () => useInJsbn(numbers, pm));
  return (name, call) => ({ name, own: call, powmod: call, use });
}

/**
 * Each consumer's operations.
 *
 * @type {Record<string, (pm: import('powmod').Powmod) => Operation[] | Promise<Operation[]>>}
 */
const consumers = {
  async 'bigint-mod-arith'() {
    const theirs = await load('bigint-mod-arith');
    return [2048, 256, 17].map((bits) => {
      const args = [seededNumber(2047, 1), seededNumber(bits, 2), seededNumber(2048, 3) | 1n];
      return {
        name: `\`modPow\`, 2048/${bits}`,
        own: () => theirs.modPow(...args),
        powmod: () => arithmetic.modPow(...args),
      };
    });
  },

  async 'bigint-crypto-utils'(pm) {
    const { isProbablyPrime } = await load('bigint-crypto-utils');
    const prime = 2n ** 1279n - 1n;
    return [
      {
        name: '`isProbablyPrime`, 1279 bits; `pm.isProbablePrime`',
        own: () => isProbablyPrime(prime, 16, true),
        powmod: () => pm.isProbablePrime(prime),
      },
    ];
  },

  async 'paillier-bigint'() {
    const theirs = await load('paillier-bigint');
    const { paillierOn } = await recipe('paillier.mjs');
    const [p, q] = [1, 2].map(() => generatePrimeSync(1024, { bigint: true }));
    const [n, lambda] = [p * q, (p - 1n) * (q - 1n)];
    const mu = arithmetic.modInv(lambda, n);
    const [own, powmod] = [theirs, paillierOn(arithmetic)].map(({ PublicKey, PrivateKey }) => {
      const pub = new PublicKey(n, n + 1n);
      const key = new PrivateKey(lambda, mu, pub, p, q);
      const encrypted = pub.encrypt(5n, 7n);
      return {
        '`encrypt`, 2048 bits': () => pub.encrypt(n - 5n, n - 7n),
        '`decrypt`, 2048 bits': () => key.decrypt(encrypted),
      };
    });
    return Object.keys(own).map((name) => ({ name, own: own[name], powmod: powmod[name] }));
  },

  async '@ethereumjs/evm'(pm) {
    const { getActivePrecompiles, paramsEVM } = await load('@ethereumjs/evm');
    const { Common, Mainnet } = await load('@ethereumjs/common');
    const common = new Common({ chain: Mainnet, hardfork: 'berlin', params: paramsEVM });
    const own = getActivePrecompiles(common).get('5'.padStart(40, '0'));
    const powmod = (await recipe('modexp.mjs')).modexpOn(pm).function;
    return [
      [2048, 2048],
      [2048, 17],
      [256, 256],
      [256, 2],
    ].map(([bits, exponentBits]) => {
      const parts = [seededNumber(bits, 1), seededNumber(exponentBits, 2), seededNumber(bits, 3) | 1n].map((x) => {
        const digits = x.toString(16);
        return digits.padStart(digits.length + (digits.length % 2), '0');
      });
      const lengths = parts.map((part) => (part.length / 2).toString(16).padStart(64, '0'));
      const data = new Uint8Array(Buffer.from([...lengths, ...parts].join(''), 'hex'));
      const input = { data, gasLimit: 2n ** 40n, common };
      return { name: `precompile 0x05, ${bits}/${exponentBits}`, own: () => own(input), powmod: () => powmod(input) };
    });
  },

  async '@cap.js/widget'(pm) {
    const { workerOn } = await recipe('cap.mjs');
    const puzzle = { data: { kind: 'rsw', N: groups['RSA-2048'].toString(16), x: 'c0ffee', t: 10_000 } };
    const solution = (workerOf) => {
      let y;
      const solve = workerOf((message) => {
        y = message.y;
      });
      return () => {
        solve(puzzle);
        return y;
      };
    };
    return [
      {
        name: 'solve, 2048 bits, 10,000 squarings',
        own: solution(capWorker),
        powmod: solution((answer) => workerOn(pm, answer)),
      },
    ];
  },

  async 'secure-remote-password'(pm) {
    const [client, server] = ['client', 'server'].map((side) => require(`secure-remote-password/${side}`));
    const salt = client.generateSalt();
    const key = client.derivePrivateKey(salt, 'name', 'password');
    const verifier = client.deriveVerifier(key);
    const signIn = () => {
      const [a, b] = [client.generateEphemeral(), server.generateEphemeral(verifier)];
      const { proof } = client.deriveSession(a.secret, b.public, salt, 'name', key);
      server.deriveSession(b.secret, a.public, salt, 'name', verifier, proof);
    };
    const operation = await patchedClass(require('jsbn').BigInteger, pm);
    return [operation('sign in, both sides, 2048 bits', signIn)];
  },

  async 'node-forge'(pm) {
    const forge = require('node-forge');
    const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
    const digest = forge.md.sha256.create().update('powmod');
    const signature = privateKey.sign(digest);
    const operation = await patchedClass(forge.jsbn.BigInteger, pm);
    return [
      operation('RSA signature, 2048 bits', () => privateKey.sign(digest)),
      operation('verification of it', () => publicKey.verify(digest.digest().bytes(), signature)),
    ];
  },
};

/** @param {{ timing: object }} task */
export default async function measureConsumers({ timing }) {
  const pm = await init();
  const rows = [];
  for (const [consumer, operationsOf] of Object.entries(consumers)) {
    const { version } = JSON.parse(readFileSync(pathIn(consumer, 'package.json'), 'utf8'));
    for (const { name, own, powmod, use = () => () => {} } of await operationsOf(pm)) {
      const timed = (name, call, put) => ({ name, milliseconds: (times) => elapsed(call, times, put) });
      if (!(await isSame(own, powmod, use))) throw new Error(`${consumer}: ${name} differs on powmod`);
      const timings = await timeInTurn([timed('own', own, () => () => {}), timed('powmod', powmod, use)], timing);
      rows.push({ part: 'packages', kernel: pm.kernel, consumer: `${consumer} ${version}`, operation: name, timings });
    }
  }
  return rows;
}

async function elapsed(call, times, put) {
  const takeOut = put();
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  const milliseconds = performance.now() - start;
  takeOut();
  return milliseconds;
}

async function isSame(own, powmod, use) {
  const text = (value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
  const expected = text(await own());
  const takeOut = use();
  const found = text(await powmod());
  takeOut();
  return found === expected;
}
