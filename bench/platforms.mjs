// Which kernel runs where, and how fast: modPow on every platform whose clock runs, as ratios to native BigInt there.
// node bench/platforms.mjs [--quick] [--json FILE] [--page] [PLATFORM…]
// --page writes bench/PLATFORMS.md, and what it is made of beside it: see bench/platforms/page.mjs.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { engines } from '../tests/engines/engines.mjs';
import { installRuntimes } from '../tests/engines/install.mjs';
import { DATA, writePage } from './platforms/page.mjs';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const task = {
  shapes: [
    [1024, 1024],
    [2048, 256],
    [2048, 2048],
    [4096, 256],
  ],
  timing: options.quick ? { rounds: 5, warmMs: 60 } : { rounds: 41, warmMs: 300, sampleMs: 8 },
};

await installRuntimes();
const platforms = [];
for (const { name, missing, open } of engines) {
  if (wanted.length && !wanted.includes(name)) continue;
  const reason = missing();
  if (reason) {
    console.log(`${name} is left out: ${reason}`);
    continue;
  }
  const engine = await open();
  try {
    const measured = await engine.call('bench/platforms/measure.js', task);
    platforms.push({ platform: name, version: engine.version, ...measured });
    console.log(
      `\n${name}: ${engine.version}, which gets ${measured.auto}. Milliseconds, in brackets BigInt's over it:`,
    );
    for (const { shape, timings } of measured.rows)
      console.log(
        `  ${shape}: ${Object.entries(timings)
          .map(([way, { min }]) => `${way} ${(min / 1000).toFixed(3)} (${(timings.BigInt.min / min).toFixed(1)})`)
          .join(', ')}`,
      );
  } finally {
    await engine.close();
  }
}
const report = { processor: cpus()[0]?.model.trim(), platforms };
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.page) {
  writeFileSync(DATA, `${JSON.stringify(report, null, 2)}\n`);
  writePage();
}
