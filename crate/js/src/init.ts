import { FasterBigint } from './arithmetic/faster-bigint.js';
import type { BigintInstance } from './bigint/bigint-instance.js';
import { loadBigint } from './bigint/load.js';
import { WasmInstance } from './border/instance.js';
import { PowmodError } from './errors.js';
import { DEFAULT_MAX_BITS, IntegerReader, MAX_BITS } from './input/integers.js';
import { readChoice, readCount, readFlag, readFunction, readObject } from './input/reading.js';
import { orAborted, readSignal } from './input/signal.js';
import { type ChosenKernel, loadWanted, type Wanted } from './kernels/choose.js';
import { BY_NAME, isUseless, type Kernel, type WasmProvider } from './kernels/kernel.js';
import { needCompiler } from './kernels/load.js';
import { wasmKernels } from './kernels/names.generated.js';
import { compilerProblem } from './kernels/probe.js';
import { variants } from './kernels/verifiers.generated.js';
import type { Signal } from './platform-types.js';
import { Powmod } from './powmod.js';

export interface InitOptions {
  /**
   * `'auto'` (default): the first kernel that passes its self-test here, in the order of expected speed on this kind of
   * processor and in this engine.
   * `'measure'`: the fastest of those that pass, timed in a few ms. Both give `'bigint'` if no kernel can be loaded in 20 s or
   * works here, and `choice.reason` says why. BigInt computes what it computes faster: products, inverses, and powers
   * with short exponents. A kernel's name: all results but Jacobi symbols come from that kernel,
   * or an error.
   */
  kernel?: 'auto' | 'measure' | Kernel;
  /** Provides a kernel's WebAssembly in place of the bytes in the package: see `WasmProvider`. */
  wasm?: WasmProvider;
  /** The most bits that a modulus or an exponent may have, 1 to 2^26. Default 65,536. */
  maxBits?: number;
  /**
   * `true`: where BigInt must compute, it also computes the calls for secrets, in a time that tells the secrets, and wipes
   * nothing. For apps that accept this where no WebAssembly runs. Default `false`: `ERR_KERNEL_UNAVAILABLE`.
   */
  allowTiming?: boolean;
  /** Ends the wait for a kernel: `init` then rejects with the signal's reason. */
  signal?: Signal;
}

/**
 * Loads a kernel and makes an instance of it, which shares nothing with other instances.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` if the engine does not run the named kernel correctly; `ERR_LOAD` if it
 *   cannot be loaded, or nothing can, with the reason for each kernel: a later call tries again. TypeError or RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { init } from 'powmod';
 * const pm = await init({ maxBits: 4096 });
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export async function init(options: InitOptions = {}): Promise<Powmod> {
  const { loaded, reason, integers, isNamed, allowTiming, signal } = await load(options);
  if (loaded) return instanceOf(loaded, integers, isNamed);
  const bigint = await orAborted(signal, loadBigint).catch((error) => {
    // The last of all kernels: the error has the reason of each.
    throw isUseless(error) && reason !== BY_NAME
      ? new PowmodError(error.code, `${reason}; ${error.message}`, { cause: error })
      : error;
  });
  return bigintOf(bigint, reason, integers, allowTiming);
}

/** @internal An instance of a kernel. Whoever names a kernel of WebAssembly gets all results from that kernel. */
export function instanceOf(
  { name, module, session, reason }: ChosenKernel,
  integers: IntegerReader,
  isNamed: boolean,
): Powmod {
  const bigint = isNamed ? undefined : new FasterBigint(name);
  return new Powmod({ kernel: name, reason }, new WasmInstance(module, session), integers, bigint);
}

/** @internal An instance of the kernel `bigint`. */
export function bigintOf(
  instance: BigintInstance,
  reason: string,
  integers: IntegerReader,
  allowTiming: boolean,
): Powmod {
  instance.allowTiming = allowTiming;
  return new Powmod({ kernel: 'bigint', reason }, instance, integers, new FasterBigint('bigint'));
}

/** @internal Checks the options of {@link init} and loads the kernel; undefined is the kernel `bigint`. */
export async function load(options: InitOptions) {
  const { wanted, provider, signal, ...others } = readInitOptions<WasmProvider>(options, ['signal']);
  let loaded: ChosenKernel | undefined;
  let reason = whyBigint(wanted, provider);
  try {
    if (reason === undefined && wanted !== 'bigint')
      ({ reason } = loaded = await orAborted(signal, () => loadWanted(variants, wanted, provider)));
  } catch (error) {
    reason = reasonForBigint(wanted, error);
  }
  return { loaded, reason: reason ?? BY_NAME, signal, ...others };
}

/** @internal The checked options of `init` and `initSync`, which has not `more`. What the provider gives is not checked. */
export function readInitOptions<Provider>(options: unknown, more: readonly 'signal'[] = []) {
  const {
    kernel = 'auto',
    wasm,
    maxBits = DEFAULT_MAX_BITS,
    allowTiming,
    signal,
  } = readObject(options, 'options', ['kernel', 'wasm', 'maxBits', 'allowTiming', ...more]);
  const wanted = readChoice(kernel, 'options.kernel', ['auto', 'measure', ...wasmKernels, 'bigint']);
  const provider = readFunction<Provider>(wasm, 'options.wasm');
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MAX_BITS));
  return {
    wanted,
    provider,
    integers,
    isNamed: !isOpen(wanted),
    allowTiming: readFlag(allowTiming, 'options.allowTiming'),
    signal: readSignal(signal),
  };
}

/** @internal The reason to try no kernel, if there is one: the caller named BigInt, or nothing can be compiled here. */
export function whyBigint(wanted: Wanted | 'bigint', provider: unknown): string | undefined {
  if (wanted === 'bigint') return BY_NAME;
  const problem = isOpen(wanted) && !provider && needCompiler(variants) ? compilerProblem() : undefined;
  return problem && noWebAssembly(problem);
}

/** @internal Why BigInt must compute. @throws the error, unless the choice was open */
export function reasonForBigint(wanted: Wanted | 'bigint', error: unknown): string {
  if (!isOpen(wanted) || !isUseless(error)) throw error;
  const problem = compilerProblem();
  return problem === undefined ? error.message : noWebAssembly(problem);
}

const isOpen = (wanted: Wanted | 'bigint') => wanted === 'auto' || wanted === 'measure';
const noWebAssembly = (problem: string) =>
  `no WebAssembly can run here: ${problem}${/CSP|eval/.test(problem) ? " (script-src needs 'wasm-unsafe-eval')" : ''}`;
