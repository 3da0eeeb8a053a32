// Proof files for the page: the shipped examples, damaged copies of them, and small proofs made here.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Fields = Record<string, unknown>;

export async function example(scheme: 'wesolowski' | 'pietrzak'): Promise<Fields> {
  const url = import.meta.resolve(`powmod/examples/${scheme}-rsa2048.json`);
  return JSON.parse(await readFile(fileURLToPath(url), 'utf8'));
}

/** The shipped proof of Chia's mainnet. */
export async function chiaExample() {
  const url = import.meta.resolve('powmod/examples/chia-mainnet.json');
  const proof: Record<'challenge' | 'output' | 'witness', string> & Record<'iterations' | 'witnessType', number> =
    JSON.parse(await readFile(fileURLToPath(url), 'utf8'));
  return proof;
}

/** A proof of Chia as its node writes it: a VDFInfo and a VDFProof. */
export function chiaFile({
  challenge,
  iterations,
  output,
  witness,
  witnessType,
}: Awaited<ReturnType<typeof chiaExample>>) {
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

/** The shortest of Pietrzak's proofs: 512 squarings need no halving at δ = 9, so that the proof is the output alone. */
export function shortProof(profile: 'powmod-v1' | 'tokamak'): { proof: Fields; element: string } {
  const modulus = (2n ** 521n - 1n) * (2n ** 607n - 1n);
  const input = 5n;
  let output = input;
  for (let i = 0; i < 512; i++) output = output ** 2n % modulus;
  const other = modulus - output;
  const element = output < other ? output : other;
  const enc = (z: bigint) => `0x${z.toString(16).padStart(2 * 141, '0')}`;
  const proof = {
    scheme: 'pietrzak',
    profile,
    modulus: enc(modulus),
    input: enc(input),
    output: enc(profile === 'tokamak' ? output : element),
    iterations: 512,
    proof: [],
    delta: 9,
  };
  return { proof, element: `0x${element.toString(16)}` };
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
