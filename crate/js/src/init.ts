import { Native } from './arithmetic/native.js';
import { loadBigint } from './bigint/load.js';
import { type Instance, WasmInstance } from './border/instance.js';
import { DEFAULT_MAX_BITS, IntegerReader } from './input/integers.js';
import { readChoice, readCount, readFunction, readObject } from './input/reading.js';
import { loadFastestKernel, loadFirstKernel, loadKernel } from './kernels/choose.js';
import { isUnavailable, type Kernel, kernelNames, type WasmKernel, type WasmProvider } from './kernels/kernel.js';
import { compilerProblem } from './kernels/probe.js';
import type { LoadedKernel } from './kernels/start.js';
import { Powmod } from './powmod.js';

export interface InitOptions {
  /**
   * `'auto'` (default): the first kernel, in the order of expected speed, that passes its self-test here.
   * `'measure'`: the fastest of those that pass, timed in a few ms. Both give `'bigint'` if the engine lacks
   * WebAssembly or the page's policy forbids it. BigInt then computes what it computes faster: products, inverses, and
   * powers with short exponents. A kernel's name: all results come from that kernel, or an error.
   */
  kernel?: 'auto' | 'measure' | Kernel;
  /** Provides a kernel's WebAssembly in place of the bytes in the package: see `WasmProvider`. */
  wasm?: WasmProvider;
  /** The most bits that a modulus or an exponent may have, 1 to 2^26. Default 65,536. */
  maxBits?: number;
}

/** The largest `maxBits`: a number then has 8 MB, and no call with longer numbers would ever end. */
const MOST_BITS = 2 ** 26;

/**
 * Loads a kernel and makes an instance of it, which shares nothing with other instances.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` if the engine does not run the kernel correctly, or none of them;
 *   `ERR_LOAD` if the kernel's WebAssembly cannot be loaded. TypeError or RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { init } from 'powmod';
 * const pm = await init({ maxBits: 4096 });
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export async function init(options: InitOptions = {}): Promise<Powmod> {
  const { loaded, integers, isNamed } = await load(options);
  return loaded ? instanceOf(loaded, integers, isNamed) : bigintOf(await loadBigint(), integers);
}

/** @internal An instance of a kernel. Whoever names a kernel of WebAssembly gets all results from that kernel. */
export function instanceOf({ name, module, session }: LoadedKernel, integers: IntegerReader, isNamed: boolean): Powmod {
  return new Powmod(name, new WasmInstance(module, session), integers, isNamed ? undefined : new Native(name));
}

/** @internal An instance of the kernel `bigint`. */
export function bigintOf(instance: Instance, integers: IntegerReader): Powmod {
  return new Powmod('bigint', instance, integers, new Native('bigint'));
}

/** @internal Checks the options of {@link init} and loads the kernel; undefined is the kernel `bigint`. */
export async function load(
  options: InitOptions,
): Promise<{ loaded: LoadedKernel | undefined; integers: IntegerReader; isNamed: boolean }> {
  const { choice, provider, integers, isNamed } = readInitOptions<WasmProvider>(options);
  let loaded: LoadedKernel | undefined;
  try {
    if (choice !== 'bigint') loaded = await loadChoice(choice, provider);
  } catch (error) {
    leaveToBigint(choice, error);
  }
  return { loaded, integers, isNamed };
}

function loadChoice(choice: 'auto' | 'measure' | WasmKernel, provider?: WasmProvider): Promise<LoadedKernel> {
  if (choice === 'auto') return loadFirstKernel(provider);
  return choice === 'measure' ? loadFastestKernel(provider) : loadKernel(choice, provider);
}

/** @internal The checked options of `init` and `initSync`. What the provider gives is not checked. */
export function readInitOptions<Provider>(options: unknown) {
  const {
    kernel = 'auto',
    wasm,
    maxBits = DEFAULT_MAX_BITS,
  } = readObject(options, 'options', ['kernel', 'wasm', 'maxBits']);
  const choice = readChoice(kernel, 'options.kernel', ['auto', 'measure', ...kernelNames]);
  const provider = readFunction<Provider>(wasm, 'options.wasm');
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MOST_BITS));
  const isNamed = choice !== 'auto' && choice !== 'measure';
  return { choice, provider, integers, isNamed };
}

/** @internal @throws the error, unless the choice was open and no WebAssembly can run here */
export function leaveToBigint(choice: 'auto' | 'measure' | Kernel, error: unknown): void {
  const isOpen = choice === 'auto' || choice === 'measure';
  if (!isOpen || !isUnavailable(error) || compilerProblem() === undefined) throw error;
}
