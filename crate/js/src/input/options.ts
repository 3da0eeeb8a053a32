import { bigintToBytes, bytesToBigint } from '../bytes.js';
import { readChoice, readCount, readObject } from './reading.js';

/** The form of a result. */
export interface ResultOptions {
  /** `'bytes'`: a `Uint8Array`, big-endian, of exactly the modulus's length. Default `'bigint'`. */
  as?: 'bigint' | 'bytes' | undefined;
  /**
   * With `as: 'bytes'`: the length of the result, zeros in front. At least the modulus's length, at most 2^23 bytes.
   */
  length?: number | undefined;
}

/** The longest result, in bytes: as long as the longest modulus. */
export const MAX_BYTES = 2 ** 23;

/** The checked form of a result. */
export interface Form {
  asBytes: boolean;
  /** The length of bytes; undefined for the modulus's own. */
  length: number | undefined;
}

// A method's `O` is `{}` by default, and its parameter `O & Readonly<ResultOptions>`, of which editors show the name.
// Without `Readonly`, TypeScript would take `{}` for the `O` of a variable of type `ResultOptions`.
/** The type of a result that was asked for with the options `O`. */
export type Result<O> = O extends { as: 'bytes' }
  ? Uint8Array<ArrayBuffer>
  : 'as' extends keyof O
    ? O extends { as?: 'bigint' | undefined }
      ? bigint
      : bigint | Uint8Array<ArrayBuffer>
    : bigint;

const BIGINT: Form = { asBytes: false, length: undefined };

/** The form of a result. With the bytes of the modulus, a length that is too short is refused before the work. */
export function readResultOptions(options: unknown, modulus?: Uint8Array): Form {
  if (options === undefined) return BIGINT;
  const { as, length } = readObject(options, 'options', ['as', 'length']);
  return readForm(as, length, modulus);
}

/** A residue, as long as its modulus, in the form that the caller asked for. */
export function present<O>(residue: Uint8Array<ArrayBuffer>, { asBytes, length }: Form): Result<O> {
  if (!asBytes) return bytesToBigint(residue) as Result<O>;
  if (length === undefined || length === residue.length) return residue as Result<O>;
  const padded = new Uint8Array(checkLength(length, residue.length));
  padded.set(residue, length - residue.length);
  return padded as Result<O>;
}

/** A residue given as a number, in the form that the caller asked for. */
export function presentNumber<O>(
  residue: bigint,
  modulus: { readonly byteLength: number },
  { asBytes, length }: Form,
): Result<O> {
  if (!asBytes) return residue as Result<O>;
  const { byteLength } = modulus;
  return bigintToBytes(residue, length === undefined ? byteLength : checkLength(length, byteLength)) as Result<O>;
}

/** The checked form of a result, as by {@link readResultOptions}. */
export function readForm(as: unknown, length: unknown, modulus?: Uint8Array): Form {
  const asBytes = as !== undefined && readChoice(as, 'options.as', ['bigint', 'bytes']) === 'bytes';
  if (length === undefined) return asBytes ? { asBytes, length } : BIGINT;
  if (!asBytes) throw new RangeError("options.length: is for results as bytes: `as: 'bytes'`");
  const count = readCount(length, 'options.length', 1, MAX_BYTES);
  return { asBytes, length: modulus ? checkLength(count, modulus.length) : count };
}

function checkLength(length: number, modulusBytes: number): number {
  if (length < modulusBytes)
    throw new RangeError(`options.length: must be at least ${modulusBytes}, the modulus's length`);
  return length;
}
