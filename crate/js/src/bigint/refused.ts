import type { Refusal, RefusalKind } from '../border/refusal.js';
import { fieldPath, type Verdict } from '../border/wire.js';
import { messageOf } from '../errors.js';

/** The error inside the BigInt kernel. Whoever calls the kernel gives its refusal to `publicError`. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(kind: RefusalKind, field: string, reason: string, index?: number) {
    super(reason);
    this.refusal = { kind, field, index, reason };
  }
}

/** The name of BigInt's kernel in errors. */
export const KERNEL = 'kernel bigint';

/**
 * The refusal in an error. A number beyond the engine's limit, or an exhausted stack, is a `RangeError` of the engine.
 */
export function refusalOfError(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  const kind = error instanceof RangeError ? 'memory' : 'fault';
  return { kind, field: KERNEL, index: undefined, reason: messageOf(error) };
}

/** The verdict that `verify` gives. A malformed proof is a verdict too. @throws Refused for the caller's mistakes */
export function verdictOf(verify: () => boolean): Verdict {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.kind !== 'proof') throw error;
    const { field, index, reason } = error.refusal;
    return { field: fieldPath(field, index), reason };
  }
}
