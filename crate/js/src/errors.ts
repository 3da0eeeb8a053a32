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
 * An error that is not the caller's mistake. Its `code` says which error it is, and is the same in every version.
 * A caller's mistake is a `TypeError` or a `RangeError` that names the argument.
 */
export class PowmodError extends Error {
  readonly code: PowmodErrorCode;

  // A name of the class: where `Error.prototype` is frozen, `this.name = …` throws.
  override get name(): string {
    return 'PowmodError';
  }

  constructor(code: PowmodErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A malformed proof: a field is missing, unknown, out of its range or of the wrong width. */
export class MalformedProofError extends PowmodError {
  /** The malformed field, such as `modulus` or `proof[3]`; `file` if the text as a whole cannot be read. */
  readonly field: string;
  /** The reason without the field's name: `must not be zero`. */
  readonly reason: string;

  override get name(): string {
    return 'MalformedProofError';
  }

  constructor(field: string, reason: string, options?: { cause?: unknown }) {
    super('ERR_MALFORMED_PROOF', `${field}: ${reason}`, options);
    this.field = field;
    this.reason = reason;
  }
}

/** The result of a computation, or the error of a malformed proof. */
export function orMalformed<T>(compute: () => T): T | MalformedProofError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof MalformedProofError) return error;
    throw error;
  }
}

/**
 * A part of the package that is loaded when a call needs it. The `import()` of some bundlers throws at once.
 *
 * @throws PowmodError `ERR_LOAD`, which names the part
 */
export async function partLoaded<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new PowmodError('ERR_LOAD', `${what} could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

/** Longer messages of foreign errors are cut. */
const MAX_MESSAGE_LENGTH = 200;

/** The message of an error, which may be anything that can be thrown, and need not say anything. */
export function messageOf(thrown: unknown, longest = MAX_MESSAGE_LENGTH): string {
  try {
    const message = String(thrown instanceof Error ? thrown.message || thrown.name : thrown);
    return message.slice(0, longest) || 'nothing was said';
  } catch {
    return 'something that cannot be printed was thrown';
  }
}
