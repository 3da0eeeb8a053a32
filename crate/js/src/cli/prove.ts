import { parseArgs } from 'node:util';
import { DEFAULT_MAX_BITS, IntegerReader } from '../input/integers.js';
import { type ProofTask, readProofTask } from '../pool/calls/task.js';
import { createPool } from '../pool/pool.js';
import type { Profile, Scheme } from '../vdf/proof-file.js';
import { writeAtomically } from './atomic-file.js';
import { type Command, UsageError } from './command.js';
import { EVALUATION_OPTIONS, EVALUATION_USAGE, evaluateWithFile, readTask, toUsageError } from './evaluation.js';
import { interruptible } from './interruptible.js';
import { display } from './progress.js';
import { readWhole } from './values.js';

export const prove: Command = {
  usage: `prove --scheme S ${EVALUATION_USAGE} [--profile P] [--delta D] --out FILE`,
  summary:
    'Evaluates as evaluate does, proves the output by wesolowski or pietrzak (profile powmod-v1 or tokamak), and writes the proof file.',

  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        ...EVALUATION_OPTIONS,
        scheme: { type: 'string' },
        profile: { type: 'string' },
        delta: { type: 'string' },
      },
    });
    const { scheme, profile, delta, out } = values;
    if (scheme === undefined) throw new UsageError('--scheme is required');
    if (out === undefined) throw new UsageError('--out is required');
    const statement = readTask(values);
    const task: ProofTask = {
      ...statement,
      scheme: scheme as Scheme,
      ...(profile !== undefined && { profile: profile as Profile }),
      ...(delta !== undefined && { delta: readWhole(delta, '--delta') }),
    };
    checkTask(task);
    const pool = await createPool();
    return interruptible(async (signal) => {
      const evaluation = await evaluateWithFile(pool, { ...statement, scheme: task.scheme }, values, signal);
      const { show, end } = display('proving');
      const proof = await pool.prove({ ...task, evaluation }, { signal, onProgress: show }).finally(end);
      await writeAtomically(out, `${JSON.stringify(proof, null, 2)}\n`);
      return 0;
    }).finally(() => pool.close());
  },
};

/** Checks the task before an evaluation, which may take hours. */
function checkTask(task: ProofTask): void {
  try {
    readProofTask(task, undefined, new IntegerReader(DEFAULT_MAX_BITS));
  } catch (error) {
    throw toUsageError(error);
  }
}
