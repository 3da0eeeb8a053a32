// Where native BigInt is faster than WebAssembly, and what the package's choice costs.
import { curves } from '../report/curves.mjs';
import { figure, time } from '../report/format.mjs';

/** The chart has one engine of each kind. */
const CHARTED = ['Node 24', 'Bun', 'Firefox'];
const STATES = { kept: 'kept modulus', fresh: 'modulus that never comes again' };

export default function section(rows, { chart, table }) {
  const [bigintPanel, bytesPanel] = ['bigint', 'bytes'].map((form) => ({
    x: 'bits of the modulus',
    y: `bits of the exponent, numbers as ${form}${form === 'bigint' ? 's' : ''}`,
    log: true,
    curves: Object.fromEntries(
      rows.filter(({ engine }) => CHARTED.includes(engine)).flatMap((row) => curvesOf(row, form)),
    ),
  }));
  const title = 'The exponent from which WebAssembly is faster than BigInt';
  return `
For short numbers the way into WebAssembly takes longer than the power itself. There native BigInt computes: up to so many
products as the table of the package says, by engine, kernel, length of the modulus, form of the numbers, and whether
WebAssembly has the modulus set up. \`bench/crossover/run.mjs --write\` makes that table from this measurement. Inverses and
products of bigints are always BigInt's. For products of bytes the table has the length from which WebAssembly is faster.

${chart('crossover', curves({ title, panels: [bigintPanel, bytesPanel] }), { height: 460 })}

The time of a call over the better of a tight BigInt loop and the same kernel without the choice, over a grid of moduli of
64 to 8192 bits, exponents of 1 to 1024 bits, all three states of a modulus, bigints and bytes. The last column has the longest call
of a cell that is above 1.15:

${table(
  ['', 'kernel', 'median', 'cells within 1.15', 'worst', 'the worst cell', 'the longest above 1.15'],
  rows.map(({ version, kernel, regret: { cells, within, median, worst, longest } }) => [
    version,
    kernel,
    figure(median),
    `${within} of ${cells}`,
    figure(worst[0].regret),
    nameOf(worst[0]),
    longest.length ? `${time(longest[0].powmod.min)}: ${nameOf(longest[0])}` : '–',
  ]),
)}
`;
}

function curvesOf({ engine, kernel, crossings }, form) {
  const own = crossings.find((one) => one.kernel === kernel) ?? crossings[0];
  return Object.entries(STATES).map(([state, words]) => [
    `${engine}, ${words}`,
    own.cells
      .filter((cell) => cell.form === form && cell.state === state && cell.exponentBits)
      .map(({ bits, exponentBits }) => [bits, Math.max(1, exponentBits)]),
  ]);
}

function nameOf({ what, bits, exponentBits, form, state }) {
  const numbers = exponentBits ? `${bits}/${exponentBits}` : `${bits}`;
  return [what, numbers, form, state].filter(Boolean).join(', ');
}
