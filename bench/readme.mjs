// Writes the README's table of speeds from bench/results.json: node bench/readme.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figure, ratio, table, time } from './report/format.mjs';
import { RESULTS } from './report.mjs';

export const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BETWEEN = /(<!-- made by bench\/readme\.mjs -->\n)[\s\S]*(<!-- end -->)/;

/** The peers in the README's table. The report has more. */
const PEERS = {
  OpenSSL: 'OpenSSL, native (`node:crypto`)',
  GMP: 'GMP, native (gmpy2)',
  'gmp-wasm': 'gmp-wasm',
  BigInt: 'native BigInt, sliding windows',
  'bigint-mod-arith': 'bigint-mod-arith',
  jsbn: 'jsbn',
  'bn.js': 'bn.js',
  SJCL: 'SJCL',
};

/** The README with the table that these results give. */
export function withTable(readme, report) {
  if (!BETWEEN.test(readme)) throw new Error('README.md lacks the two comments between which the table stands');
  return readme.replace(BETWEEN, (_, start, end) => `${start}${tableOf(report)}\n${end}`);
}

function tableOf({ machine, runs, results }) {
  const { date, quick } = runs.modpow;
  const [{ engine, kernel, rows }] = results.modpow;
  const others = results.platforms.map(({ platform, auto, rows }) => {
    const { timings } = rows.find(({ shape }) => shape === '2048/256');
    return `${platform} ${figure(ratio(timings.BigInt, timings[auto]).min, 2)}`;
  });
  return `One exponentiation in ${engine}, from call to result; powmod uses its kernel \`${kernel}\`. Each figure is the time of
a library over that of powmod: 5 means that powmod is five times as fast. Columns are bits of the modulus / bits of the
exponent.

${table(
  ['', ...rows.map(({ bits, exponentBits }) => `${bits}/${exponentBits}`)],
  [
    ...Object.entries(PEERS)
      .filter(([peer]) => peer in rows[0].timings)
      .map(([peer, name]) => [name, ...rows.map(({ timings }) => figure(ratio(timings[peer], timings.powmod).min, 2))]),
    ['powmod itself', ...rows.map(({ timings }) => time(timings.powmod.min))],
  ],
)}

BigInt is faster in some engines than in others. Its time over powmod's at 2048/256: ${others.join(', ')}.

All of this was measured on one machine (${machine.processor}, ${date}${quick ? ', in the quick form, so the figures are provisional' : ''}). The [report](bench/REPORT.md) has more, and
\`npm run bench\` measures your machine.
`;
}

export function writeReadme() {
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), JSON.parse(readFileSync(RESULTS, 'utf8'))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReadme();
