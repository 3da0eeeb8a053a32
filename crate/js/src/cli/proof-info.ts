/** What a proof file says. Nothing is verified. */
import type { ProofFile } from '../vdf/proof-file.js';
import { deltaOf, MalformedProofError, readProof } from './package.js';
import { readEntries } from './proof-files.js';

export type ProofInfo = ReturnType<typeof infoOf>;

/** What the proofs in a file say. @throws MalformedProofError, with the name of the proof */
export async function infoOfProofs(file: string): Promise<ProofInfo[]> {
  return (await readEntries(file)).map(({ name, entry }) => {
    try {
      return infoOf(name, entry as ProofFile);
    } catch (error) {
      throw new MalformedProofError(name, (error as Error).message);
    }
  });
}

/** The fields of `--json`. */
function infoOf(file: string, source: ProofFile) {
  const claim = readProof(source);
  const { scheme, profile, bits, iterations, modulusName, modulus, input, output, values } = claim;
  const hex = (value: bigint) => hexOf(value, bits);
  return {
    ...{ file, scheme, profile, modulus: modulusName ?? hex(modulus), bits, iterations },
    ...(scheme === 'pietrzak' && { delta: deltaOf(claim) }),
    ...{ input: hex(input), output: hex(output), values: values.map(hex) },
  };
}

/** A number as a proof file has it, as wide as a modulus of this many bits. */
export function hexOf(value: bigint, bits: number): string {
  return `0x${value.toString(16).padStart(2 * Math.ceil(bits / 8), '0')}`;
}
