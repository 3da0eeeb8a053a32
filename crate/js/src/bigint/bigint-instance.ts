/**
 * The kernel in native BigInt: the calls of the wasm kernels with their answers, refusals and limits. Its time depends
 * on its operands, so it refuses secrets unless the caller allows that.
 *
 * The package ships it as a file of its own, whose classes are not those of the package. So the package gives it the
 * function that makes its errors.
 */
import type { Resource, SeparateInstance } from '../border/instance.js';
import { numbers, withLists } from '../border/powers-operations.generated.js';
import type { PublicName, publicError, Refusal } from '../border/refusal.js';
import { Arguments, fieldPath, type Operation } from '../border/wire.js';
import { bytesToBigint } from '../bytes.js';
import { messageOf } from '../errors.js';
import { toBigint } from '../input/integers.js';
import { fold } from '../vdf/claim.js';
import { verifyBatch } from './batch.js';
import type { Functions } from './functions.js';
import { inputFromSeed } from './group.js';
import { keepModulus, modulusOf, residue, residueBytes } from './moduli.js';
import { plainHashes } from './plain-hashes.js';
import { areRootsOfUnity, inv, invAll, mul, multiPow, pow, powers, product, square } from './powers.js';
import { isProbablePrime } from './primality.js';
import { firstPrime, sievePrimes } from './prime-search.js';
import { Refused } from './refused.js';
import { findCrtKey, fixedBasePowSecret, invSecret, keepCrtKey, mulAddSecret, powCrt, powSecret } from './secrets.js';
import { fixedBase, tables, tablesPow } from './tables.js';
import { Verifier } from './verifier.js';

const secrets = { fixedBasePowSecret, findCrtKey, invSecret, keepCrtKey, mulAddSecret, powCrt, powSecret };

export class BigintInstance implements SeparateInstance {
  readonly #publicError: typeof publicError;
  readonly #functions: ((given: never) => unknown)[] = [];
  /** Whether calls for secrets are computed, although the time tells them. */
  allowTiming = false;

  constructor(errorOf: typeof publicError) {
    this.#publicError = errorOf;
    const functions: Functions = { ...functionsOf(new Verifier(plainHashes)), ...secrets };
    for (const [name, work] of Object.entries(functions)) this.#functions[numbers[name as keyof Functions]] = work;
  }

  call<A, R>(operation: Operation<A, R>, values: A, nameOf: PublicName = fieldPath): R {
    const isSecret = secretNumbers.has(operation.number) && !this.allowTiming;
    const work = (isSecret ? refuseSecrets : this.#functions[operation.number]) as (given: A) => R;
    // Writing a list checks that it is not too long.
    if (withLists.includes(operation.number)) operation.encode(values, new Arguments(), '');
    try {
      return work(values);
    } catch (error) {
      throw this.#publicError(refusalOfError(error), nameOf);
    }
  }

  separate(): SeparateInstance {
    return this;
  }

  end(): void {}

  make<A, Handle>(operation: Operation<A, Handle>, values: A, _free: unknown, nameOf?: PublicName): Resource<Handle> {
    // The garbage collector frees all objects, and none is ever lost.
    return { handle: this.call(operation, values, nameOf), isLost: () => false, free() {} };
  }

  freeWith(): void {}

  forget(): void {}
}

const secretNumbers = new Set<number>(Object.keys(secrets).map((name) => numbers[name as keyof typeof secrets]));

function functionsOf(verifier: Verifier): Omit<Functions, keyof typeof secrets> {
  /** Refuses a modulus that is unfit for a delay. */
  const group = (n: bigint, allowWeakModulus: boolean) => {
    const reason = verifier.refusal(n, allowWeakModulus);
    if (reason) throw new Refused('argument', 'modulus', reason);
    return n;
  };
  return {
    pow,
    multiPow,
    powers,
    product,
    mul,
    inv,
    invAll,
    areRootsOfUnity,
    square,
    isProbablePrime: ({ n }) => isProbablePrime(bytesToBigint(n)),
    sievePrimes,
    firstPrime,
    keepModulus,
    freeModulus() {},
    fixedBase,
    tables,
    tablesPow,
    freeTables() {},
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
      return residueBytes(fold(residue(toBigint(z), n), group(n, true)), n);
    },
  };
}

/**
 * The refusal in an error. A number beyond the engine's limit, or an exhausted stack, is a `RangeError` of the engine.
 */
function refusalOfError(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  const kind = error instanceof RangeError ? 'memory' : 'fault';
  return { kind, field: KERNEL, index: undefined, reason: messageOf(error) };
}

const KERNEL = 'kernel bigint';

function refuseSecrets(): never {
  const reason = 'has no calls for secrets, since the time of BigInt depends on its operands: they need WebAssembly';
  throw new Refused('unavailable', KERNEL, reason);
}
