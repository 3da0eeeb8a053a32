import { bytesToBigint, hexToBytes } from './bytes.js';
import { rsa2048 } from './rsa-2048.generated.js';

/** The moduli that are built in; nobody is known to know the factors of any of them. */
export const groups = Object.freeze({
  /** The RSA Factoring Challenge number of 617 decimal digits. */
  'RSA-2048': bytesToBigint(hexToBytes(rsa2048)),
});

/** The name of a built-in modulus. */
export type GroupName = keyof typeof groups;

export function isGroupName(text: unknown): text is GroupName {
  return typeof text === 'string' && Object.hasOwn(groups, text);
}
