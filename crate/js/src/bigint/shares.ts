/** The verification of one proof in shares: crate/wasm/src/powers/verify.rs and crate/core/src/vdf/verifier.rs. */
import type { Proof, Share, VerifyOptions } from '../border/powers-operations.generated.js';
import { bytesToBigint } from '../bytes.js';
import { multiPow, type Power } from './arithmetic.js';
import { fold } from './group.js';
import { residueBytes } from './moduli.js';
import { type Claim, checkForm, checkPrime, elementOf, type Verifier } from './verifier.js';

/** The arguments of the operation. */
export interface InShares {
  proof: Proof;
  options: VerifyOptions;
  rounds: number;
  first: Uint8Array;
  second: Uint8Array;
  share?: Share | undefined;
}

/** A share of a round, or the output if the proof is valid; nothing if it is not. @throws Refused */
export function verifyInShares(verifier: Verifier, given: InShares): Uint8Array<ArrayBuffer> {
  const { proof, options, rounds, share } = given;
  const claim = checkForm(proof, options);
  checkPrime(options);
  if (!verifier.isExpected(claim, options)) return new Uint8Array();
  const [first, second] = [bytesToBigint(given.first), bytesToBigint(given.second)];
  if (share) return residueBytes(shareOf(verifier, claim, given, first, second), claim.modulus);
  const isValid =
    proof.scheme === 'pietrzak'
      ? verifier.holdsByPietrzak(claim, rounds, first, second)
      : rounds === 0
        ? verifier.holds(claim, options)
        : fold(first * second, claim.modulus) === claim.output;
  return new Uint8Array(isValid ? proof.output : []);
}

function shareOf(verifier: Verifier, claim: Claim, given: InShares, first: bigint, second: bigint): bigint {
  const place = given.share === 'first' ? 0 : 1;
  if (given.proof.scheme === 'pietrzak') {
    const factors = verifier.halving(claim, given.rounds, first, second)[place];
    return elementOf(claim, multiPow(factors, claim.modulus));
  }
  const { l, r } = verifier.challenge(claim, given.options.prime);
  const low = Math.floor((l.toString(2).length * 23) / 32);
  const part = (base: bigint, e: bigint): Power => {
    const lowBits = BigInt.asUintN(low, e);
    return [base, place === 0 ? e - lowBits : lowBits];
  };
  return multiPow([part(claim.values[0] as bigint, l), part(claim.input, r)], claim.modulus);
}
