import { Instance } from './border/instance.js';
import { IntegerReader } from './input/integers.js';
import { describe, readChoice, readCount, readObject } from './input/reading.js';
import { loadFastestKernel, loadFirstKernel, loadKernel } from './kernels/choose.js';
import { type Kernel, kernelNames, type WasmProvider } from './kernels/kernel.js';
import type { LoadedKernel } from './kernels/start.js';
import { Powmod } from './powmod.js';

export interface InitOptions {
  /**
   * `'auto'` (default): the first kernel, in the order of expected speed, that the engine is seen to run correctly;
   * `'measure'`: the fastest of those, timed in a few ms; a kernel's name: that one, or an error.
   */
  kernel?: 'auto' | 'measure' | Kernel;
  /** Where a kernel's WebAssembly comes from, instead of the bytes embedded in the package: see `WasmSource`. */
  wasm?: WasmProvider;
  /** The most bits that a modulus or an exponent may have. Default 65,536; at most 2^26. */
  maxBits?: number;
}

export const DEFAULT_MAX_BITS = 65536;

/** 8 MB a number, beyond which no call would end anyway. */
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
  const { loaded, integers } = await load(options);
  return new Powmod(loaded.name, new Instance(loaded.module, loaded.session), integers);
}

/** What {@link init} makes an instance of. */
export async function load(options: InitOptions): Promise<{ loaded: LoadedKernel; integers: IntegerReader }> {
  const {
    kernel = 'auto',
    wasm,
    maxBits = DEFAULT_MAX_BITS,
  } = readObject(options, 'options', ['kernel', 'wasm', 'maxBits']);
  const choice = readChoice(kernel, 'options.kernel', ['auto', 'measure', ...kernelNames]);
  if (wasm !== undefined && typeof wasm !== 'function')
    throw new TypeError(`options.wasm: must be a function, not ${describe(wasm)}`);
  const provider = wasm as WasmProvider | undefined;
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MOST_BITS));
  return { loaded: await loadChoice(choice, provider), integers };
}

function loadChoice(choice: 'auto' | 'measure' | Kernel, provider?: WasmProvider) {
  if (choice === 'auto') return loadFirstKernel(provider);
  if (choice === 'measure') return loadFastestKernel(provider);
  return loadKernel(choice, provider);
}
