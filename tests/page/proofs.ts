// Proof files for the page: the shipped examples, damaged copies of them, and short vectors.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example as fileOf } from '../support/package.ts';
import { readMade } from '../support/vectors.ts';

export type Fields = Record<string, unknown>;

export const example = (scheme: 'wesolowski' | 'pietrzak') => fileOf<Fields>(`${scheme}-rsa2048`);

type ChiaFields = Record<'challenge' | 'output' | 'witness', string> & Record<'iterations' | 'witnessType', number>;

/** The shipped proof of Chia's mainnet. */
export const chiaExample = () => fileOf<ChiaFields>('chia-mainnet');

/** A proof of Chia as its node writes it: a VDFInfo and a VDFProof. */
export function chiaFile({ challenge, iterations, output, witness, witnessType }: ChiaFields) {
  return {
    vdf_info: { challenge, number_of_iterations: iterations, output: { data: output } },
    vdf_proof: { witness_type: witnessType, witness, normalized_to_identity: false },
  };
}

/** Flips the last bit. The number stays in range and keeps its width. */
export function flipped(hex: unknown): string {
  const digits = hex as string;
  return digits.slice(0, -1) + (Number.parseInt(digits.slice(-1), 16) ^ 1).toString(16);
}

/** The first vector of Pietrzak's scheme whose modulus has 1027 bits. */
export function shortProof(profile: 'powmod-v1' | 'tokamak'): Fields {
  const [proof] = readMade<Fields[]>(profile === 'tokamak' ? 'tokamak-1027' : 'pietrzak-1027');
  return proof as Fields;
}

/** A folder for the files of one test run. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'powmod-page-'));
  return {
    async write(name: string, content: unknown): Promise<string> {
      const file = join(path, name);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    remove: () => rm(path, { recursive: true }),
  };
}
