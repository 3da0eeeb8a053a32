import { parseArgs } from 'node:util';
import { callOf, tokamakCallOf } from '../../examples/evm/encode.mjs';
import type { ProofTask } from '../pool/calls/task.js';
import type { Profile, ProofFile, Scheme } from '../vdf/proof-file.js';
import { type Command, type Options, toUsageError, UsageError } from './command.js';
import { EVALUATION_OPTIONS, evaluateWithFile, readTask } from './evaluation.js';
import { writeResult } from './files.js';
import { interruptible } from './interruptible.js';
import { tell } from './messages.js';
import { createPool, DEFAULT_MAX_BITS, DEFAULT_MAX_DELTA, IntegerReader, readProofTask } from './package.js';
import { display } from './progress.js';
import { readWhole } from './values.js';

const options = {
  scheme: { type: 'string', value: 'S', isRequired: true, about: 'wesolowski or pietrzak.' },
  ...EVALUATION_OPTIONS,
  profile: { type: 'string', value: 'P', about: 'powmod-v1, or tokamak for pietrzak only.' },
  delta: { type: 'string', value: 'D', about: 'The rounds that a proof of pietrzak leaves out, 0 to 20.' },
  format: {
    type: 'string',
    value: 'evm',
    about: 'In place of a proof file: what a contract takes, for wesolowski or the profile tokamak.',
  },
  out: {
    type: 'string',
    value: 'FILE',
    isRequired: true,
    about: 'Writes the proof there, a new file unless --force is given; - is standard output.',
  },
} as const satisfies Options;

export const prove: Command = {
  summary:
    'Evaluates as evaluate does, proves the output by wesolowski or pietrzak (profile powmod-v1 or tokamak), ' +
    'and writes the proof file.',
  options,

  async run(args) {
    const { values } = parseArgs({ args, options });
    const { scheme, profile, delta, format, out } = values;
    if (scheme === undefined) throw new UsageError('--scheme is required');
    if (out === undefined) throw new UsageError('--out is required');
    if (format !== undefined && format !== 'evm') throw new UsageError('--format must be evm');
    if (format && scheme !== 'wesolowski' && profile !== 'tokamak')
      throw new UsageError('--format evm is for wesolowski or the profile tokamak');
    const statement = readTask(values);
    const task: ProofTask = {
      ...statement,
      scheme: scheme as Scheme,
      ...(profile !== undefined && { profile: profile as Profile }),
      ...(delta !== undefined && { delta: readWhole(delta, '--delta', 0, 20) }),
    };
    checkTask(task);
    if (task.delta !== undefined && task.delta > DEFAULT_MAX_DELTA)
      tell(`--delta ${task.delta} makes a proof that verifiers refuse unless told otherwise, as by --max-delta`);
    const pool = await createPool();
    return interruptible(async (signal) => {
      const evaluation = await evaluateWithFile(pool, { ...statement, scheme: task.scheme }, values, signal);
      const { show, end } = display('proving');
      const proof = await pool.prove({ ...task, evaluation }, { signal, onProgress: show }).finally(end);
      await writeResult(out, `${textOf(format ? await evmCallOf(proof) : proof)}\n`, values.force);
      return 0;
    }).finally(() => pool.close());
  },
};

/** The arguments of a contract, by their names. */
async function evmCallOf(file: ProofFile): Promise<object> {
  if (file.profile === 'tokamak') return tokamakCallOf(file);
  const [input, output, proof, iterations, index] = await callOf(file);
  return { input, output, proof, iterations, index };
}

const textOf = (value: object) =>
  JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? Number(field) : field), 2);

/** Checks the task before an evaluation, which may take hours. */
function checkTask(task: ProofTask): void {
  try {
    readProofTask(task, undefined, new IntegerReader(DEFAULT_MAX_BITS));
  } catch (error) {
    throw toUsageError(error);
  }
}
