// The example of a contract that verifies delay proofs: in an EVM, beside the package's own verifier.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { challengeOf, groups, init, MalformedProofError, toBigint } from 'powmod';
import { callOf, tokamakCallOf } from '../../crate/js/examples/evm/encode.mjs';
import { challengeOf0x } from '../../crate/js/examples/evm/transcripts.mjs';
import { blocksOf } from '../markdown.mjs';
import { load, require } from './packages.mjs';

const solc = require('solc');
const { keccak_256: keccak256 } = await load('@noble/hashes/sha3.js');

const pm = await init();
const N = groups['RSA-2048'];
/** The hardforks, and the most gas of a whole transaction with numbers of 2048 bits. */
const MOST_GAS = { cancun: 300_000, osaka: 1_200_000 };

const folder = new URL('../../crate/js/examples/evm/', import.meta.url);
const vectors = new URL('../../tests/vectors/', import.meta.url);
const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));
/** Checks the gas of a transaction against the table of the guide, which has a row for each length. */
function checkGas(bits, hardfork, gas) {
  const guide = readFileSync(new URL('../../www/docs/guides/13-on-chain.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| (\d+) \| ([\d,]+) \| ([\d,]+) \|$/gm)].map((row) =>
    row.slice(1).map((cell) => Number(cell.replaceAll(',', ''))),
  );
  const said = rows.find(([length]) => length === bits)[1 + Object.keys(MOST_GAS).indexOf(hardfork)];
  // Challenges differ in the bits and the twos of their exponents.
  assert.ok(Math.abs(gas / said - 1) < 0.05, `${hardfork}: ${gas} gas with ${bits} bits, but the guide says ${said}`);
}

const hex = (number, bytes) => number.toString(16).padStart(2 * bytes, '0');
const el = (z, n = N) => (z < n - z ? z : n - z);

/** A contract: its code, and the numbers of its functions. */
function compile(name, source) {
  const own = { [`${name}.sol`]: { content: source ?? readFileSync(new URL(`${name}.sol`, folder), 'utf8') } };
  const imported = ['PowmodWesolowski.sol', 'evm/PowmodWesolowski.sol', 'evm/Rsa2048.sol'].map((path) => [
    path,
    { content: readFileSync(new URL(path.replace('evm/', ''), folder), 'utf8') },
  ]);
  const settings = {
    ...{ evmVersion: 'cancun', viaIR: true, optimizer: { enabled: true, runs: 10_000 } },
    outputSelection: { [`${name}.sol`]: { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } },
  };
  const input = { language: 'Solidity', sources: { ...own, ...Object.fromEntries(imported) }, settings };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  assert.deepEqual(errors, [], errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { deployedBytecode, methodIdentifiers } = contracts[`${name}.sol`][name].evm;
  return { code: Buffer.from(deployedBytecode.object, 'hex'), functions: methodIdentifiers };
}

/** The call data of a function, by the rules of the ABI: of text as `bytes`, and of numbers. */
function encode(id, args) {
  const word = (number) => hex(BigInt(number), 32);
  let parts = '';
  const words = args.map((arg) => {
    if (typeof arg !== 'string') return word(arg);
    const place = 32 * args.length + parts.length / 2;
    const digits = arg.slice(2);
    parts += word(digits.length / 2) + digits.padEnd(64 * Math.ceil(digits.length / 64), '0');
    return word(place);
  });
  return Buffer.from([id, ...words, parts].join(''), 'hex');
}

const evm = new Worker(new URL('evm-thread.mjs', import.meta.url));
evm.unref();

/** What the contract answers in these forks, and the gas of the whole transaction. */
async function answers({ code, functions }, call, hardforks = Object.keys(MOST_GAS)) {
  const data = encode(functions['verify(bytes,bytes,bytes,uint64,uint32)'], call);
  const intrinsic = 21_000n + data.reduce((sum, byte) => sum + (byte ? 16n : 4n), 0n);
  const rows = {};
  for (const hardfork of hardforks) {
    evm.postMessage({ hardfork, code, data });
    const [{ returnValue, executionGasUsed, problem }] = await once(evm, 'message');
    assert.equal(problem, undefined);
    const isValid = BigInt(`0x${Buffer.from(returnValue).toString('hex')}`) === 1n;
    rows[hardfork] = { isValid, gas: Number(intrinsic + executionGasUsed) };
  }
  return rows;
}

/** A proof of `iterations` squarings of an input, by BigInt. */
async function prove(input, iterations, modulus = N) {
  const power = (base, exponent) => el(pm.modPow(base, exponent, modulus), modulus);
  const bytes = hex(modulus, 0).length / 2;
  const text = (number) => `0x${hex(number, bytes)}`;
  const claim = { input: text(input), output: text(power(input, 2n ** BigInt(iterations))), iterations };
  const file = {
    scheme: 'wesolowski',
    profile: 'powmod-v1',
    modulus: `0x${hex(modulus, bytes)}`,
    ...claim,
    proof: text(1n),
  };
  const { prime } = await challengeOf(file);
  return { ...file, proof: text(power(input, 2n ** BigInt(iterations) / prime)) };
}

const seeded = (seed) =>
  el(BigInt(`0x${createHash('shake256', { outputLength: 256 }).update(seed).digest('hex')}`) % N);

describe('PowmodWesolowski.sol', () => {
  const rsa2048 = compile('Rsa2048');

  test('verifies the example, for the gas that the guide names', async () => {
    const proof = readJson(new URL('../wesolowski-rsa2048.json', folder));
    for (const file of [proof, await prove(seeded('full length'), 2 ** 10)])
      for (const [hardfork, { isValid, gas }] of Object.entries(await answers(rsa2048, await callOf(file)))) {
        assert.ok(isValid, hardfork);
        checkGas(2048, hardfork, gas);
        assert.ok(gas <= MOST_GAS[hardfork], `${gas} gas`);
      }
  });

  test('agrees with verify on honest and mutated proofs', async () => {
    let count = 0;
    /** The contract's answer, by the forks in turn: they differ in prices. */
    const accepts = async (call) => {
      const hardfork = Object.keys(MOST_GAS)[count % 2];
      return (await answers(rsa2048, call, [hardfork]))[hardfork].isValid;
    };
    const agree = async (file) => {
      count++;
      let expected = false;
      try {
        expected = pm.verify(file);
      } catch (error) {
        assert.ok(error instanceof MalformedProofError);
      }
      assert.equal(await accepts(await callOf(file)), expected, JSON.stringify(file));
      return expected;
    };
    const numbers = ['input', 'output', 'proof'];
    for (let i = 0; i < 50; i++) {
      const file = await prove(i < 2 ? BigInt(i + 1) : seeded(`input ${i}`), [1, 2, 255, 256, 300, 2000][i % 6]);
      const call = await callOf(file);
      assert.ok(await agree(file));
      const change = (field, number) => ({ ...file, [field]: `0x${hex(number, 256)}` });
      for (const field of numbers) {
        const value = BigInt(file[field]);
        const others = [0n, N - value, value ^ (1n << BigInt(i)), (N - 1n) / 2n, (N + 1n) / 2n, 1n, N];
        for (const other of others.filter((other) => other !== value && other < 2n ** 2048n))
          await agree(change(field, other));
      }
      await agree({ ...file, iterations: file.iterations + 1 });
      // No file has these arguments.
      for (const [at, wrong] of [
        [0, call[0].slice(0, -2)],
        [1, `${call[1]}00`],
        [2, '0x'],
        [3, 0n],
        [3, 1n << 53n],
        [4, 4096],
        [4, call[4] ? call[4] - 1 : 4096], // a candidate before the first prime
      ])
        assert.ok(!(await accepts(call.with(at, wrong))), `argument ${at} is ${wrong}`);
    }
    assert.ok(count >= 1000, `${count} proofs`);
  });

  test('derives the input of a seed, by which the beacon of the guide opens', async () => {
    const guide = readFileSync(new URL('../../www/docs/guides/13-on-chain.md', import.meta.url), 'utf8');
    const { code, functions } = compile('Beacon', blocksOf(guide).find(({ name }) => name === 'Beacon.sol').code);
    const run = async (name, ...args) => {
      evm.postMessage({ hardfork: 'osaka', code, data: encode(functions[name], args) });
      return (await once(evm, 'message'))[0];
    };
    for (const seed of [new Uint8Array(), new Uint8Array(32), Uint8Array.from({ length: 100 }, (_, i) => i)]) {
      const { returnValue } = await run('inputOf(bytes)', `0x${Buffer.from(seed).toString('hex')}`);
      assert.equal(toBigint(returnValue.slice(64)), pm.hashToGroup(seed, N));
    }
    // Code that no constructor has run has zeros in place of the seed.
    const file = await prove(pm.hashToGroup(new Uint8Array(32), N), 1000);
    const [input, output, proof, , index] = await callOf(file);
    const open = 'open(bytes,bytes,uint32)';
    assert.equal((await run(open, input, proof, index)).problem, 'revert');
    assert.equal((await run(open, output, proof, index)).problem, undefined);
  });

  test('takes any modulus of whole words', async () => {
    for (const bytes of [128, 384]) {
      const modulus = pm.randomPrime(4 * bytes) * pm.randomPrime(4 * bytes);
      const name = `Rsa${8 * bytes}`;
      const verifier = compile(
        name,
        `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\nimport {PowmodWesolowski} from "./PowmodWesolowski.sol";\ncontract ${name} is PowmodWesolowski { function modulus() public pure override returns (bytes memory) { return hex"${hex(modulus, bytes)}"; } }`,
      );
      const file = await prove(4n, 1000, modulus);
      assert.ok(pm.verify(file));
      for (const [hardfork, { isValid, gas }] of Object.entries(await answers(verifier, await callOf(file)))) {
        assert.ok(isValid, hardfork);
        checkGas(8 * bytes, hardfork, gas);
      }
    }
  });
});

describe("Tokamak's interface", () => {
  const proofs = readdirSync(new URL('pietrzak/', vectors)).map((name) =>
    readJson(new URL(`pietrzak/${name}`, vectors)),
  );
  const words = readJson(new URL('evm/tokamak-words.json', vectors));

  test('gets numbers in the fewest words, with their exact lengths', () => {
    for (const file of [...proofs, ...words.map(({ file }) => file)]) {
      const { v, x, y, n, delta, T } = tokamakCallOf(file);
      assert.deepEqual([delta, T, v.length], [file.delta ?? 0, BigInt(file.iterations), file.proof.length]);
      for (const [given, number] of [
        [x, file.input],
        [y, file.output],
        [n, file.modulus],
        ...v.map((value, i) => [value, file.proof[i]]),
      ]) {
        assert.equal(BigInt(given.val), BigInt(number));
        assert.match(given.val, /^0x([0-9a-f]{64})+$/);
        assert.notEqual(BigInt(given.val.slice(0, 66)), 0n);
        assert.ok(BigInt(number) >> BigInt(given.bitlen - 1) === 1n);
      }
    }
  });

  test('hashes them to the challenges of the contract', () => {
    for (const { name, file, challenges } of words) {
      const { v, x, y } = tokamakCallOf(file);
      const hashed = [x, y, v[0]].map(({ val }) => val.slice(2)).join('');
      const hash = Buffer.from(keccak256(Buffer.from(hashed, 'hex'))).toString('hex');
      assert.equal(BigInt(`0x${hash.slice(0, 32)}`), BigInt(challenges[0]), name);
    }
  });
});

test('the transcript of another contract has the challenge of its proof, which verify takes', async () => {
  const [proof] = readJson(new URL('evm/wesolowski.json', vectors));
  const [input, output, pi, prime] = ['input', 'output', 'proof', 'prime'].map((name) => BigInt(proof[name]));
  assert.equal(await challengeOf0x(pm)(N, input, output), prime);
  const [x, y, z] = [input, output, pi].map((number) => `0x${hex(pm.element(number, N), 256)}`);
  const scheme = { scheme: 'wesolowski', profile: 'powmod-v1', modulus: proof.modulus, iterations: proof.iterations };
  const file = { ...scheme, input: x, output: y, proof: z };
  assert.ok(pm.verify(file, { challenge: { prime } }));
  assert.ok(!pm.verify({ ...file, output: x }, { challenge: { prime } }));
});
