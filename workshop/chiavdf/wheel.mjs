// Chia's own library, the wheel `chiavdf`: native, on GMP.
import { fileURLToPath } from 'node:url';
import { installPackage, missingPackage, openPython } from '../programs/python.mjs';

const WHEEL = 'chiavdf==1.2.0';

export const CHIAVDF = WHEEL.replace('==', ' ');

/** Installs the wheel if it is missing. Returns the reason if that fails, otherwise undefined. */
export const installChiavdf = () => installPackage(WHEEL);

/** Why the wheel is missing; undefined when it is installed. */
export const missingChiavdf = () => missingPackage(WHEEL);

/**
 * Starts the wheel. `ask` calls a function of wheel.py once for each of the arguments, and resolves to the answers and
 * to the milliseconds of all of them.
 */
export function openChiavdf() {
  const { ask, close } = openPython(fileURLToPath(new URL('wheel.py', import.meta.url)));
  return {
    /**
     * @typedef {'discriminant' | 'forms' | 'prove' | 'verify' | 'verify_first'} Name
     * @type {(name: Name, each: object[]) => Promise<{ answers: any[], milliseconds: number }>}
     */
    ask: (name, each) => ask({ ask: name, each }),
    close,
  };
}
