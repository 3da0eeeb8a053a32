// The vectors of ../shared, which lie outside the repository: CI has them, a clone may not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PietrzakProofFile } from 'powmod';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared/vectors');

/** Why a test that needs them is skipped, or false. In CI it is not skipped but fails. */
export const noVectors: string | false =
  existsSync(shared) || process.env.CI === 'true' ? false : `there is no ${shared}`;

export function vectorPath(name: string): string {
  return join(shared, name);
}

export function readVector<T>(name: string): T {
  return JSON.parse(readFileSync(vectorPath(name), 'utf8')) as T;
}

/** The 16 proofs that an outside prover made. */
export function tokamakProofs(): [string, PietrzakProofFile][] {
  return readdirSync(vectorPath('pietrzak'))
    .sort()
    .map((name) => [basename(name, '.json'), readVector<PietrzakProofFile>(`pietrzak/${name}`)]);
}
