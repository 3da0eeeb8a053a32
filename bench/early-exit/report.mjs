// The early exit at a zero: Brun, "Fast square and multiply modular exponentiation".
import { figure, percent, ratioText, time } from '../report/format.mjs';

/** Measurements of the paper, without the exit and with it: instructions by callgrind, seconds for ten million powers. */
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

export default function section({ counts, frequency, exponentBits, engine, kernel, rows }, { table }) {
  const operations = ({ squarings, products }) => `${squarings} + ${products}`;
  return `
If an intermediate residue of an exponentiation is 0, so is the result, and the computation can stop. The method \`binary\`
of powmod/methods tests for 0 after products, as the paper does (\`earlyExit: 'products'\`), or after squarings too (\`earlyExit: 'all'\`).

### Operation counts

Each cell is squarings + products. The paper scans the exponent from right to left, powmod from left to right.

${table(
  ['', 'paper, no exit', 'paper, exit', 'powmod, no exit', 'powmod, after products', 'powmod, after all'],
  counts.map(({ name, none, products, all, theirs }) => [
    name,
    operations(theirs.none),
    operations(theirs.exit),
    operations(none),
    operations(products),
    operations(all),
  ]),
)}

- 294 is 3·98, so the base is 0 modulo 98 from the start. powmod then computes nothing. The paper's listing multiplies
  once, because it starts from 1.
- 6^e modulo 2^20·3^20 becomes 0 midway, by a squaring. The exit after all sees the zero at once. The exit after products
  sees it at the next product, if that product is still followed by a test.
- Not every operation is followed by a test. powmod's residues are in Montgomery form modulo a multiple of N, where a
  zero may have limbs other than 0, so each test needs a reduction. If any power of x is 0 modulo N, then x^(log2 N)
  is 0 too. So only the first log2 log2 N squarings, and the products among them, are followed by a test.
- 6^(2^2047) takes squarings alone. So the exit after all sees its zero, and the exit after products does not.
- The paper scans from right to left, so it sees a zero only when it multiplies, after all squarings up to that bit.

### Times

The measurements of the paper, in instructions and in seconds for ten million powers of 64-bit numbers. The last column is
the share that remains with the exit:

${table(
  ['', 'measured', 'without exit', 'with exit', 'with / without'],
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
    ? `The times of powmod, in ${engine} with the kernel \`${kernel}\`, from JavaScript call to result:

${table(
  ['', 'no exit', 'after products', 'after all', 'after products / no exit', 'after all / no exit'],
  rows.map(({ name, timings: { none, products, all } }) => [
    name,
    time(none.min),
    time(products.min),
    time(all.min),
    ratioText(products, none),
    ratioText(all, none),
  ]),
)}

A call takes microseconds before its first product. So a hit modulo 98 saves a smaller share here than in the paper's bare
function. On a miss the paper runs 10.5 % more instructions, for the comparison in each step. powmod runs its few tests at
the start: their cost shows with a short exponent and disappears with a long one.`
    : ''
}

The paper has mistakes. It presents its run modulo 985 as one that meets a zero, but the result is 4 and no residue is 0, as
the times show too. Its listing returns the base for exponent 0, where the result is 1 mod n. It overflows 64 bits for
moduli above 2^32. It does not reduce the base at the start, so bases above 2^32 give wrong results. powmod has none of
these faults, and the counts of the paper above are those of a corrected listing.

### How often the exit is taken

For short moduli, all pairs of a modulus n and a base below it; for longer ones, random pairs. Exponents have
${exponentBits} random bits. The exit is taken if every prime factor of n divides the base. One base in rad(n) is like that,
where rad(n) is the product of those primes; this gives the expected share.

${table(
  ['bits of the modulus', 'pairs', 'expected', 'exits, after all', 'exits, after products'],
  frequency.map(({ bits, exhaustive, pairs, expected, all, products }) => [
    bits,
    `${pairs}${exhaustive ? '' : ' random'}`,
    percent(expected, 3),
    percent(all / pairs, 3),
    percent(products / pairs, 3),
  ]),
)}

The paper draws the same decrease with the modulus, and no change with the base, without figures. For a modulus of
cryptographic size the exit is never taken by chance. For square-free moduli, such as those of RSA, only the base 0 leads
to it.`;
}
