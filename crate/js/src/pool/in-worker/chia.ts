/** The worker's jobs for `powmod/chia`. */
import { chiaVerify as verify } from '../../border/chia-operations.generated.js';
import * as operations from '../../border/chia-prover-operations.generated.js';
import type { Verdict } from '../../border/wire.js';
import { MalformedProofError } from '../../errors.js';
import { evaluateInSlices } from './evaluate.js';
import type { Job } from './job.js';
import { proveInSlices } from './prove.js';

/** Squarings or products of forms between two pauses. */
const SLICE = 256;

export const chiaVerify: Job<'chiaVerify'> = async ({ part }, { module, proofs, ...options }, channel) => {
  const instance = part(module);
  const verdicts: Verdict[] = [];
  for (const proof of proofs) {
    try {
      verdicts.push(instance.call(verify, { proof, ...options }));
    } catch (error) {
      if (!(error instanceof MalformedProofError)) throw error;
      verdicts.push({ field: error.field, reason: error.reason });
    }
    channel.send(verdicts.length);
    await channel.pause();
  }
  return verdicts;
};

export const chiaEvaluate: Job<'chiaEvaluate'> = ({ part }, { module, task, memory, checkpoint }, channel) => {
  const instance = part(module);
  const { startChiaEvaluation, resumeChiaEvaluation, freeChiaEvaluation } = operations;
  const evaluation = checkpoint
    ? instance.make(resumeChiaEvaluation, { task, checkpoint }, freeChiaEvaluation)
    : instance.make(startChiaEvaluation, { task, memory }, freeChiaEvaluation);
  const { reportChiaEvaluation: report, advanceChiaEvaluation: advance, chiaEvaluationOutput: output } = operations;
  return evaluateInSlices(instance, evaluation, { report, advance, output, slice: SLICE }, channel);
};

export const chiaProve: Job<'chiaProve'> = ({ part }, { module, ...given }, channel) => {
  const instance = part(module);
  const prover = instance.make(operations.startChiaProver, given, operations.freeChiaProver);
  const { advanceChiaProver: advance, chiaProverResult: result } = operations;
  return proveInSlices(instance, prover, { advance, result, slice: SLICE }, channel);
};
