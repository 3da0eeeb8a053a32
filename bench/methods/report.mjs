// The fastest method for each length, as maps, and times for two bases along two lines of the map (Attias, Vigneri,
// Dimitrov, Figures 3 to 5).
import { curves } from '../report/curves.mjs';
import { percent } from '../report/format.mjs';
import { heatMaps } from '../report/heat-map.mjs';

/** The methods of Figure 3, and interleaving, which the paper leaves out. */
const SHOWN = ['separate', 'ary 2', 'ary 3', 'ary 4', 'yll 2', 'yll 3', 'yll 4', 'interleaved'];

export default function section({ sizes, maps, lines }, { chart, table }) {
  const kernels = [...new Map(maps.map(({ kernel, engine }) => [kernel, engine]))];
  const [[main, engine] = []] = kernels;
  if (!main) return 'No kernel ran.';
  const of = (kernel, bases) => maps.find((map) => map.kernel === kernel && map.bases === bases);
  return `
### Figure 5: which method is the fastest

Each cell of a map shows the fastest method for one length of the modulus and one length of the exponents. Its colour is the
method, its figure the window. Methods within 2 % of the fastest count as equally fast, since noise may order them; the
cell then shows the simplest. Each chart has three maps: one base, two bases, and two bases with only the methods that the
paper considers. The third corresponds to the paper's Figure 5, which gives pictures and no figures.

For one base, \`binary\` is square and multiply, \`mary\` has windows of fixed length, and \`sliding\` has sliding windows. The
section above describes the methods for two bases.

Times are from JavaScript call to JavaScript result. In the lower left a product takes less time than the call into
WebAssembly, so the methods hardly differ there.

${kernels
  .map(([kernel, engine]) =>
    chart(
      `methods-${kernel}`,
      heatMaps({
        title: `The fastest method, kernel ${kernel}, ${engine}`,
        sizes,
        maps: [
          { name: 'one base', best: of(kernel, 1).best },
          { name: 'two bases', best: of(kernel, 2).best },
          { name: 'two bases, methods of the paper', best: of(kernel, 2).papers },
        ],
      }),
      { width: 1320, height: 520, alt: `Maps of the fastest method, kernel ${kernel}, ${engine}` },
    ),
  )
  .join('\n\n')}

\`auto\` is the package's own choice of a method. The table shows how much slower it is than the fastest method, in the
median cell and in the worst. A difference within the noise of both counts as none.

${table(
  ['kernel', 'bases', 'median cell', 'worst cell', 'the worst cell (modulus/exponent)'],
  maps.map(({ kernel, bases, regret: { median, worst } }) => [
    `\`${kernel}\``,
    bases,
    percent(median),
    percent(worst.loss),
    worst.loss > 0 ? `${worst.bits}/${worst.exponentBits}, where ${worst.best} is the fastest` : '',
  ]),
)}

The paper finds two patterns:

- With longer exponents the best window gets larger. We see the same, for the same reason: a larger table takes more
  products, so it pays only if it saves many.
- With a longer modulus the best method changes from \`ary\` to \`yll\`, at about 2^10 bits on the paper's 64-bit machines
  and at 2^8 on the others. ${changes(kernels, of, sizes)} The reason is the same too, the time to scan the exponents,
  which counts while products are cheap. \`yll\` looks at every column of bits, \`ary\` only at every window; but \`yll\`
  has the smaller table, and no more products at any length.

The paper leaves interleaving out because of its scanning, which looks at each exponent separately. The middle maps
include it.

### Figures 3 and 4: two bases, along two lines of the map

These charts fix one length and vary the other. The left panel shows times, the right panel the speed-up over \`separate\`,
which computes each power alone. The first two charts correspond to the paper's Figure 3, all methods on
one machine. The last two correspond to Figure 4, YLL with w = 3 on all machines; here each curve is a kernel.

The paper prints figures only for λ = 2048 and k = 256, in its Table 2. Its curves fall again after λ = 64, the word length
of its machines. Ours do not, since one kernel serves all lengths.

${pair({
  chart,
  id: 'double-modulus',
  title: `Two bases, exponents of 256 bits, kernel ${main}, ${engine} (Figure 3a, 3e)`,
  x: 'bits of the modulus',
  curvesOf: methodCurves(
    lines.filter((line) => line.kernel === main && line.exponentBits === 256),
    ({ bits }) => bits,
  ),
})}

${pair({
  chart,
  id: 'double-exponent',
  title: `Two bases, modulus of 2048 bits, kernel ${main}, ${engine} (Figure 3c, 3d)`,
  x: 'bits of the exponents',
  curvesOf: methodCurves(
    lines.filter((line) => line.kernel === main && line.bits === 2048),
    ({ exponentBits }) => exponentBits,
  ),
})}

${pair({
  chart,
  id: 'double-modulus-kernels',
  title: 'Two bases, exponents of 256 bits, yll 3 on every kernel (Figure 4c, 4d)',
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
  title: 'Two bases, modulus of 2048 bits, yll 3 on every kernel (Figure 4a, 4b)',
  x: 'bits of the exponents',
  curvesOf: kernelCurves(
    kernels,
    lines.filter(({ bits }) => bits === 2048),
    ({ exponentBits }) => exponentBits,
  ),
})}`;
}

/** A chart with times on the left and speed-ups over `separate` on the right. */
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

/** The time of a method. For `interleaved`, the time with the best window. */
function timeOf({ times }, name) {
  const windows = Object.keys(times).filter((method) => method === name || method.startsWith(`${name} `));
  return Math.min(...windows.map((method) => times[method]));
}

/** The length of the modulus that best separates where `ary` leads from where `yll` leads, among the paper's methods. */
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
  return `Here it changes at about ${told.join(', ')}.`;
}
