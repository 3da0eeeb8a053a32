// The example of a contract that verifies delay proofs: in an EVM, beside the package's own verifier.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { challengeOf, groups, init, MalformedProofError, toBigint } from 'powmod';
import { callOf, tokamakCallOf } from '../../crate/js/examples/evm/encode.mjs';
import {
  challengeOf0x,
  challengeOfJsWesolowski,
  challengeOfPineward,
} from '../../crate/js/examples/evm/transcripts.mjs';
import { blocksOf } from '../markdown.mjs';
import { load } from './packages.mjs';
import { compile, compileFor, deploy, folder, guide, hex, reasonOf } from './solidity.mjs';

const { keccak_256: keccak256 } = await load('@noble/hashes/sha3.js');

const pm = await init();
const N = groups['RSA-2048'];
/** The hardforks, and the most gas of a whole transaction with numbers of 2048 bits. */
const MOST_GAS = { cancun: 300_000, osaka: 1_200_000 };
const VERIFY = 'verify(bytes,bytes,bytes,uint64,uint32)';
const OPEN = 'open(bytes,bytes,uint32)';

const vectors = new URL('../../tests/vectors/', import.meta.url);
const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));
/** Checks the gas of a transaction against the table of the guide, which has a row for each length. */
function checkGas(bits, hardfork, gas) {
  const rows = [...guide.matchAll(/^\| (\d+) \| ([\d,]+) \| ([\d,]+) \|$/gm)].map((row) =>
    row.slice(1).map((cell) => Number(cell.replaceAll(',', ''))),
  );
  const said = rows.find(([length]) => length === bits)[1 + Object.keys(MOST_GAS).indexOf(hardfork)];
  // Challenges differ in the bits and the twos of their exponents.
  assert.ok(Math.abs(gas / said - 1) < 0.05, `${hardfork}: ${gas} gas with ${bits} bits, but the guide says ${said}`);
}

const el = (z, n = N) => (z < n - z ? z : n - z);
const isTrue = ({ returnValue }) => BigInt(`0x${Buffer.from(returnValue).toString('hex')}`) === 1n;
const inGuide = (name) => compile(name, blocksOf(guide).find((block) => block.name === `${name}.sol`).code);

/** A contract in both hardforks. @returns by a hardfork, the function that calls its functions */
async function deployInBoth(contract) {
  const runs = {};
  for (const hardfork of Object.keys(MOST_GAS)) {
    const { problem, run } = await deploy(contract, { hardfork });
    assert.equal(problem, undefined);
    runs[hardfork] = run;
  }
  return runs;
}

