/**
 * The kernel in native BigInt: the calls of the wasm kernels with their answers, refusals and limits. Its time depends
 * on its operands, so it refuses secrets unless the caller allows that.
 *
 * The package ships it in files of their own, whose classes are not those of the package: ./bigint.ts, and
 * ./bigint-powers.ts with powers alone. So the package gives it the function that makes its errors.
 */
import type { Instance, Resource } from '../border/instance.js';
import { numbers, withLists } from '../border/powers-operations.generated.js';
import type { PublicName, publicError } from '../border/refusal.js';
import { Arguments, fieldPath, type Operation } from '../border/wire.js';
import type { Functions } from './functions.js';
import { KERNEL, Refused, refusalOfError } from './refused.js';

export class BigintInstance implements Instance {
  readonly #publicError: typeof publicError;
  readonly #functions: ((given: never) => unknown)[] = [];
  readonly #secrets = new Set<number>();
  /** Whether calls for secrets are computed, although the time tells them. */
  allowVariableTime = false;

  /** `functions` are those without secrets. */
  constructor(errorOf: typeof publicError, functions: Partial<Functions>, secrets: Partial<Functions>) {
    this.#publicError = errorOf;
    for (const [name, work] of Object.entries({ ...functions, ...secrets }))
      this.#functions[numbers[name as keyof Functions]] = work;
    for (const name of Object.keys(secrets)) this.#secrets.add(numbers[name as keyof Functions]);
  }

  call<A, R>(operation: Operation<A, R>, values: A, nameOf: PublicName = fieldPath): R {
    const isSecret = this.#secrets.has(operation.number) && !this.allowVariableTime;
    const work = (isSecret ? refuseSecrets : this.#functions[operation.number]) as (given: A) => R;
    // Writing a list checks that it is not too long.
    if (withLists.includes(operation.number)) operation.encode(values, new Arguments(), '');
    try {
      return work(values);
    } catch (error) {
      throw this.#publicError(refusalOfError(error), nameOf);
    }
  }

  make<A, Handle>(operation: Operation<A, Handle>, values: A, _free: unknown, nameOf?: PublicName): Resource<Handle> {
    // The garbage collector frees all objects, and none is ever lost.
    return { handle: this.call(operation, values, nameOf), isLost: () => false, free() {} };
  }

  freeWith(): void {}

  forget(): void {}
}

function refuseSecrets(): never {
  const reason = 'has no calls for secrets, since the time of BigInt depends on its operands: they need WebAssembly';
  throw new Refused('unavailable', KERNEL, reason);
}
