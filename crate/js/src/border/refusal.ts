import { MalformedProofError, orMalformed, PowmodError } from '../errors.js';
import type { KINDS } from './types.generated.js';
import { fieldPath, type Verdict } from './wire.js';

/** The reason why a call has no answer. `crate/wasm/src/shared/error.rs` has the kinds. */
export interface Refusal {
  kind: RefusalKind;
  /** An argument of the call, or a part of a file. */
  field: string;
  /** The place in a list; undefined for the whole field. */
  index: number | undefined;
  reason: string;
}

/** Wasm never gives the last two: `unavailable` means that only another kernel can answer, `memory` a lack of it. */
export type RefusalKind = (typeof KINDS)[number] | 'unavailable' | 'memory';

const CODES = {
  checkpoint: 'ERR_CHECKPOINT',
  fault: 'ERR_FAULT',
  unavailable: 'ERR_KERNEL_UNAVAILABLE',
  memory: 'ERR_OUT_OF_MEMORY',
} as const;

/** The public name of an argument, from its field and its index in a list as the kernel reports them. */
export type PublicName = (field: string, index: number | undefined) => string;

/** The error that the caller of the package gets for a refusal. */
export function publicError({ kind, field, index, reason }: Refusal, nameOf: PublicName): Error {
  if (kind === 'argument') return new RangeError(`${nameOf(field, index)}: ${reason}`);
  if (kind === 'proof') return new MalformedProofError(fieldPath(field, index), reason);
  const name = kind === 'checkpoint' ? `checkpoint.${field}` : field;
  return new PowmodError(CODES[kind], `${name}: ${reason}`);
}

/** The verdict of a call, as plain data. @throws any error but that of a malformed proof */
export function plainVerdict(verify: () => boolean): Verdict {
  const result = orMalformed(verify);
  return typeof result === 'boolean' ? result : { field: result.field, reason: result.reason };
}

/** A verdict as the caller of the package gets it. */
export function publicVerdict(verdict: Verdict): boolean | MalformedProofError {
  return typeof verdict === 'boolean' ? verdict : new MalformedProofError(verdict.field, verdict.reason);
}
