/** Many proofs: crate/wasm/src/powers/complete/verify.rs, and crate/vdf/src/batch.rs for the batch of one modulus. */
import type { Verdict } from '../border/wire.js';
import { bytesToBigint } from '../bytes.js';
import { upToSign } from '../vdf/claim.js';
import { RANDOM_BYTES } from '../vdf/limits.generated.js';
import { multiPow, type Power } from './arithmetic.js';
import type { Functions } from './functions.js';
import { verdictOf } from './refused.js';
import { type CheckedProof, checkForm, checkPrime, type Verifier } from './verifier.js';

/** The verdict on each proof. @throws Refused for a mistake that is about the call. */
export function verifyBatch(verifier: Verifier, given: Parameters<Functions['verifyBatch']>[0]): Verdict[] {
  const { proofs, options, random } = given;
  checkPrime(options);
  // The caller's own challenge is for one proof, so such proofs share nothing.
  const sharesSquarings = given.batch && !options.prime;
  const batches = new Map<bigint, { checked: CheckedProof; place: number }[]>();
  const verdicts = proofs.map((proof, place) =>
    verdictOf(() => {
      const checked = checkForm(proof, options);
      if (!sharesSquarings) return verifier.verifyChecked(checked, options);
      const batch = batches.get(checked.modulus) ?? [];
      batches.set(checked.modulus, batch);
      batch.push({ checked, place });
      return false;
    }),
  );
  // Modulus by modulus, so that none is checked twice.
  for (const [modulus, batch] of batches) {
    const together: typeof batch = [];
    for (const { checked, place } of batch)
      verdicts[place] = verdictOf(() => {
        if (checked.proof.scheme !== 'wesolowski') return verifier.verifyChecked(checked, options);
        const isExpected = verifier.isExpected(checked, options);
        if (isExpected) together.push({ checked, place });
        return isExpected;
      });
    const proofs = together.map(({ checked }) => checked);
    if (allHold(verifier, proofs, modulus, random)) continue;
    for (const { checked, place } of together) verdicts[place] = verifier.holds(checked, options);
  }
  return verdicts;
}

/**
 * Whether the equations of all proofs hold, up to 2^−128: with random s, one equation replaces them,
 * el(∏ π^(l·s) · x^(r·s)) = el(∏ y^s).
 */
function allHold(verifier: Verifier, proofs: readonly CheckedProof[], modulus: bigint, random: Uint8Array): boolean {
  const left: Power[] = [];
  const right: Power[] = [];
  proofs.forEach((checked, i) => {
    const s = bytesToBigint(random.subarray(i * RANDOM_BYTES, (i + 1) * RANDOM_BYTES));
    const { l, r } = verifier.challenge(checked, undefined);
    left.push([checked.values[0] as bigint, l * s], [checked.input, r * s]);
    right.push([checked.output, s]);
  });
  const [a, b] = [left, right].map((terms) => upToSign(multiPow(terms, modulus), modulus));
  return a === b;
}
