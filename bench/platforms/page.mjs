// bench/PLATFORMS.md from what bench/platforms.mjs measured: node bench/platforms/page.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DATA = fileURLToPath(new URL('measured.json', import.meta.url));
export const PAGE = fileURLToPath(new URL('../PLATFORMS.md', import.meta.url));

export function writePage() {
  writeFileSync(PAGE, pageOf(JSON.parse(readFileSync(DATA, 'utf8'))));
}

/** @param {{ processor: string, platforms: { platform: string, version: string, auto: string, rows: object[] }[] }} report */
export function pageOf({ processor, platforms }) {
  const shapes = platforms[0].rows.map(({ shape }) => shape);
  return `# Which kernel runs where, and how fast

How many times faster than native BigInt \`modPow\` is, from call to result, by each kernel that the platform runs
correctly; the one that \`init()\` takes there is **bold**. A shape is the bits of the modulus and of the exponent. BigInt
is at its best: sliding windows. Both are timed in turn in one run, and the fastest of many samples counts.

Measured on one machine (${processor}) by \`node bench/platforms.mjs --page\`: ratios differ between processors, and
between versions. \`init({ kernel: 'measure' })\` asks the machine at hand.

${table(
  ['platform', 'version', 'kernel', ...shapes],
  platforms.flatMap(({ platform, version, auto, rows }) =>
    Object.keys(rows[0].timings)
      .filter((way) => way !== 'BigInt')
      .map((kernel) => [
        platform,
        version,
        kernel === auto ? `**${kernel}**` : kernel,
        ...rows.map(({ timings }) => (timings.BigInt.min / timings[kernel].min).toFixed(1)),
      ]),
  ),
)}

In milliseconds a call, by the kernel that \`init()\` takes:

${table(
  ['platform', ...shapes],
  platforms.map(({ platform, auto, rows }) => [
    platform,
    ...rows.map(({ timings }) => (timings[auto].min / 1000).toFixed(2)),
  ]),
)}

workerd gets \`relaxed\` too, which the tests see; its clock stands still while code runs, so that nothing is timed there.
`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePage();
