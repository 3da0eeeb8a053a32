// Changed proofs, at random and on purpose. No verifier may accept one.
import { isDeepStrictEqual } from 'node:util';
import type { PietrzakProofFile, ProofFile, WesolowskiProofFile } from 'powmod';
import type { Random } from './random.ts';
import { readMade } from './vectors.ts';

export interface Mutant {
  what: string;
  /** The object of a proof, or the bytes of its file. */
  proof: ProofFile | Uint8Array;
}

const wesolowski = readMade<WesolowskiProofFile[]>('wesolowski-1024').filter(({ iterations }) => iterations >= 1000);
/** Pietrzak proofs with one to three values: cheap to verify, and every other delta needs another number of values. */
const rounds = (name: string) =>
  readMade<PietrzakProofFile[]>(name).filter(
    ({ iterations, proof: { length } }) => iterations >= 1000 && length <= 3 && length > 0,
  );
const pietrzak = rounds('pietrzak-1024');
const tokamak = rounds('tokamak-1024');

/** The valid proofs from which mutants are made. They have 1024 bits and are cheap to verify. */
export const originals: ProofFile[] = [...wesolowski, ...pietrzak, ...tokamak];

/** Endless mutants with one random bit changed. A mutant that still means the same proof is left out. */
export function* randomMutants(random: Random): Generator<Mutant> {
  for (;;) {
    const original = random.pick(originals);
    const mutant = flipped(random, original);
    if (!isDeepStrictEqual(contentOf(mutant.proof), original)) yield mutant;
  }
}

/** The content of a mutant; undefined if it is not JSON. */
export function contentOf(proof: ProofFile | Uint8Array): unknown {
  try {
    return proof instanceof Uint8Array ? JSON.parse(Buffer.from(proof).toString()) : proof;
  } catch {
    return undefined;
  }
}

/** Flips a bit of any byte of the file, including names, quotes and digits. */
function flipped(random: Random, original: ProofFile): Mutant {
  const bytes = new TextEncoder().encode(JSON.stringify(original));
  const [at, bit] = [random.between(0, bytes.length - 1), random.between(0, 7)];
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return { what: `bit ${bit} of byte ${at}`, proof: bytes };
}

/** Every attack that somebody might try, for every original. */
export function* craftedMutants(): Generator<Mutant> {
  const [{ modulus: otherModulus }] = readMade('wesolowski-1027') as [ProofFile];
  for (const original of originals) {
    const about = `${original.scheme} ${original.profile}, ${original.iterations} squarings`;
    const mutant = (what: string, fields: object): Mutant => ({
      what: `${about}: ${what}`,
      proof: { ...original, ...fields } as ProofFile,
    });
    const { input, output, iterations } = original;
    for (const T of [iterations - 1, iterations + 1, 2 * iterations, iterations / 2, 1, 2 ** 53 - 1])
      yield mutant(`${T} squarings`, { iterations: T });
    yield mutant('input and output exchanged', { input: output, output: input });
    yield mutant('the input as output', { output: input });

    for (const modulus of [otherModulus, 'RSA-2048'])
      yield mutant('another modulus', {
        modulus,
        input: widened(input, modulus),
        output: widened(output, modulus),
        proof:
          typeof original.proof === 'string'
            ? widened(original.proof, modulus)
            : original.proof.map((v) => widened(v, modulus)),
      });

    for (const other of originals) {
      if (other === original) continue;
      if (other.scheme === original.scheme && !isDeepStrictEqual(other.proof, original.proof))
        yield mutant(`the proof of ${other.iterations} squarings`, { proof: other.proof });
      if (other.output !== output)
        yield mutant(`the output of ${other.iterations} squarings`, { output: other.output });
      if (other.input !== input) yield mutant(`the input of ${other.iterations} squarings`, { input: other.input });
    }
    yield mutant('the input as proof', { proof: original.scheme === 'wesolowski' ? input : [input] });
    yield mutant('another scheme', { scheme: original.scheme === 'wesolowski' ? 'pietrzak' : 'wesolowski' });
    if (original.scheme === 'wesolowski') continue;

    const { proof: values, delta = 0 } = original;
    // The first v does not depend on a challenge. From the second on, the values depend on the challenges of the
    // profile.
    if (values.length > 1)
      yield mutant('another profile', { profile: original.profile === 'tokamak' ? 'powmod-v1' : 'tokamak' });
    for (const other of [delta - 1, delta + 1, undefined]) {
      const { delta: _, ...rest } = original;
      yield { what: `${about}: delta ${other}`, proof: other === undefined ? rest : { ...rest, delta: other } };
    }
    for (let i = 0; i < values.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [values[i] as string, values[j] as string];
        yield mutant(`v ${i} and ${j} exchanged`, { proof: values.with(i, b).with(j, a) });
      }
    }
    yield mutant('the last v left out', { proof: values.slice(0, -1) });
    const longer = [...values, ...values.slice(-1)];
    yield mutant('a v too many', { proof: longer });
    yield mutant('the last v twice, and one less of delta', { proof: longer, delta: delta - 1 });
  }
}

function widened(number: string, modulus: string): string {
  const digits = modulus === 'RSA-2048' ? 512 : modulus.length - 2;
  return `0x${number.slice(2).padStart(digits, '0')}`;
}
