// Compares the verdicts of `powmod/chia` with those in a file that tests/support/chia-cases.ts made.
import { MalformedProofError } from 'powmod';
import { verifyVdf } from 'powmod/chia';
import { breathe, read } from '../../workshop/engines/inside.js';

/** The cases between two pauses. */
const CASES = 50;

/**
 * @param {string} path of the file, below the repository's root
 * @returns {Promise<{ agreed: number, accepted: number, problem?: string }>} the cases up to the first difference
 */
export default async function run(path) {
  const found = { agreed: 0, accepted: 0 };
  for (const line of new TextDecoder()
    .decode(await read(path))
    .trimEnd()
    .split('\n')) {
    const [challenge, bits, input, output, witness, witnessType, iterations, accepted] = line.split(' ');
    const proof = {
      challenge,
      input,
      output,
      witness,
      witnessType: Number(witnessType),
      iterations: BigInt(iterations),
    };
    const verdict = await verifyVdf(proof, { discriminantBits: Number(bits) }).catch((error) => {
      if (error instanceof MalformedProofError) return false;
      throw error;
    });
    if (`${verdict}` !== accepted) return { ...found, problem: line };
    found.accepted += Number(verdict);
    if (++found.agreed % CASES === 0) await breathe();
  }
  return found;
}
