/** What a proof file says. Nothing is verified. */
import { bytesToHex } from '../bytes.js';
import { MalformedProofError } from '../errors.js';
import { deltaOf, type ProofFile, readProof, readProofFields } from '../vdf/proof-file.js';
import { readEntries } from './proof-files.js';

/** The fields of `--json`. */
export interface ProofInfo {
  file: string;
  scheme: string;
  profile: string;
  modulus: string;
  bits: number;
  iterations: number;
  delta?: number;
  input: string;
  output: string;
  values: string[];
}

/** What the proofs in a file say. @throws MalformedProofError, with the name of the proof */
export async function infoOfProofs(file: string): Promise<ProofInfo[]> {
  return (await readEntries(file)).map(({ name, entry }) => {
    try {
      return { file: name, ...infoOf(entry as ProofFile) };
    } catch (error) {
      throw new MalformedProofError(name, (error as Error).message);
    }
  });
}

function infoOf(source: ProofFile): Omit<ProofInfo, 'file'> {
  const { scheme, profile, bits, iterations, modulusName } = readProof(source);
  const proof = readProofFields(source);
  const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
  const width = proof.modulus.length;
  const values = Array.from({ length: proof.values.length / width }, (_, i) =>
    hex(proof.values.subarray(i * width, (i + 1) * width)),
  );
  return {
    ...{ scheme, profile, modulus: modulusName ?? hex(proof.modulus), bits, iterations },
    ...(scheme === 'pietrzak' && { delta: deltaOf(proof) }),
    ...{ input: hex(proof.input), output: hex(proof.output), values },
  };
}
