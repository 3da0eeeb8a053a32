import { bytesToBigint, hexToBytes } from '../bytes.js';
import { rsa2048 } from './rsa-2048.generated.js';

const bytes = { 'RSA-2048': /* @__PURE__ */ hexToBytes(rsa2048) };

/** The built-in moduli. Their factors are not publicly known. */
export const groups = /* @__PURE__ */ builtIn();

/** A function, whose call a program without them leaves out. */
function builtIn() {
  return Object.freeze({
    /** The RSA Factoring Challenge number of 617 decimal digits. */
    'RSA-2048': bytesToBigint(bytes['RSA-2048']),
  });
}

/** The name of a built-in modulus. */
export type GroupName = keyof typeof groups;

export function isGroupName(text: unknown): text is GroupName {
  return typeof text === 'string' && Object.hasOwn(groups, text);
}

/** The modulus as big-endian bytes. */
export function groupBytes(name: GroupName): Uint8Array {
  return bytes[name];
}

/** The name of the built-in group with this modulus, if there is one. */
export function nameOfGroup(modulus: bigint): GroupName | undefined {
  return (Object.keys(groups) as GroupName[]).find((name) => groups[name] === modulus);
}
