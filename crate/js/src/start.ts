/** Starts what computes: the part of `init` and `initSync` that all entries share. */
import { crossoverOf } from './arithmetic/crossover.js';
import { type Computing, Engine, type IsPrime } from './arithmetic/engine.js';
import { Moduli } from './arithmetic/known-modulus.js';
import type { BigintInstance } from './bigint/bigint-instance.js';
import { sha256 } from './bigint/load.js';
import { WasmInstance } from './border/instance.js';
import { PowmodError } from './errors.js';
import { DEFAULT_MAX_BITS, IntegerReader, MAX_BITS } from './input/integers.js';
import { readChoice, readCount, readFlag, readFunction, readObject } from './input/reading.js';
import { orAborted, readSignal } from './input/signal.js';
import { type ChosenKernel, loadWanted, type Wanted } from './kernels/choose.js';
import { BY_NAME, isUseless, type Kernel, type Variant, type WasmProvider } from './kernels/kernel.js';
import { needCompiler } from './kernels/load.js';
import { wasmKernels } from './kernels/names.generated.js';
import { noWebAssembly } from './kernels/probe.js';
import type { Signal } from './platform-types.js';

export interface InitOptions {
  /**
   * `'auto'` (default): the first kernel that passes its self-test here, in the order of expected speed on this kind of
   * processor and in this engine.
   * `'measure'`: the fastest of those that pass, timed in a few ms. Both give `'bigint'` if no kernel can be loaded in
   * 20 s or works here, and `choice.reason` says why. While one does not come, the next is loaded
   * too. BigInt computes what it computes faster: products, inverses, and powers with short exponents. A kernel's name:
   * all results but Jacobi symbols, square roots, and tests of primes in `powmod/powers` come from that kernel, or an
   * error.
   */
  kernel?: 'auto' | 'measure' | Kernel | undefined;
  /** Provides a kernel's WebAssembly in place of the bytes in the package: see `WasmProvider`. */
  wasm?: WasmProvider | undefined;
  /** The most bits that a modulus or an exponent may have, 1 to 2^26. Default 65,536. */
  maxBits?: number | undefined;
  /**
   * `true`: where BigInt must compute, it also computes the calls for secrets, in a time that tells the secrets, and
   * wipes nothing. For apps that accept this where no WebAssembly runs. Default `false`: `ERR_KERNEL_UNAVAILABLE`.
   */
  allowVariableTime?: boolean | undefined;
  /** Ends the wait for a kernel: `init` then rejects with the signal's reason. */
  signal?: Signal | undefined;
}

/** @internal What differs between the entries of the package. */
export interface Entry<Api> {
  /** The modules of its kernels. */
  variants: readonly Variant[];
  /** Whether they have all operations. */
  isComplete: boolean;
  isPrime: IsPrime;
  Api: new (moduli: Moduli) => Api;
}

/** The complete modules, once an entry has asked for them: nobody then loads others beside them. */
let complete: readonly Variant[] | undefined;

/** @internal The modules that an entry takes. */
export function variantsOf({ variants, isComplete }: Pick<Entry<unknown>, 'variants' | 'isComplete'>) {
  if (isComplete) complete = variants;
  return complete ?? variants;
}

/** @internal The object of an entry, with the kernel that is loaded, or with BigInt. */
export async function start<Api>(
  options: InitOptions,
  entry: Entry<Api>,
  loadBigint: () => Promise<BigintInstance>,
): Promise<Api> {
  const read = readInitOptions<WasmProvider>(options, ['signal']);
  return apiOf(entry, read.integers, await computing(read, variantsOf(entry), loadBigint));
}

/** @internal The object of an entry. */
export function apiOf<Api>(
  { isPrime, Api }: Pick<Entry<Api>, 'isPrime' | 'Api'>,
  integers: IntegerReader,
  computing: Computing,
): Api {
  return new Api(new Moduli(new Engine(computing, integers, isPrime)));
}

/** @internal A kernel at work. Whoever names a kernel of WebAssembly gets all results from that kernel. */
export function ofKernel({ name, module, session, reason }: ChosenKernel, isNamed: boolean): Computing {
  const choice = Object.freeze({ kernel: name, reason });
  return { choice, instance: new WasmInstance(module, session), crossover: isNamed ? undefined : crossoverOf(name) };
}

