// Every method of exponentiation, with every window, agrees with Python's `pow` and with BigInt, on every kernel of
// every engine. Each engine gets half of the cases, and each kernel gets all.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { engines } from '../../workshop/engines/engines.mjs';
import { nativePow } from '../support/native.ts';
import { Random } from '../support/random.ts';
import { root } from '../support/vectors.ts';
import { ask } from './oracle.ts';

const PARTS = 2;

/** The file of one part of the cases. The file lies below the root, so that the server for browsers has it. */
const pathOf = (part: number) => `target/powers-${part}.json`;

const random = new Random();

interface Case {
  modulus: bigint;
  terms: [base: bigint, exponent: bigint][];
  /** The widest window to try for this length; wider ones take too long. */
  widest: number;
}

/** Lengths of moduli: the shortest, those around words, and those at which the choice of kernel changes. */
const BITS = [1, 2, 3, 31, 32, 33, 64, 249, 301, 480, 521, 1024, 1449, 2047, 2048, 3072, 4096];

function* cases(): Generator<Case> {
  for (const bits of BITS) {
    const odd = random.number(bits) | 1n;
    const even = random.number(bits) & ~1n;
    for (const modulus of bits === 1 ? [1n] : [odd, even || 2n]) {
      const longest = bits > 2048 ? 32 : bits > 600 ? 80 : 300;
      const widest = bits > 600 ? 3 : 5;
      const base = () =>
        random.pick([0n, 1n, -1n, modulus - 1n, modulus + 5n, random.bits(bits), random.bits(2 * bits)]);
      const k = BigInt(random.between(2, longest));
      for (const exponent of [0n, 1n, (1n << k) - 1n, 1n << k, (1n << k) + 1n, random.number(longest)])
        yield { modulus, terms: [[base(), exponent]], widest };
      const some = () => random.number(random.between(0, longest));
      for (const count of [2, 3, 9])
        yield { modulus, terms: Array.from({ length: count }, () => [base(), some()]), widest };
      if (bits > 600) continue;
      yield { modulus, terms: [[random.bits(bits), -some()]], widest };
      yield {
        modulus,
        terms: [
          [random.bits(bits), -some()],
          [base(), some()],
        ],
        widest,
      };
    }
  }
  // Every window: up to 16 bits for one base, up to 8 bits each for two.
  const modulus = random.number(521) | 1n;
  yield { modulus, terms: [[random.bits(521), random.number(40)]], widest: 16 };
  yield { modulus, terms: [1, 2].map(() => [random.bits(521), random.number(20)]), widest: 16 };
  // Exponents as long as the modulus.
  for (const bits of [1024, 2048]) {
    const modulus = random.number(bits) | 1n;
    yield { modulus, terms: [[random.bits(bits), (1n << BigInt(bits)) - 1n]], widest: 1 };
    yield {
      modulus,
      terms: [
        [random.bits(bits), random.number(bits)],
        [modulus - 1n, random.number(bits)],
      ],
      widest: 1,
    };
  }
}

before(() => {
  const all = [...cases()];
  const hex = ({ modulus, terms }: Case) => ({
    modulus: modulus.toString(16),
    terms: terms.map(([base, exponent]) => [base.toString(16), exponent.toString(16)] as [string, string]),
  });
  const answers = ask('power', all.map(hex));
  for (const [i, { modulus, terms }] of all.entries()) {
    if (terms.some(([, exponent]) => exponent < 0n)) continue;
    const product = terms.reduce((p, [base, exponent]) => (p * nativePow(base, exponent, modulus)) % modulus, 1n);
    assert.equal(answers[i], (product % modulus).toString(16), 'Python and BigInt agree');
  }
  const solved = all.map((given, i) => ({ ...hex(given), widest: given.widest, expected: answers[i] }));
  mkdirSync(join(root, 'target'), { recursive: true });
  const parts: object[][] = Array.from({ length: PARTS }, () => []);
  for (const one of solved) random.pick(parts).push(one);
  for (const [i, part] of parts.entries()) writeFileSync(join(root, pathOf(i)), JSON.stringify(part));
});

test('each kernel gets every part of the cases', () => {
  for (const kernel of new Set(engines.flatMap(({ kernels }) => kernels))) {
    const parts = engines.flatMap(({ kernels }, i) => (kernels.includes(kernel) ? [i % PARTS] : []));
    assert.equal(new Set(parts).size, PARTS, kernel);
  }
});

for (const [i, { name, kernels, missing, open }] of engines.entries()) {
  describe(`${name}, POWMOD_SEED=${random.seed}`, () => {
    test('every method agrees with Python on every kernel', async (t) => {
      const reason = missing();
      if (reason) {
        assert.notEqual(process.env.CI, 'true', reason);
        return t.skip(reason);
      }
      const engine = await open();
      t.after(() => engine.close());
      const reports: { kernel: string; powers: number; problems: string[] }[] = await engine.call(
        'tests/kernels/powers.js',
        pathOf(i % PARTS),
      );
      const ran = reports.map(({ kernel }) => kernel);
      for (const kernel of kernels) assert.ok(ran.includes(kernel), kernel);
      for (const { kernel, powers, problems } of reports) {
        assert.deepEqual(problems, [], kernel);
        // Named methods are in WebAssembly alone.
        assert.ok(powers > (kernel === 'bigint' ? 800 : 2500), `${kernel}: ${powers} powers`);
        t.diagnostic(`${kernel}: ${powers} powers`);
      }
    });
  });
}
