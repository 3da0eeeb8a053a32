// The vectors outside the repository, which CI has and a clone may lack; and those of tests/vectors, made by its Python
// code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PietrzakProofFile, ProofFile } from 'powmod';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared/vectors');

/** The folders of outside vectors, and what each must contain. */
const OUTSIDE = {
  pietrzak:
    "the 16 proofs of Tokamak Network's EVM-VDF-Verifier, moduli of 1024 and 2048 bits: NAME.json, as proof files of the profile tokamak",
  protocol:
    'the worked examples of the protocols: input.json, wesolowski-1000.json, pietrzak-1001.json, pietrzak-tokamak-1024.json and pietrzak-tokamak-sign.json',
  modexp: "go-ethereum's core/vm/testdata/precompiles/modexp.json, under the name eip198.json",
  chia: "the vectors of Chia's proofs: discriminants.json, forms.json, group.json, mainnet.json, partial-gcd.json, proofs.json, worked.json",
};

/** Why a test that needs folders of outside vectors is skipped, or false. In CI such a test fails instead. */
export function noVectors(...folders: (keyof typeof OUTSIDE)[]): string | false {
  const missing = folders.filter((folder) => !existsSync(vectorPath(folder)));
  if (missing.length === 0 || process.env.CI === 'true') return false;
  return missing.map((folder) => `put into ${vectorPath(folder)}: ${OUTSIDE[folder]}`).join('; ');
}

export function vectorPath(name: string): string {
  return join(shared, name);
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

/** The seed of the input of a proof that make.py made. */
export function seedOf({ scheme, iterations }: ProofFile): Uint8Array {
  return new TextEncoder().encode(`${scheme} ${iterations}`);
}
