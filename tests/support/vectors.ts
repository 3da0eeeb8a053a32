// The vectors of tests/vectors: those of other implementations, and those that its Python code made.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PietrzakProofFile, ProofFile } from 'powmod';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const vectors = join(root, 'tests/vectors');

export function vectorPath(name: string): string {
  return join(vectors, name);
}

export function readVector<T>(name: string): T {
  return JSON.parse(readFileSync(vectorPath(name), 'utf8')) as T;
}

/** The 16 proofs of an independent prover. */
export function tokamakProofs(): [string, PietrzakProofFile][] {
  return readdirSync(vectorPath('pietrzak'))
    .sort()
    .map((name) => [basename(name, '.json'), readVector<PietrzakProofFile>(`pietrzak/${name}`)]);
}

const made = vectorPath('proofs');

/** A file that tests/vectors/make.py made. */
export function readMade<T = ProofFile[]>(name: string): T {
  return JSON.parse(readFileSync(join(made, `${name}.json`), 'utf8')) as T;
}

export function namesOfMade(): string[] {
  return readdirSync(made)
    .sort()
    .map((name) => basename(name, '.json'));
}

/** The seed of the input of a proof that make.py made. */
export function seedOf({ scheme, iterations }: ProofFile): Uint8Array {
  return new TextEncoder().encode(`${scheme} ${iterations}`);
}
