// npm run fuzz:js -- [TARGET…] [--minutes N]: runs each target in turn, for ten minutes by default, and adds a line to
// LOG.md for each.
import { parseArgs } from 'node:util';
import { commit, log, timed } from '../log.mjs';
import { run, type Target } from './run.ts';
import { targets } from './targets.ts';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes: must be a number above 0');
const names = targets.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`${unknown}: there are ${names.join(', ')}`);

for (const target of targets) {
  if (positionals.length > 0 && !positionals.includes(target.name)) continue;
  const state = await commit();
  const { result, minutes: taken } = await timed(() => tried(target));
  log(state, `fuzz:js ${target.name}`, taken, result);
}

async function tried(target: Target): Promise<string> {
  try {
    const executions = await run(target, 60_000 * minutes);
    return `${executions.toLocaleString('en')} executions; found: nothing`;
  } catch (error) {
    const { message } = error as Error;
    console.error(message);
    process.exitCode = 1;
    return `found: ${message.split('\n')[0]}`;
  }
}
