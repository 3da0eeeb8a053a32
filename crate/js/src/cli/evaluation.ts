/** The common part of `evaluate` and `prove`: their arguments, and the checkpoint file. */
import type { Evaluation } from '../pool/calls/evaluate.js';
import type { EvaluationTask, Statement } from '../pool/calls/task.js';
import type { Pool } from '../pool/pool.js';
import { CheckpointFile } from './checkpoint-file.js';
import { type Options, toUsageError, UsageError } from './command.js';
import { estimate } from './estimate.js';
import { checkReplaceable, checkWritable } from './files.js';
import { PowmodError } from './package.js';
import { display } from './progress.js';
import { readCount, readModulus, readNumber, readSeconds, readSeedOf } from './values.js';

/** The options of both. */
export const EVALUATION_OPTIONS = {
  modulus: { type: 'string', value: 'M', isRequired: true, about: 'The modulus: RSA-2048, or a number.' },
  seed: {
    type: 'string',
    value: 'S',
    isRequired: true,
    or: 'input',
    about: 'The seed of the input: text, or hex after 0x.',
  },
  input: { type: 'string', value: 'X', about: 'The input itself, a number.' },
  iterations: { type: 'string', value: 'T', isRequired: true, about: 'The number of squarings.' },
  checkpoint: { type: 'string', value: 'FILE', about: 'Resumes from this file, and saves there.' },
  'checkpoint-every': {
    type: 'string',
    value: 'SECONDS',
    default: '10',
    about: 'The time from one checkpoint to the next. Default 10.',
  },
  force: { type: 'boolean', about: 'Replaces the file of --out, if there is one.' },
} as const satisfies Options;

type Values = { [Name in Exclude<keyof typeof EVALUATION_OPTIONS, 'force'> | 'out']?: string } & { force?: boolean };

/** The task in the arguments. */
export function readTask({ modulus, seed, input, iterations }: Values): Statement {
  if (seed !== undefined && input !== undefined) throw new UsageError('--input and --seed exclude one another');
  if (modulus === undefined || iterations === undefined || (seed === undefined && input === undefined))
    throw new UsageError('--modulus, --iterations, and either --seed or --input are required');
  return {
    modulus: readModulus(modulus, '--modulus'),
    iterations: readCount(iterations, '--iterations'),
    ...(seed === undefined ? { input: readNumber(input as string, '--input') } : { seed: readSeedOf(seed, '--seed') }),
  };
}

/**
 * Evaluates a task. With a checkpoint file, it resumes from the file, and saves the last checkpoint however the
 * evaluation ends. It checks first that the files can be written, and that the result replaces none.
 */
export async function evaluateWithFile(
  pool: Pool,
  task: EvaluationTask,
  values: Values,
  signal: AbortSignal,
): Promise<Evaluation> {
  const seconds = readSeconds(values['checkpoint-every'] ?? '', '--checkpoint-every');
  const out = values.out === '-' ? undefined : values.out;
  for (const path of [values.checkpoint, out]) if (path !== undefined) await checkWritable(path);
  if (out !== undefined && !values.force) await checkReplaceable(out);
  if (values.checkpoint === undefined) return evaluate(pool, task, undefined, signal);
  const file = await CheckpointFile.open(values.checkpoint, seconds, signal);
  try {
    return await evaluate(pool, task, file, AbortSignal.any([signal, file.lost]));
  } catch (error) {
    const isRefused = error instanceof PowmodError && error.code === 'ERR_CHECKPOINT';
    throw isRefused ? new PowmodError(error.code, `${values.checkpoint}: ${error.message}`) : error;
  } finally {
    await file.close();
  }
}

async function evaluate(
  pool: Pool,
  task: EvaluationTask,
  file: CheckpointFile | undefined,
  signal: AbortSignal,
): Promise<Evaluation> {
  const checkpoint = await file?.read();
  const { show, say, end } = display('evaluating');
  const isEstimated = estimate(say);
  try {
    return await pool.evaluate(task, {
      signal,
      onProgress(progress) {
        if (isEstimated(progress)) show(progress);
      },
      ...(checkpoint && { checkpoint }),
      ...(file && { onCheckpoint: (bytes) => file.offer(bytes) }),
    });
  } catch (error) {
    throw toUsageError(error);
  } finally {
    end();
  }
}
