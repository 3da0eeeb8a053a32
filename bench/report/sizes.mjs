// The bytes that a page loads.
import { bars } from './chart.mjs';

export default function section(rows, { chart, table }) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const series = ['.wasm, gzipped', "the page's download, gzipped"];
  return `
A page that verifies a proof loads the package's JavaScript, minified, and one kernel, as a server that compresses sends them.

${chart(
  'sizes',
  bars({
    title: 'Gzipped bytes',
    unit: 'kB',
    categories: rows.map(({ kernel }) => kernel),
    series: series.map((name) => ({ name, data: rows.map((row) => Number((row[name] / 1000).toFixed(1))) })),
  }),
  { height: 340 },
)}

${table(
  ['kernel', '.wasm', ...series],
  rows.map((row) => [row.kernel, ...['.wasm', ...series].map((name) => kilobytes(row[name]))]),
)}
`;
}
