// LOG.md, to which every long run adds a line.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

/** The commit that lies here, with a `+` where something was changed since. */
export async function commit() {
  const head = (await run('git', ['rev-parse', '--short', 'HEAD'])).trim();
  const changed = await run('git', [
    'status',
    '--porcelain',
    '--',
    'crate',
    'tests',
    'Cargo.lock',
    ':!tests/fuzz/LOG.md',
  ]);
  return changed ? `${head}+` : head;
}

/** Adds what a run found to the log; `state` is the commit that it ran on. */
export function log(state, what, minutes, result) {
  const date = new Date().toISOString().slice(0, 10);
  const line = `| ${[date, state, what, minutes.toFixed(1), result].join(' | ')} |\n`;
  appendFileSync(join(root, 'tests/fuzz/LOG.md'), line);
  process.stdout.write(line);
}

/** What `work` gave, and the minutes that it took. */
export async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, minutes: (performance.now() - start) / 60_000 };
}
