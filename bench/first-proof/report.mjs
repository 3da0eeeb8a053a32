// The time to the first verified proof, in a fresh page or process.
import { bars } from '../report/chart.mjs';
import { figure, ratio, ratioText, time } from '../report/format.mjs';

/** The contenders that verify, beside BigInt. */
export const WAYS = { verify: '`verify` of `powmod/verify`', init: '`init()`, then `pm.verify`' };

const CONTENDERS = { ...WAYS, 'mod-pow': '`init()`, then `modPow`', bigint: 'BigInt' };

export default function section(rows, { chart, table }) {
  const ways = Object.keys(WAYS).filter((way) => rows.some(({ contenders }) => contenders[way]));
  return `
The time to the verdict on one Wesolowski proof modulo RSA-2048, by \`powmod\` and by the same verifier in native BigInt with SHA-256 of
\`@noble/hashes\`. Each page has a fresh profile, and each program a fresh process. So this time also has the download, the
compilation, and code that the engine has not optimised yet. A program that verifies many proofs sees the figures of the sections
above.

- *From the start* is from the navigation or the start of the process. *From the script* is from the first statement of the page's
  script, or from the program's first line, which then imports the verifier.
- Pages are bundled and minified by esbuild, and come gzipped from a server on the same machine. Both pages are the same except
  for their script, and the proof stands in the page. Programs import the package as it is.
- *Slow processor* is Chromium with its processor slowed 4 times. *4G* is Chromium with a network of 9 Mbit/s and 60 ms of latency.
  Chromium adds this latency to each request, between sending it and the head of its response. It adds none for the handshake of
  a connection.

The time of powmod over that of BigInt, so a figure below 1 means that powmod is faster. Minima flatter a slowed processor, which
at times is not slow; there the medians count:

${chart(
  'first-proof',
  bars({
    title: `The time of ${plain(WAYS[ways[0]])} to the first verdict over that of BigInt, medians`,
    categories: rows.map(nameOf),
    series: Object.entries(SPANS).map(([span, name]) => ({
      name,
      data: rows.map(({ contenders }) => ratioOf(contenders, ways[0], span)),
    })),
    horizontal: true,
  }),
  { height: 640 },
)}

${table(
  ['', ...ways.flatMap((way) => Object.values(SPANS).map((name) => `${WAYS[way]}: ${name}`))],
  rows.map(({ contenders, ...row }) => [
    nameOf(row),
    ...ways.flatMap((way) =>
      Object.keys(SPANS).map((span) => ratioText(contenders[way]?.[span], contenders.bigint[span])),
    ),
  ]),
)}

The times themselves, as minima. Beside the verdicts stands the first power of a page, modulo RSA-2048:

${table(
  ['', 'version', ...Object.values(CONTENDERS).flatMap((way) => Object.values(SPANS).map((name) => `${way}: ${name}`))],
  rows.map(({ contenders, ...row }) => [
    nameOf(row),
    row.version,
    ...Object.keys(CONTENDERS).flatMap((way) => Object.keys(SPANS).map((span) => time(contenders[way]?.[span].min))),
  ]),
)}

### From which proof on the package has paid

A page or a program that verifies more proofs gains with each of them. The table has the number of proofs from which the total
time of powmod, counted from the start, is below that of BigInt. The totals are made of medians.

${table(
  ['', ...ways.map((way) => WAYS[way])],
  rows.map(({ contenders, ...row }) => [nameOf(row), ...ways.map((way) => paidText(contenders[way]))]),
)}

${bytes(rows, table)}
`;
}

const SPANS = { start: 'from the start', script: 'from the script' };

/** `Chromium, 4G` */
function nameOf({ engine, condition }) {
  return condition ? `${engine}, ${condition}` : engine;
}

/** The number of proofs from which the package has paid. */
function paidText(measured) {
  if (!measured) return '–';
  const { paidFrom, proofs } = measured;
  return paidFrom === null ? `later than ${proofs}` : `${paidFrom}`;
}

function ratioOf(contenders, way, span) {
  const found = ratio(contenders[way]?.[span], contenders.bigint[span]);
  return found && Number(figure(found.median, 2));
}

/** The bytes that pages download until their verdict, in every browser. */
function bytes(rows, table) {
  const browsers = rows.filter(({ contenders, condition }) => contenders.bigint.bytes && !condition);
  if (!browsers.length) return '';
  const kilobytes = (count) => (count === undefined ? '–' : `${(count / 1000).toFixed(1)} kB`);
  return `### The bytes until the verdict

All files that the server sent until the verdict or until the first power, gzipped, the page itself included:

${table(
  ['', ...browsers.map(nameOf)],
  Object.entries(CONTENDERS)
    .filter(([way]) => browsers.some(({ contenders }) => contenders[way]))
    .map(([way, name]) => [name, ...browsers.map(({ contenders }) => kilobytes(contenders[way]?.bytes))]),
)}`;
}

function plain(markdown) {
  return markdown.replaceAll('`', '');
}
