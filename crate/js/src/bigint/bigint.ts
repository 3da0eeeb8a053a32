/** The kernel in BigInt, with all functions: the bundle `bigint`. */
import type { publicError } from '../border/refusal.js';
import { bytesToBigint } from '../bytes.js';
import { toBigint } from '../input/integers.js';
import { upToSign } from '../vdf/claim.js';
import { verifyBatch } from './batch.js';
import { BigintInstance } from './bigint-instance.js';
import type { Functions } from './functions.js';
import { inputFromSeed } from './group.js';
import { modulusOf, residue, residueBytes } from './moduli.js';
import { plainHashes } from './plain-hashes.js';
import { functions } from './powers.js';
import { isProbablePrime } from './primality.js';
import { firstPrime, sievePrimes } from './prime-search.js';
import { Refused } from './refused.js';
import { findRsaKey, keepRsaKey, secrets as ofPowers, powCrt } from './secrets.js';
import { Verifier } from './verifier.js';

type Secrets = typeof ofPowers & Pick<Functions, 'findRsaKey' | 'keepRsaKey' | 'powCrt'>;

const secrets: Secrets = { ...ofPowers, findRsaKey, keepRsaKey, powCrt };

export function makeBigint(errorOf: typeof publicError): BigintInstance {
  return new BigintInstance(errorOf, functionsOf(new Verifier(plainHashes)), secrets);
}

function functionsOf(verifier: Verifier): Omit<Functions, keyof Secrets> {
  /** Refuses a modulus that is unfit for a delay. */
  const group = (n: bigint, allowWeakModulus: boolean) => {
    const reason = verifier.refusal(n, allowWeakModulus);
    if (reason) throw new Refused('argument', 'modulus', reason);
    return n;
  };
  return {
    ...functions,
    isProbablePrime: ({ n }) => isProbablePrime(bytesToBigint(n)),
    sievePrimes,
    firstPrime,
    verify: ({ proof, options }) => verifier.verify(proof, options),
    verifyBatch: (given) => verifyBatch(verifier, given),
    hashToGroup({ modulus, seed }) {
      const n = group(modulusOf(modulus), false);
      const input = inputFromSeed(seed, n, plainHashes);
      if (input === undefined) throw new Refused('argument', 'seed', 'gives 0 or 1 in this group');
      return residueBytes(input, n);
    },
    element({ modulus, z }) {
      const n = modulusOf(modulus);
      return residueBytes(upToSign(residue(toBigint(z), n), group(n, true)), n);
    },
  };
}
