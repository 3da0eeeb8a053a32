// The early exit: Brun, "Fast square and multiply modular exponentiation".
import { curves } from './curves.mjs';
import { figure, percent, ratioText, time } from './format.mjs';

/** The paper's own: instructions by callgrind, and seconds for ten million powers, without the exit and with it. */
const PAPER = [
  { name: 'no zero, modulus cut off in the text', instructions: [723, 799] },
  {
    name: '294^98725745 mod 98',
    instructions: [583, 86],
    seconds: { 'x86-64': [3.798237, 0.04472], 'RISC-V': [5.238649, 0.472115] },
  },
  { name: '2945^98725745 mod 98', seconds: { 'x86-64': [3.862384, 3.793387] } },
  { name: '294^98725745 mod 985', seconds: { 'RISC-V': [5.34625, 5.32255] } },
];

export default function section({ counts, frequency, exponentBits, engine, kernel, rows }, { chart, table }) {
  const operations = ({ squarings, products }) => `${squarings} + ${products}`;
  const tests = ({ tests }) => `, ${tests} tests`;
  return `
If an intermediate residue is 0, so is the answer. \`binary\` looks for it after products, as the paper does, or after
squarings too (\`earlyExit: 'products'\` or \`'all'\`).

### Counts

Squarings and products, and how often a residue is compared with 0; the paper goes from right to left, ours from left
to right.

${table(
  ['', 'theirs', 'theirs, exit', 'ours', 'exit after products', 'exit after all'],
  counts.map(({ name, none, products, all, theirs }) => [
    name,
    operations(theirs.none),
    operations(theirs.exit),
    operations(none),
    operations(products) + tests(products),
    operations(all) + tests(all),
  ]),
)}

294 is 3·98, so its residue is 0 on entry, and ours does nothing at all; the paper's listing multiplies once, because
it starts from 1. The zero of 6^e modulo 2^20·3^20 comes midway, by squaring: after squarings it is seen at once,
after products at the first product that follows, if that is still looked at. In Montgomery form modulo a multiple of
N a zero is not all-zero limbs, so a test is a reduction; if any power of x is 0 modulo N then x^(log2 N) is, so only
the first log2 log2 N squarings and the products among them are followed by one. Hence the power of 6 that is a square
of squares is a hit for the one placement and a miss for the other. The paper's order from right to left sees a zero
only where it multiplies, squarings up to there included.

### Times

The paper's, in instructions and in seconds for ten million powers of 64-bit numbers, and the share that is left with
the exit:

${table(
  ['', 'measured', 'without', 'with', 'with / without'],
  PAPER.flatMap(({ name, instructions, seconds = {} }) =>
    [
      ...(instructions ? [['instructions', instructions, (x) => `${x}`]] : []),
      ...Object.entries(seconds).map(([machine, pair]) => [machine, pair, (x) => `${figure(x)} s`]),
    ].map(([what, [without, withExit], format]) => [
      name,
      what,
      format(without),
      format(withExit),
      figure(withExit / without),
    ]),
  ),
)}

${
  rows
    ? `Ours, ${engine}, \`${kernel}\`, from JavaScript call to result:

${table(
  ['', 'without', 'after products', 'after all', 'after products / without', 'after all / without'],
  rows.map(({ name, timings: { none, products, all } }) => [
    name,
    time(none.min),
    time(products.min),
    time(all.min),
    ratioText(products, none),
    ratioText(all, none),
  ]),
)}

A call costs microseconds before its first product, so that a hit modulo 98 saves a smaller share here than in the
paper's bare function. On a miss the paper has 10.5 % more instructions, for the comparison in each step; ours has its
few tests at the start, which is nothing beside a long exponent and shows with a short one.`
    : ''
}

The paper heads its run modulo 985 as one with a zero: the answer is 4, and none is met, as the times say too. Its
listing returns the base for exponent 0, where the answer is 1 mod n; overflows 64 bits for moduli above 2^32; and
does not reduce the base on entry, so that bases above 2^32 are wrong with any modulus. Ours does each right, and what
is counted as theirs above has them mended.

### How often it leaves early

Every modulus of so many bits with every base below it, and from some length on as many random pairs; exponents of
${exponentBits} random bits. A base leaves early if every prime of n divides it, which is one base in rad(n), the
product of those primes: the expected share.

${table(
  ['bits of the modulus', 'pairs', 'expected', 'leaves, after all', 'leaves, after products'],
  frequency.map(({ bits, exhaustive, pairs, expected, all, products }) => [
    bits,
    `${pairs}${exhaustive ? '' : ' random'}`,
    percent(expected, 3),
    percent(all / pairs, 3),
    percent(products / pairs, 3),
  ]),
)}

${chart(
  'early-exit',
  curves({
    title: 'Share of bases that leave early, in per cent',
    panels: [
      {
        x: 'modulus',
        y: '%',
        log: true,
        curves: {
          expected: points(frequency, ({ expected }) => expected),
          'after squarings too': points(frequency, ({ all, pairs }) => all / pairs),
          'after products': points(frequency, ({ products, pairs }) => products / pairs),
        },
      },
    ],
  }),
  { width: 760, height: 420 },
)}

The paper draws the same fall with the modulus, and no change with the base, without figures. For a modulus of
cryptographic size the exit is never met by chance: square-free numbers, RSA's among them, have it for the base 0
alone.`;
}

/** A logarithm has no place for what was never met. */
function points(frequency, share) {
  return frequency.filter((row) => share(row) > 0).map((row) => [2 ** row.bits, 100 * share(row)]);
}
