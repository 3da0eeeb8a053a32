import type { Refusal, RefusalKind } from '../border/refusal.js';
import { fieldPath, type Verdict } from '../border/wire.js';

/** The error inside the BigInt kernel. Whoever calls the kernel gives its refusal to `publicError`. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(kind: RefusalKind, field: string, reason: string, index?: number) {
    super(reason);
    this.refusal = { kind, field, index, reason };
  }
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
