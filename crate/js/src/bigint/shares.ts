/** The verification of one proof in shares: crate/wasm/src/powers/verify.rs and crate/core/src/vdf/verifier.rs. */
import type { Proof, Share, VerifyOptions } from '../border/powers-operations.generated.js';
import { bytesToBigint } from '../bytes.js';
import { multiPow, type Power } from './arithmetic.js';
import { fold } from './group.js';
import { residueBytes } from './moduli.js';
import { type CheckedProof, check, elementOf, type Verifier } from './verifier.js';

/** A proof, and the numbers after some rounds of its verification. */
export interface InShares {
  proof: Proof;
  options: VerifyOptions;
  rounds: number;
  first: Uint8Array;
  second: Uint8Array;
}

/** A share of the next round; nothing if the proof is not valid. @throws Refused */
export function shareOfVerification(verifier: Verifier, given: InShares & { share: Share }): Uint8Array<ArrayBuffer> {
  const { proof, options, rounds, first, second } = given;
  const checked = check(proof, options);
  if (!verifier.isExpected(checked, options)) return new Uint8Array();
  const place = given.share === 'first' ? 0 : 1;
  if (proof.scheme === 'wesolowski')
    return residueBytes(shareOfProduct(verifier, checked, options, place), checked.modulus);
  const factors = verifier.halving(checked, rounds, bytesToBigint(first), bytesToBigint(second))[place];
  return residueBytes(elementOf(checked, multiPow(factors, checked.modulus)), checked.modulus);
}

/** Whether a proof is valid, from the shares of the last of some rounds. @throws Refused */
export function joinShares(verifier: Verifier, { proof, options, rounds, first, second }: InShares): boolean {
  const checked = check(proof, options);
  if (!verifier.isExpected(checked, options)) return false;
  const [a, b] = [bytesToBigint(first), bytesToBigint(second)];
  return proof.scheme === 'wesolowski'
    ? fold(a * b, checked.modulus) === checked.output
    : verifier.holdsByPietrzak(checked, rounds, a, b);
}

/** A share of π^l · x^r. */
function shareOfProduct(verifier: Verifier, checked: CheckedProof, { prime }: VerifyOptions, place: 0 | 1): bigint {
  const { l, r } = verifier.challenge(checked, prime);
  const low = lowBits(l.toString(2).length);
  const part = (base: bigint, e: bigint): Power => {
    const second = BigInt.asUintN(low, e);
    return [base, place === 0 ? e - second : second];
  };
  return multiPow([part(checked.values[0] as bigint, l), part(checked.input, r)], checked.modulus);
}

/** How many low bits of the exponents are the second share: `low_bits` of crate/core/src/vdf/wesolowski/verifier.rs. */
function lowBits(bits: number): number {
  return Math.floor((bits * 23) / 32);
}