/** What the contract answers in these forks, and the gas of the whole transaction. */
async function answers(runs, call, hardforks = Object.keys(MOST_GAS)) {
  const rows = {};
  for (const hardfork of hardforks) {
    const answer = await runs[hardfork](VERIFY, call);
    assert.equal(answer.problem, undefined);
    const intrinsic = answer.data.reduce((sum, byte) => sum + (byte ? 16 : 4), 21_000);
    rows[hardfork] = { isValid: isTrue(answer), gas: intrinsic + Number(answer.executionGasUsed) };
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

describe('PowmodWesolowski.sol', async () => {
  const rsa2048 = await deployInBoth(compile('Rsa2048'));

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

  test('takes any prime of a challenge, of which verify takes the first alone', async () => {
    const input = 4n;
    const file = await prove(input, 1000);
    const call = await callOf(file);
    const [x, y] = [input, BigInt(file.output)].map((number) => Buffer.from(hex(number, 256), 'hex'));
    const T = Buffer.from(hex(1000n, 8), 'hex');
    const parts = [Buffer.from('powmod-v1:wesolowski'), Buffer.from(hex(N, 256), 'hex'), x, y, T];
    const seed = createHash('sha256').update(Buffer.concat(parts)).digest();
    let index = call[4];
    let prime;
    do {
      index++;
      const hash = createHash('sha256')
        .update(seed)
        .update(Buffer.from(hex(BigInt(index), 4), 'hex'))
        .digest();
      prime = toBigint(hash) | (1n << 255n) | 1n;
    } while (!pm.isProbablePrime(prime));
    const proof = `0x${hex(el(pm.modPow(input, 2n ** 1000n / prime, N)), 256)}`;
    const other = { ...file, proof };
    assert.ok((await answers(rsa2048, call.with(2, proof).with(4, index))).osaka.isValid);
    assert.ok(!pm.verify(other));
    assert.ok(pm.verify(other, { challenge: { prime } }));
  });

  test('derives the input of a seed', async () => {
    for (const seed of [new Uint8Array(), new Uint8Array(32), Uint8Array.from({ length: 100 }, (_, i) => i)]) {
      const { returnValue } = await rsa2048.osaka('inputOf(bytes)', [`0x${Buffer.from(seed).toString('hex')}`]);
      assert.equal(toBigint(returnValue.slice(64)), pm.hashToGroup(seed, N));
    }
  });

  test('takes any modulus of whole words', async () => {
    for (const bytes of [128, 384]) {
      const modulus = pm.randomPrime(4 * bytes) * pm.randomPrime(4 * bytes);
      const verifier = await deployInBoth(compileFor(hex(modulus, bytes)));
      const file = await prove(4n, 1000, modulus);
      assert.ok(pm.verify(file));
      for (const [hardfork, { isValid, gas }] of Object.entries(await answers(verifier, await callOf(file)))) {
        assert.ok(isValid, hardfork);
        checkGas(8 * bytes, hardfork, gas);
      }
    }
  });

  test('is not deployed with a modulus that it does not compute with', async () => {
    const odd = (bytes) => hex((1n << BigInt(8 * bytes - 1)) + 1n, bytes);
    const LENGTH = 'modulus: needs whole words, 128 to 2048 bytes';
    for (const [modulus, reason] of [
      ['', LENGTH],
      [odd(32), LENGTH],
      [odd(127), LENGTH],
      [odd(129), LENGTH],
      [odd(255), LENGTH],
      [odd(2080), LENGTH],
      [`00${odd(127)}`, 'modulus: begins with a zero byte'],
      [hex(1n << 2047n, 256), 'modulus: must be odd'],
    ])
      assert.equal(reasonOf(await deploy(compileFor(modulus))), reason);
    // Osaka's precompile takes 1024 bytes, and consumes what it is given for more.
    const long = compileFor(odd(1056));
    assert.equal((await deploy(long, { hardfork: 'cancun' })).problem, undefined);
    assert.match(
      reasonOf(await deploy(long, { hardfork: 'osaka' })),
      /^modexp failed: .* lengths that this chain refuses$/,
    );
  });
});

test('a chain without modexp refuses the contract', async () => {
  assert.match(reasonOf(await deploy(compile('Rsa2048'), { hardfork: 'without modexp' })), /^modexp failed: /);
});

describe('the contracts of the guide', () => {
  /** The arguments of `open`, for a seed. */
  async function openingOf(seed) {
    const file = await prove(pm.hashToGroup(seed, N), 1000);
    const [input, output, proof, , index] = await callOf(file);
    return { right: [output, proof, index], wrong: [input, proof, index], output: Buffer.from(output.slice(2), 'hex') };
  }
  const randomOf = (output) => createHash('sha256').update('beacon').update(output).digest();
  const bytesOf = ({ returnValue }) => Buffer.from(returnValue);

  test('the beacon opens by its seed, to the random number of the guide of the beacon', async () => {
    const prevRandao = createHash('sha256').update('a block').digest();
    const { run } = await deploy(inGuide('Beacon'), { prevRandao });
    const seed = bytesOf(await run('seed()'));
    assert.deepEqual(seed, prevRandao);
    const { right, wrong, output } = await openingOf(seed);
    assert.equal(reasonOf(await run(OPEN, wrong)), 'not proven');
    assert.equal((await run(OPEN, right)).problem, undefined);
    assert.deepEqual(bytesOf(await run('random()')), randomOf(output));
  });

  test('the draw takes words that were committed, in their time, from those who committed', async () => {
    const [day, hour, start] = [86_400n, 3600n, 1_800_000_000n];
    const people = ['0a', '0b', '0c'].map((byte) => ({ from: `0x${byte.repeat(20)}`, word: BigInt(`0x${byte}77`) }));
    const keccak = (...words) =>
      Buffer.from(keccak256(Buffer.from(words.map((word) => hex(word, 32)).join(''), 'hex')));
    const commitmentOf = ({ from, word }) => toBigint(keccak(BigInt(from), word));
    const { run } = await deploy(inGuide('Draw'), { timestamp: start });
    const [COMMIT, REVEAL] = ['commit(bytes32)', 'reveal(bytes32)'];
    const taken = async (call) => assert.equal((await call).problem, undefined);
    const refused = async (reason, call) => assert.equal(reasonOf(await call), reason);
    const commit = (who, timestamp) => run(COMMIT, [commitmentOf(who)], { from: who.from, timestamp });
    const reveal = (who, timestamp, word = who.word) => run(REVEAL, [word], { from: who.from, timestamp });
    const [one, two, copier] = people;

    await taken(commit(one, start));
    await taken(commit(two, start + day - 1n));
    await taken(run(COMMIT, [commitmentOf(one)], { from: copier.from, timestamp: start + 1n }));
    await refused('not now', reveal(one, start + day - 1n));
    await refused('too late', commit(copier, start + day));
    await refused('not committed', reveal(one, start + day, 5n));
    await taken(reveal(one, start + day));
    await refused('not committed', reveal(one, start + day));
    await refused('not committed', reveal(copier, start + day, one.word));
    await taken(reveal(two, start + day + hour - 1n));
    await refused('not now', reveal(two, start + day + hour));

    const seed = bytesOf(await run('seed()'));
    assert.deepEqual(seed, keccak(toBigint(keccak(0n, one.word)), two.word));
    const { right, wrong, output } = await openingOf(seed);
    await refused('no seed', run(OPEN, right, { timestamp: start + day + hour - 1n }));
    await refused('not proven', run(OPEN, wrong, { timestamp: start + day + hour }));
    await taken(run(OPEN, right, { timestamp: start + day + hour }));
    assert.deepEqual(bytesOf(await run('random()')), randomOf(output));
  });

  test('a draw without a word does not open', async () => {
    const { run } = await deploy(inGuide('Draw'), { timestamp: 0n });
    const { right } = await openingOf(new Uint8Array(32));
    assert.equal(reasonOf(await run(OPEN, right, { timestamp: 10n ** 6n })), 'no seed');
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

describe('proofs of other programs', async () => {
  const vector = (name) => readJson(new URL(`evm/${name}.json`, vectors));
  const numbers = (row, names) => names.map((name) => BigInt(row[name]));
  const [of0x] = vector('wesolowski');
  const [input, output, proof] = ['input', 'output', 'proof'].map((name) => of0x[name]);
  const rows = [
    { ...of0x, from: '0x', modulus: N, x: input, y: output, pi: proof },
    ...vector('foreign').map((row) => ({ ...row, iterations: BigInt(row.iterations) })),
  ];
  const transcripts = {
    '0x': () => challengeOf0x(pm),
    pineward: () => challengeOfPineward(pm),
    'js-wesolowski': ({ nonce }) => challengeOfJsWesolowski(pm, Buffer.from(nonce, 'hex')),
  };
  const { code } = blocksOf(guide).find(({ name }) => name === 'foreign.mjs');
  const { isProven } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

  for (const [i, row] of rows.entries())
    test(`proof ${i}, of ${row.from}`, async () => {
      const [modulus, x, y, pi, prime] = numbers(row, ['modulus', 'x', 'y', 'pi', 'prime']);
      const iterations = Number(row.iterations);
      assert.equal(await transcripts[row.from](row)(modulus, x, y, iterations), prime);
      const given = { modulus, x, y, pi, prime, iterations };
      assert.ok(isProven(pm, given));
      for (const other of [{ x: x + 1n }, { y: y ^ 1n }, { pi: pi - 1n }, { iterations: iterations + 1 }])
        assert.ok(!isProven(pm, { ...given, ...other }));
      for (const name of ['x', 'y', 'pi'])
        for (const [step, other] of [0n, modulus, given[name] + modulus].entries())
          assert.ok(!isProven(pm, { ...given, [name]: other }), `${name}, ${step}`);
    });

  test('some of them prove N − y, which their programs take', () => {
    const isPower = (row) => {
      const [modulus, x, y] = numbers(row, ['modulus', 'x', 'y']);
      return pm.modPow(x, 2n ** BigInt(row.iterations), modulus) === y;
    };
    const [, ...short] = rows; // the first has 2·10^10 squarings
    assert.deepEqual(
      short.map(isPower),
      short.map((_, i) => ![1, 5].includes(i)),
    );
  });
});
