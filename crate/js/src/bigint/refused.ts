import type { Refusal, RefusalKind } from '../border/refusal.js';

/** The error inside the BigInt kernel. Whoever calls the kernel gives its refusal to `publicError`. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(kind: RefusalKind, field: string, reason: string, index?: number) {
    super(reason);
    this.refusal = { kind, field, index, reason };
  }
}
