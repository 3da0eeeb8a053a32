/**
 * The verifier of delay proofs in native BigInt, with the checks, the order and the reasons of the wasm kernels: see
 * crate/wasm/src/powers/complete/verify.rs and crate/vdf/src/.
 */
import type { CheckedOptions, Expectation, Proof } from '../border/powers-operations.generated.js';
import { bytesToBigint } from '../bytes.js';
import { toBigint } from '../input/integers.js';
import { listOf } from '../runtime.js';
import { halved, upToSign } from '../vdf/claim.js';
import { DEFAULT_MAX_DELTA, MIN_BITS } from '../vdf/limits.generated.js';
import { deltaOf } from '../vdf/proof-file.js';
import * as reasons from '../vdf/reasons.generated.js';
import { multiPow, powerTimes, squareTimes } from './arithmetic.js';
import { inputFromSeed, refusalOf } from './group.js';
import { challengeMessage, challengeOfHalving, type Hashes } from './hashes.js';
import { isProbablePrime, powerOfTwo } from './primality.js';
import { Refused } from './refused.js';

/** A proof whose form is right, with its numbers. */
export interface CheckedProof {
  proof: Proof;
  modulus: bigint;
  input: bigint;
  output: bigint;
  values: bigint[];
}

/** How many moduli are remembered. */
const MAX_RECENT = 8;

export class Verifier {
  readonly #hashes: Hashes;
  /** Why each of the last moduli was refused; undefined for a good one. */
  readonly #refusals = new Map<bigint, string | undefined>();

  constructor(hashes: Hashes) {
    this.#hashes = hashes;
  }

  /**
   * Whether a proof that `readProofFields` accepted is valid.
   *
   * The order bounds what a hostile proof costs: its form is checked before any product, and what the caller expects
   * before the modulus.
   *
   * @throws Refused
   */
  verify(proof: Proof, options: CheckedOptions): boolean {
    const checked = checkForm(proof, options);
    checkPrime(options);
    return this.verifyChecked(checked, options);
  }

  /**
   * The verdict on a proof whose form and challenge are checked. Where the caller halves it, this is all but the
   * equation.
   *
   * @throws Refused
   */
  verifyChecked(checked: CheckedProof, options: CheckedOptions): boolean {
    return this.isExpected(checked, options) && (options.halvedByCaller || this.holds(checked, options));
  }

  /** Whether a proof is about what the caller expects. @throws Refused if its modulus is unfit for a delay. */
  isExpected(checked: CheckedProof, { expect, allowWeakModulus }: CheckedOptions): boolean {
    if (!agrees(checked, expect)) return false;
    const reason = this.refusal(checked.modulus, allowWeakModulus);
    // An unfit modulus is the mistake of whoever gave it: the caller, or else the file.
    if (reason)
      throw expect.modulus
        ? new Refused('argument', 'options.expect.modulus', reason)
        : new Refused('proof', 'modulus', reason);
    return !expect.seed || inputFromSeed(expect.seed, checked.modulus, this.#hashes) === checked.input;
  }

  /** The reason to refuse a modulus, if there is one. The last moduli are remembered. */
  refusal(n: bigint, allowWeakModulus: boolean): string | undefined {
    const reason = this.#refusals.has(n) ? this.#refusals.get(n) : refusalOf(n);
    this.#refusals.delete(n);
    this.#refusals.set(n, reason);
    if (this.#refusals.size > MAX_RECENT) this.#refusals.delete(this.#refusals.keys().next().value as bigint);
    if (reason) return reason;
    return n >> BigInt(MIN_BITS - 1) || allowWeakModulus ? undefined : reasons.TOO_SHORT;
  }

  /** Whether the equation of a proof holds. */
  holds(checked: CheckedProof, { prime }: CheckedOptions): boolean {
    return checked.proof.scheme === 'wesolowski'
      ? this.#holdsByWesolowski(checked, prime)
      : this.#holdsByPietrzak(checked);
  }

  #holdsByWesolowski(checked: CheckedProof, prime: Uint8Array | undefined): boolean {
    const { modulus, input, output, values } = checked;
    const { l, r } = this.challenge(checked, prime);
    const terms = [
      [values[0] as bigint, l],
      [input, r],
    ] as const;
    return upToSign(multiPow(terms, modulus), modulus) === output;
  }

  /** The challenge l of a Wesolowski proof, and r = 2^T mod l. */
  challenge({ proof }: CheckedProof, prime: Uint8Array | undefined): { l: bigint; r: bigint } {
    const { sha256, hashToPrime } = this.#hashes;
    const l = prime ? bytesToBigint(prime) : hashToPrime(sha256(...challengeMessage(proof)));
    return { l, r: powerOfTwo(BigInt(proof.iterations), l) };
  }

  /** Whether a Pietrzak proof holds: halves it once for each v, and checks the last claim (eprint 2018/627). */
  #holdsByPietrzak({ proof }: CheckedProof): boolean {
    const challenge = challengeOfHalving(this.#hashes, proof.profile);
    const { x, y, n, iterations, element } = halved(proof, challenge, powerTimes);
    return element(squareTimes(x, iterations, n)) === y;
  }
}

/**
 * Checks the form of a proof: this takes no product. Widths, types and counts were checked when the file was read.
 *
 * @throws Refused
 */
export function checkForm(proof: Proof, { prime, maxDelta = DEFAULT_MAX_DELTA }: CheckedOptions): CheckedProof {
  const { scheme, profile, iterations } = proof;
  if (scheme === 'pietrzak' && prime) throw new Refused('argument', 'options.challenge', reasons.CHALLENGE_OF_PIETRZAK);
  const hasSigns = profile === 'tokamak';
  if (hasSigns && BigInt(iterations) & BigInt(iterations - 1))
    throw new Refused('proof', 'iterations', reasons.NO_POWER_OF_TWO);
  const modulus = bytesToBigint(proof.modulus);
  const largest = hasSigns ? modulus - 1n : modulus >> 1n;
  const element = (bytes: Uint8Array, field: string, index?: number) => {
    const z = bytesToBigint(bytes);
    if (z === 0n || z > largest) throw new Refused('proof', field, reasons.NO_ELEMENT, index);
    return z;
  };
  const input = element(proof.input, 'input');
  const output = element(proof.output, 'output');
  const width = proof.modulus.length;
  const values = listOf(proof.values.length / width, (i) => {
    const bytes = proof.values.subarray(i * width, (i + 1) * width);
    return element(bytes, 'proof', scheme === 'pietrzak' ? i : undefined);
  });
  if (scheme === 'pietrzak' && deltaOf(proof) > maxDelta)
    throw new Refused('proof', 'delta', reasons.DELTA_ABOVE_LIMIT);
  return { proof, modulus, input, output, values };
}

/** @throws Refused if the caller's own challenge is no prime. */
export function checkPrime({ prime }: CheckedOptions): void {
  if (prime && !isProbablePrime(bytesToBigint(prime)))
    throw new Refused('argument', 'options.challenge.prime', reasons.CHALLENGE_NO_PRIME);
}

/** Whether a proof is about what the caller expects, apart from the seed. */
function agrees({ proof, modulus, input }: CheckedProof, expect: Expectation): boolean {
  const is = <T>(expected: T | undefined, value: T) => expected === undefined || expected === value;
  return (
    is(expect.modulus && bytesToBigint(expect.modulus), modulus) &&
    is(expect.input === undefined ? undefined : toBigint(expect.input), input) &&
    is(expect.iterations, proof.iterations) &&
    is(expect.scheme, proof.scheme) &&
    expect.profile === proof.profile
  );
}
