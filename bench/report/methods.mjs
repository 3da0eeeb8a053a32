// The best method for each length, and two bases along the map's two middle lines (Attias, Vigneri, Dimitrov, Figures 3
// to 5).
import { curves } from './curves.mjs';
import { percent } from './format.mjs';
import { heatMaps } from './heat-map.mjs';

/** Those of Figure 3, and the interleaving that the paper leaves out. */
const SHOWN = ['separate', 'ary 2', 'ary 3', 'ary 4', 'yll 2', 'yll 3', 'yll 4', 'interleaved'];

export default function section({ sizes, maps, lines }, { chart, table }) {
  const kernels = [...new Map(maps.map(({ kernel, engine }) => [kernel, engine]))];
  const [[main, engine] = []] = kernels;
  if (!main) return 'No kernel ran.';
  const of = (kernel, bases) => maps.find((map) => map.kernel === kernel && map.bases === bases);
  return `
### Figure 5: which method is the fastest

Each cell is the fastest method for a modulus and for exponents of so many bits, with its window: of those within 2 %
of the fastest, which noise alone may order, the plainest. On the right only those among which the paper chooses,
which is its Figure 5; it gives that as pictures, without figures. A cell is timed from JavaScript call to JavaScript
result, so that in the lower left, where a product takes less time than the way into wasm, methods hardly differ.

${kernels
  .map(([kernel, engine]) =>
    chart(
      `methods-${kernel}`,
      heatMaps({
        title: `The fastest method, ${kernel}, ${engine}`,
        sizes,
        maps: [
          { name: 'one base', best: of(kernel, 1).best },
          { name: 'two bases', best: of(kernel, 2).best },
          { name: "two bases, the paper's methods", best: of(kernel, 2).papers },
        ],
      }),
      { width: 1320, height: 520, alt: `Maps of the fastest method, ${kernel}, ${engine}` },
    ),
  )
  .join('\n\n')}

${table(
  ['kernel', 'bases', "auto's loss against the fastest, median cell", 'worst cell', 'which is'],
  maps.map(({ kernel, bases, regret: { median, worst } }) => [
    `\`${kernel}\``,
    bases,
    percent(median),
    percent(worst.loss),
    worst.loss > 0 ? `${worst.bits}/${worst.exponentBits}, where ${worst.best} is the fastest` : '',
  ]),
)}

A loss within the noise of both counts as none.

The paper sees two patterns. Along the exponent the window grows: so it does here, for the same reason, that a table
is worth its products only where there are many to save. Along the modulus it sees a change from \`ary\` to \`yll\`,
at about 2^10 bits on its 64-bit machines and 2^8 on the others, and explains it by the scanning of exponents, which
counts while products are cheap. ${changes(kernels, of, sizes)} The reason is the same, too: \`yll\` looks at every
column of bits and \`ary\` at every window, while \`yll\` has the smaller table and no more products at any length.
The interleaving that the paper leaves out for its scanning looks at each exponent by itself; it is shown in the
middle.

### Figures 3 and 4: two bases, along the map's middle lines

Figure 3 is of one machine and its methods, Figure 4 of YLL with w = 3 on all machines; ours are kernels. The paper
prints neither's figures, but for λ = 2048, k = 256, which is its Table 2. Where its curves fall again after λ = 64, a word
of its machine, ours do not: one kernel serves all lengths.

${pair({
  chart,
  id: 'double-modulus',
  title: `Exponents of 256 bits, ${main}, ${engine} (Figure 3a, 3e)`,
  x: 'bits of the modulus',
  curvesOf: methodCurves(
    lines.filter((line) => line.kernel === main && line.exponentBits === 256),
    ({ bits }) => bits,
  ),
})}

${pair({
  chart,
  id: 'double-exponent',
  title: `Modulus of 2048 bits, ${main}, ${engine} (Figure 3c, 3d)`,
  x: 'bits of the exponents',
  curvesOf: methodCurves(
    lines.filter((line) => line.kernel === main && line.bits === 2048),
    ({ exponentBits }) => exponentBits,
  ),
})}

${pair({
  chart,
  id: 'double-modulus-kernels',
  title: 'Exponents of 256 bits, yll 3 on every kernel (Figure 4c, 4d)',
  x: 'bits of the modulus',
  curvesOf: kernelCurves(
    kernels,
    lines.filter(({ exponentBits }) => exponentBits === 256),
    ({ bits }) => bits,
  ),
})}

${pair({
  chart,
  id: 'double-exponent-kernels',
  title: 'Modulus of 2048 bits, yll 3 on every kernel (Figure 4a, 4b)',
  x: 'bits of the exponents',
  curvesOf: kernelCurves(
    kernels,
    lines.filter(({ bits }) => bits === 2048),
    ({ exponentBits }) => exponentBits,
  ),
})}`;
}

/** Times on the left, speed-ups over `separate` on the right. */
function pair({ chart, id, title, x, curvesOf }) {
  const panels = [
    { x, y: 'µs', log: true, curves: curvesOf((time) => time) },
    { x, y: 'separate / method', curves: curvesOf((time, separate) => separate / time) },
  ];
  return chart(id, curves({ title, panels }), { width: 1000, height: 440 });
}

const methodCurves = (cells, place) => (value) =>
  Object.fromEntries(
    SHOWN.map((name) => [name, cells.map((cell) => [place(cell), value(timeOf(cell, name), cell.times.separate)])]),
  );

const kernelCurves = (kernels, lines, place) => (value) =>
  Object.fromEntries(
    kernels.map(([kernel]) => {
      const cells = lines.filter((line) => line.kernel === kernel);
      return [kernel, cells.map((cell) => [place(cell), value(cell.times['yll 3'], cell.times.separate)])];
    }),
  );

/** Of interleaving that with the best window. */
function timeOf({ times }, name) {
  const windows = Object.keys(times).filter((method) => method === name || method.startsWith(`${name} `));
  return Math.min(...windows.map((method) => times[method]));
}

/** The length of moduli that best tells apart where `ary` and where `yll` leads, among the paper's methods. */
function changes(kernels, of, sizes) {
  const told = kernels.map(([kernel]) => {
    const leads = of(kernel, 2).papers.map((row) => {
      const count = (method) => row.filter((name) => name.startsWith(method)).length;
      return count('yll') - count('ary');
    });
    const sum = (some) => some.reduce((total, lead) => total + lead, 0);
    const splits = sizes.map((_, i) => sum(leads.slice(i)) - sum(leads.slice(0, i)));
    return `${sizes[splits.indexOf(Math.max(...splits))]} bits with \`${kernel}\``;
  });
  return `Here the length that best tells apart where \`ary\` and where \`yll\` leads is ${told.join(', ')}.`;
}
