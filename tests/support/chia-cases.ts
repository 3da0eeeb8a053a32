// Encodings and proofs of Chia's VDF, altered and not, with the answers of Chia's own library.
import { openChiavdf } from '../../workshop/chiavdf/wheel.mjs';
import type { Random } from './random.ts';

/** Lengths of discriminants, in bits: that of mainnet twice, those of other layouts, and the shortest. */
const BITS = [1024, 1024, 1000, 512, 256, 128, 64, 40, 32, 24, 16];

/** The bytes of a form, of a segment's number of squarings, and of a segment. */
const [FORM, COUNT, SEGMENT] = [100, 8, 141];

/** The generator and the identity. */
const [GENERATOR, IDENTITY] = [8, 4].map((flags) => Uint8Array.from({ length: FORM }, (_, i) => (i ? 0 : flags))) as [
  Uint8Array,
  Uint8Array,
];

interface Field {
  challenge: string;
  bits: number;
}

interface Case extends Field {
  input: string;
  output: string;
  witness: string;
  depth: number;
  squarings: string;
}

type Change = (proof: { input: Buffer; output: Buffer; witness: Buffer; depth: number; squarings: bigint }) => void;

/**
 * Makes cases. Each is a line: challenge, bits, input, output, witness, witness type, number of squarings, and whether
 * Chia's library accepts it.
 */
export async function chiaCases(random: Random, count: { encodings: number; proofs: number }): Promise<string[]> {
  const wheel = openChiavdf();
  try {
    const fields = BITS.map((bits) => {
      const bytes = random.pick([2, 31, 32, 32, 33, 100]);
      return { challenge: hex(Buffer.from(randomBytes(random, bytes))), bits };
    });
    const { answers: forms } = await wheel.ask(
      'forms',
      fields.map((field) => ({ ...field, input: hex(GENERATOR), squarings: lengths(random, field.bits, 12) })),
    );
    const known = fields.map((field, i) => ({
      field,
      forms: [GENERATOR, ...forms[i].map(({ output }: { output: string }) => Buffer.from(output, 'hex'))],
    }));

    const encodings = Array.from({ length: count.encodings }, () => {
      const { field, forms } = random.pick(known);
      return encodingCase(field, anEncoding(random, field.bits, forms));
    });
    const wanted = Array.from({ length: count.proofs }, () => {
      const { field, forms } = random.pick(known);
      const input = hex(random.pick([GENERATOR, random.pick(forms)]));
      return { ...field, input, squarings: lengths(random, field.bits, random.pick([1, 1, 2, 3, 5])) };
    });
    const { answers: proved } = await wheel.ask('prove', wanted);
    const proofs = wanted.map((given, i) => aProof(random, given, proved[i]));

    const cases = [...encodings, ...proofs];
    const { answers } = await wheel.ask('verify', cases);
    return cases.map(({ challenge, bits, input, output, witness, depth, squarings }, i) =>
      [challenge, bits, input, output, witness, depth, squarings, answers[i]].join(' '),
    );
  } finally {
    wheel.close();
  }
}

/** The numbers of squarings of some parts. */
function lengths(random: Random, bits: number, count: number): number[] {
  return Array.from({ length: count }, () => random.pick([0, 1, 2, 3, 10, 200, bits, 2 * bits]));
}

/** Bytes that may be a form. */
function anEncoding(random: Random, bits: number, forms: readonly Uint8Array[]): Buffer {
  const meaningful = meaningfulBytes(bits);
  if (random.between(0, 4) > 0) {
    const bytes = Buffer.from(random.pick(forms));
    alter(random, bytes, meaningful, random.pick([0, 1, 1, 1, 2, 3]));
    return bytes;
  }
  const bytes = Buffer.alloc(FORM);
  bytes.set(randomBytes(random, meaningful));
  [bytes[0], bytes[1]] = [random.between(0, 3), random.pick([0, 0, random.between(0, 3)])];
  return bytes;
}

