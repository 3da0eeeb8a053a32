// `npm start` in a clean clone, without tools and without packages: how long until the page is served, the first time
// and the second time. rustup's toolchain and the downloads of cargo and npm are there before.
// node bench/start/run.mjs [--quick] [--json FILE]; --quick measures only the second time, in this checkout
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';
import { childrenSeconds } from '../../workshop/processor-time.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { verdict } from '../verdict.mjs';

const FIRST = { most: 270, goal: 180 };
const SECOND = { most: 5, goal: 3 };

const options = readOptions();
const result = { cores: availableParallelism(), load: loadavg()[0] };
if (options.quick) {
  await start(root);
  result.second = await start(root);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-start-'));
  try {
    await run('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
    result.first = await start(folder, 'inherit');
    result.second = await start(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
for (const [time, bounds] of [
  ['first', FIRST],
  ['second', SECOND],
])
  if (result[time]) {
    const { seconds, processor } = result[time];
    console.log(
      `${time} time: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time, ${verdict(seconds, bounds)}`,
    );
  }
console.log(`The load of ${result.cores} cores before was ${result.load.toFixed(1)}.`);
writeResult(options, result);

/** Starts, ends when the page is served, and tells how long that took. */
async function start(folder, stdout = 'pipe') {
  const [processor, begin] = [childrenSeconds(), performance.now()];
  const child = spawn(process.execPath, ['www/start.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (stdout === 'inherit') process.stdout.write(text);
    if (output.includes('Press Ctrl-C')) break;
  }
  const seconds = (performance.now() - begin) / 1000;
  child.kill('SIGINT');
  const [code] = await ended;
  if (code !== 0) throw new Error(`npm start ended with ${code}:\n${output}`);
  return { seconds, processor: childrenSeconds() - processor };
}
