// The vectors of ../shared, which lie outside the repository: CI has them, a clone may not. And those of tests/vectors,
// which its Python made.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PietrzakProofFile, ProofFile } from 'powmod';

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

const made = join(root, 'tests/vectors/proofs');

/** A file that tests/vectors/make.py made. */
export function readMade<T = ProofFile[]>(name: string): T {
  return JSON.parse(readFileSync(join(made, `${name}.json`), 'utf8')) as T;
}

export function namesOfMade(): string[] {
  return readdirSync(made)
    .sort()
    .map((name) => basename(name, '.json'));
}

/** What the input of a proof of make.py comes from. */
export function seedOf({ scheme, iterations }: ProofFile): Uint8Array {
  return new TextEncoder().encode(`${scheme} ${iterations}`);
}