/** @internal BigInt at work. */
export function ofBigint(instance: BigintInstance, reason: string, allowVariableTime: boolean): Computing {
  instance.allowVariableTime = allowVariableTime;
  return { choice: Object.freeze({ kernel: 'bigint', reason }), instance, crossover: crossoverOf('bigint') };
}

async function computing(
  read: CheckedOptions,
  variants: readonly Variant[],
  loadBigint: () => Promise<BigintInstance>,
): Promise<Computing> {
  try {
    const { loaded, reason } = await loadChecked(read, variants);
    if (loaded) return ofKernel(loaded, read.isNamed);
    const bigint = await orAborted(read.signal, loadBigint).catch((error) => {
      // The last of all kernels: the error has the reason of each.
      throw isUseless(error) && reason !== BY_NAME
        ? new PowmodError(error.code, `${reason}; ${error.message}`, { cause: error })
        : error;
    });
    return ofBigint(bigint, reason, read.allowVariableTime);
  } catch (error) {
    if (!isUseless(error) || error.code !== 'ERR_LOAD' || !isServiceWorker()) throw error;
    const advice = "a service worker imports no script later: take init of 'powmod/static'";
    throw new PowmodError(error.code, `${error.message}; ${advice}`, { cause: error });
  }
}

const isServiceWorker = () => globalThis.constructor?.name === 'ServiceWorkerGlobalScope';

/** @internal Checks the options of `init`, and loads the kernel; undefined is the kernel `bigint`. */
export async function load(options: InitOptions, variants: readonly Variant[]) {
  const read = readInitOptions<WasmProvider>(options, ['signal']);
  return { ...(await loadChecked(read, variants)), signal: read.signal, integers: read.integers };
}

async function loadChecked({ wanted, provider, signal }: CheckedOptions, variants: readonly Variant[]) {
  let loaded: ChosenKernel | undefined;
  let reason = whyBigint(wanted, provider, variants);
  try {
    if (reason === undefined && wanted !== 'bigint')
      ({ reason } = loaded = await orAborted(signal, () =>
        loadWanted(variants, wanted, provider && { give: provider, sha256 }),
      ));
  } catch (error) {
    reason = reasonForBigint(wanted, error);
  }
  return { loaded, reason: reason ?? BY_NAME };
}

type CheckedOptions = ReturnType<typeof readInitOptions<WasmProvider>>;

/**
 * @internal The checked options of `init` and `initSync`, which has not `more`. What the provider gives is not checked.
 */
export function readInitOptions<Provider>(options: unknown, more: readonly 'signal'[] = []) {
  const {
    kernel = 'auto',
    wasm,
    maxBits = DEFAULT_MAX_BITS,
    allowVariableTime,
    signal,
  } = readObject(options, 'options', ['kernel', 'wasm', 'maxBits', 'allowVariableTime', ...more]);
  const wanted = readChoice(kernel, 'options.kernel', ['auto', 'measure', ...wasmKernels, 'bigint']);
  const provider = readFunction<Provider>(wasm, 'options.wasm');
  const isNamed = !isOpen(wanted);
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MAX_BITS));
  return {
    wanted,
    provider,
    integers,
    isNamed,
    allowVariableTime: readFlag(allowVariableTime, 'options.allowVariableTime'),
    signal: readSignal(signal),
  };
}

/** @internal The reason to try no kernel, if there is one: the caller named BigInt, or nothing can be compiled here. */
export function whyBigint(
  wanted: Wanted | 'bigint',
  provider: unknown,
  variants: readonly Variant[],
): string | undefined {
  if (wanted === 'bigint') return BY_NAME;
  return isOpen(wanted) && !provider && needCompiler(variants) ? noWebAssembly() : undefined;
}

/** @internal Why BigInt must compute. @throws the error, unless the choice was open */
export function reasonForBigint(wanted: Wanted | 'bigint', error: unknown): string {
  if (!isOpen(wanted) || !isUseless(error)) throw error;
  return noWebAssembly() ?? error.message;
}

const isOpen = (wanted: Wanted | 'bigint') => wanted === 'auto' || wanted === 'measure';
