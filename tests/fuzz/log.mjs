// Keeps the last line of each long run in LOG.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

/** The checked-out commit, with a `+` if files have changes. */
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

/** Writes the result of a run to the log, in place of its last one. `state` is the commit of the run. */
export function log(state, what, minutes, result) {
  const date = new Date().toISOString().slice(0, 10);
  const line = `| ${[date, state, what, minutes.toFixed(1), result].join(' | ')} |\n`;
  const file = join(root, 'tests/fuzz/LOG.md');
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((other) => other.split(' | ')[2] !== what);
  writeFileSync(file, others.join('\n') + line);
  process.stdout.write(line);
}

/** The result of `work`, and the minutes that it took. */
export async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, minutes: (performance.now() - start) / 60_000 };
}
