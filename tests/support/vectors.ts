// The vectors of tests/vectors: those of other implementations, and those that its Python code made.
import './built.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PietrzakProofFile, ProofFile } from 'powmod';
import { root } from '../../crate/build/run.mjs';

export { root };

const vectors = join(root, 'tests/vectors');

export function vectorPath(name: string): string {
  return join(vectors, name);
}

export function readVector<T>(name: string): T {
  return JSON.parse(readFileSync(vectorPath(name), 'utf8')) as T;
}

interface FromOutside {
  name: string;
  proof: PietrzakProofFile;
  isValid: boolean;
}

/** Options that take a proof of any profile. */
export const ofItsProfile = ({ profile }: Pick<ProofFile, 'profile'>) => ({ expect: { profile } });

/** The proofs of other provers in the profile `tokamak`, each also with its last values left out. */
export function tokamakProofs(): FromOutside[] {
  const shortened = (proof: PietrzakProofFile, delta: number) => ({
    ...proof,
    proof: proof.proof.slice(0, -delta),
    delta,
  });
  const found = readdirSync(vectorPath('pietrzak')).flatMap((name) => {
    const proof = readVector<PietrzakProofFile>(`pietrzak/${name}`);
    return [proof, shortened(proof, 9)].map((proof) => ({ name, proof, isValid: true }));
  });
  // Numbers that are shorter than the modulus, and a modulus that is no whole words.
  for (const { name, file } of readVector<{ name: string; file: PietrzakProofFile }[]>('evm/tokamak-words.json'))
    found.push({ name, proof: file, isValid: true });
  const randao = readVector<Record<'valid' | 'invalid', PietrzakProofFile[]>>('evm/randao-2pow26.json');
  for (const name of ['valid', 'invalid'] as const)
    for (const proof of randao[name].flatMap((proof) => [proof, shortened(proof, 10)]))
      found.push({ name: `randao, ${name}`, proof, isValid: name === 'valid' });
  return found;
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
