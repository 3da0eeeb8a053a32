import { parseArgs } from 'node:util';
import type { Command, Options } from './command.js';
import { EVALUATION_OPTIONS, evaluateWithFile, readTask } from './evaluation.js';
import { writeResult } from './files.js';
import { interruptible } from './interruptible.js';
import { createPool } from './package.js';

const options = {
  ...EVALUATION_OPTIONS,
  out: { type: 'string', value: 'FILE', about: 'Writes the result there, a new file unless --force is given.' },
} as const satisfies Options;

export const evaluate: Command = {
  summary:
    'Prints, in hex, the input, which is X or comes from the seed S, squared T times modulo M. Resumes from ' +
    'the checkpoint FILE, and saves there every 10 seconds and at Ctrl-C. At its start it tells about how ' +
    'long the squarings take here.',
  options,

  async run(args) {
    const { values } = parseArgs({ args, options });
    const task = readTask(values);
    const pool = await createPool({ workers: 1 });
    return interruptible(async (signal) => {
      const { output } = await evaluateWithFile(pool, task, values, signal);
      await writeResult(values.out ?? '-', `0x${output.toString(16)}\n`, values.force);
      return 0;
    }).finally(() => pool.close());
  },
};
