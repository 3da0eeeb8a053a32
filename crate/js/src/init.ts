import { Native } from './arithmetic/native.js';
import { loadBigint } from './bigint/load.js';
import { WasmInstance } from './border/instance.js';
import { DEFAULT_MAX_BITS, IntegerReader } from './input/integers.js';
import { readChoice, readCount, readFunction, readObject } from './input/reading.js';
import { loadFastestKernel, loadFirstKernel, loadKernel } from './kernels/choose.js';
import { isUnavailable, type Kernel, kernelNames, type WasmProvider } from './kernels/kernel.js';
import { compilerProblem } from './kernels/probe.js';
import type { LoadedKernel } from './kernels/start.js';
import { Powmod } from './powmod.js';

export interface InitOptions {
  /**
   * `'auto'` (default): the first kernel, in the order of expected speed, that passes its self-test here.
   * `'measure'`: the fastest of those that pass, timed in a few ms. Both give `'bigint'` if the engine lacks
   * WebAssembly or the page's policy forbids it. A kernel's name: that kernel, or an error.
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
  const instance = loaded ? new WasmInstance(loaded.module, loaded.session) : await loadBigint();
  const kernel = loaded?.name ?? 'bigint';
  // Whoever names a kernel of WebAssembly gets all results from that kernel.
  const native = loaded && isNamed ? undefined : new Native(kernel);
  return new Powmod(kernel, instance, integers, native);
}

/** Checks the options of {@link init} and loads the kernel; undefined is the kernel `bigint`. */
export async function load(
  options: InitOptions,
): Promise<{ loaded: LoadedKernel | undefined; integers: IntegerReader; isNamed: boolean }> {
  const {
    kernel = 'auto',
    wasm,
    maxBits = DEFAULT_MAX_BITS,
  } = readObject(options, 'options', ['kernel', 'wasm', 'maxBits']);
  const choice = readChoice(kernel, 'options.kernel', ['auto', 'measure', ...kernelNames]);
  const provider = readFunction<WasmProvider>(wasm, 'options.wasm');
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MOST_BITS));
  const isNamed = choice !== 'auto' && choice !== 'measure';
  return { loaded: await loadChoice(choice, provider), integers, isNamed };
}

async function loadChoice(
  choice: 'auto' | 'measure' | Kernel,
  provider?: WasmProvider,
): Promise<LoadedKernel | undefined> {
  if (choice === 'bigint') return undefined;
  if (choice !== 'auto' && choice !== 'measure') return loadKernel(choice, provider);
  try {
    return await (choice === 'auto' ? loadFirstKernel : loadFastestKernel)(provider);
  } catch (error) {
    if (!isUnavailable(error) || compilerProblem() === undefined) throw error;
    return undefined;
  }
}