/** A proof of no squaring from a form to itself. It is accepted where the encoding is. */
function encodingCase(field: Field, encoding: Buffer): Case {
  const form = hex(encoding);
  return { ...field, input: form, output: form, witness: hex(IDENTITY), depth: 0, squarings: '0' };
}

/** A proof, or in half of the cases an altered one. */
function aProof(
  random: Random,
  { challenge, bits, input, squarings }: Field & { input: string; squarings: number[] },
  { output, witness }: { output: string; witness: string },
): Case {
  const proof = {
    input: Buffer.from(input, 'hex'),
    output: Buffer.from(output, 'hex'),
    witness: Buffer.from(witness, 'hex'),
    depth: squarings.length - 1,
    squarings: BigInt(squarings.reduce((sum, count) => sum + count, 0)),
  };
  if (random.between(0, 1)) random.pick(changes(random, bits))(proof);
  return {
    ...{ challenge, bits, depth: proof.depth, squarings: `${proof.squarings}` },
    ...{ input: hex(proof.input), output: hex(proof.output), witness: hex(proof.witness) },
  };
}

function changes(random: Random, bits: number): Change[] {
  const meaningful = meaningfulBytes(bits);
  const form = (bytes: Buffer) => alter(random, bytes, meaningful, 1);
  const aForm = ({ witness, depth }: { witness: Buffer; depth: number }) => {
    const start = random.between(0, depth) * SEGMENT;
    return witness.subarray(start, start + FORM);
  };
  return [
    ({ input }) => form(input),
    ({ output }) => form(output),
    (proof) => form(aForm(proof)),
    // The inverse.
    (proof) => flip(aForm(proof), 0, 1),
    ({ witness }) => flip(witness, random.between(0, witness.length - 1), 1 << random.between(0, 7)),
    (proof) => {
      const other = [proof.squarings + 1n, proof.squarings && proof.squarings - 1n, random.bits(64)];
      proof.squarings = random.pick(other);
    },
    (proof) => {
      proof.depth = random.between(0, 5);
    },
    (proof) => {
      const { length } = proof.witness;
      proof.witness = Buffer.concat([proof.witness, Buffer.alloc(SEGMENT)]).subarray(
        ...[0, length + random.pick([-SEGMENT, -1, 1, SEGMENT])],
      );
    },
    // One squaring more in the first segment and one less in the last part; segments exchanged.
    ({ witness, depth }) => {
      const at = FORM + Math.max(0, depth - 1) * SEGMENT;
      if (depth) flip(witness, at + COUNT - 1, 1);
    },
    ({ witness, depth }) => {
      if (depth < 2) return;
      const segment = (i: number) => witness.subarray(FORM + i * SEGMENT, FORM + (i + 1) * SEGMENT);
      const copy = Buffer.from(segment(0));
      segment(0).set(segment(1));
      segment(1).set(copy);
    },
  ];
}

/** The bytes of an encoding that are not always zero. */
function meaningfulBytes(bits: number): number {
  return 4 + 3 * Math.ceil(bits / 32);
}

function alter(random: Random, bytes: Buffer, meaningful: number, times: number): void {
  for (let i = 0; i < times; i++) {
    const at = random.pick([0, 1, meaningful - 2, meaningful - 1, random.between(0, FORM - 1)]);
    const place = random.pick([at, random.between(0, meaningful - 1)]);
    const old = bytes[place] as number;
    const added = (old + random.pick([1, 2, 4, 8, 255])) % 256;
    bytes[place] = random.pick([old ^ (1 << random.between(0, 7)), random.between(0, 255), added, 0]);
  }
}

function flip(bytes: Buffer, at: number, mask: number): void {
  bytes[at] = (bytes[at] as number) ^ mask;
}

function randomBytes(random: Random, length: number): number[] {
  return Array.from({ length }, () => random.between(0, 255));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
