/** The stable codes of {@link PowmodError}. */
export type PowmodErrorCode =
  | 'ERR_MALFORMED_PROOF'
  | 'ERR_KERNEL_UNAVAILABLE'
  | 'ERR_LOAD'
  | 'ERR_OUT_OF_MEMORY'
  | 'ERR_FAULT'
  | 'ERR_WORKER'
  | 'ERR_CHECKPOINT';

/**
 * What goes wrong without the caller's mistake: `code` says which, and stays the same from version to version.
 * (A caller's mistake is a `TypeError` or a `RangeError` that names the argument.)
 */
export class PowmodError extends Error {
  readonly code: PowmodErrorCode;

  constructor(code: PowmodErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PowmodError';
    this.code = code;
  }
}

/** A proof that is not even a proof: a field is missing, unknown, out of its range or of the wrong width. */
export class MalformedProofError extends PowmodError {
  /** The field at fault, such as `modulus` or `proof[3]`; `file` when the text as a whole cannot be read. */
  readonly field: string;
  /** Why, without the field's name: `must not be zero`. */
  readonly reason: string;

  constructor(field: string, reason: string, options?: ErrorOptions) {
    super('ERR_MALFORMED_PROOF', `${field}: ${reason}`, options);
    this.name = 'MalformedProofError';
    this.field = field;
    this.reason = reason;
  }
}

/** So much of what others say is enough. */
const LONGEST = 200;

/** What something that was thrown says of itself, at no great length. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, LONGEST);
  } catch {
    return 'something that cannot be printed was thrown';
  }
}
