import type { BigintInstance } from './bigint/bigint-instance.js';
import { startChallenge } from './bigint/challenge.js';
import { loadBigintSync } from './bigint/load.js';
import { whole } from './init.js';
import { describe } from './input/reading.js';
import { type LoadSync, loadWantedSync } from './kernels/choose.js';
import { BY_NAME, notLoaded, type WasmKernel, type WasmModule } from './kernels/kernel.js';
import { checkCompiler, compileSync, loadModuleSync } from './kernels/load.js';
import { asWasm, checkDigest, copyOf } from './kernels/provided.js';
import type { Powmod } from './powmod.js';
import {
  apiOf,
  type Entry,
  type InitOptions,
  ofBigint,
  ofKernel,
  readInitOptions,
  reasonForBigint,
  variantsOf,
  whyBigint,
} from './start.js';

export interface InitSyncOptions extends Omit<InitOptions, 'wasm' | 'signal' | 'first'> {
  /** Provides a kernel's WebAssembly: see `SyncWasmProvider`. Pages, their workers and bundled programs need it. */
  wasm?: SyncWasmProvider | undefined;
}

/**
 * Gives a kernel's wasm at once. Bytes must equal the package's `kernels/NAME.wasm`. Your own build must come as a
 * module.
 */
export type SyncWasmProvider = (kernel: WasmKernel) => ArrayBuffer | ArrayBufferView | WasmModule;

/**
 * As `init`, but synchronous. Node, Deno and Bun read the kernel from the package's files, and workerd has it compiled.
 * Everywhere else, `options.wasm` must give it: an engine may compile no modules of 120 KB on a page's own thread. The
 * kernel `bigint` is there in Node, Deno and Bun, by the conditions `react-native` and `edge-light`, and in
 * `powmod/static`.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` as `init`; `ERR_LOAD` if the named kernel is neither given nor found, or
 *   is not the package's, or if there is none and no BigInt. TypeError or RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { initSync } from 'powmod';
 * const pm = initSync();
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export function initSync(options: InitSyncOptions = {}): Powmod {
  return startSync(readInitOptions(options), whole, { ...inPackage, bigint: loadBigintSync });
}

/** @internal What differs between entries that start at once. */
export interface Parts {
  /** Gives a kernel's module where the caller has no provider. */
  load: LoadSync;
  bigint(): BigintInstance;
  sha256(bytes: Uint8Array): Uint8Array;
}

/** @internal The parts of entries that find the package's files. */
export const inPackage: Omit<Parts, 'bigint'> = { load: ({ name, wasm }) => loadModuleSync(name, wasm), sha256 };

/** @internal The object of an entry, at once, by the options that `readInitOptions` gives. */
export function startSync<Api>(
  { wanted, provider, integers, isNamed, allowVariableTime }: ReturnType<typeof readInitOptions<SyncWasmProvider>>,
  entry: Entry<Api>,
  { load, bigint, sha256 }: Parts,
): Api {
  const variants = variantsOf(entry);
  let reason = whyBigint(wanted, provider, variants);
  try {
    if (reason === undefined && wanted !== 'bigint') {
      const give: LoadSync = provider ? ({ name }) => compileSync(name, readGiven(name, provider, sha256)) : load;
      return apiOf(entry, integers, ofKernel(loadWantedSync(variants, wanted, give), isNamed));
    }
  } catch (error) {
    reason = reasonForBigint(wanted, error);
  }
  return apiOf(entry, integers, ofBigint(bigint(), reason ?? BY_NAME, allowVariableTime));
}

/** What a provider gives for a kernel. Bytes are copied, and must be the package's. */
function readGiven(
  kernel: WasmKernel,
  provide: SyncWasmProvider,
  sha256: Parts['sha256'],
): BufferSource | WebAssembly.Module {
  let given: unknown;
  try {
    given = provide(kernel);
  } catch (cause) {
    throw notLoaded(kernel, cause);
  }
  const wasm = asWasm(given);
  if (!wasm)
    throw new TypeError(`options.wasm: must give bytes or a WebAssembly.Module at once, not ${describe(given)}`);
  if (wasm instanceof WebAssembly.Module) return wasm;
  checkCompiler(kernel, wasm);
  try {
    const bytes = copyOf(wasm as ArrayBuffer | ArrayBufferView);
    checkDigest(kernel, sha256(bytes));
    return bytes;
  } catch (cause) {
    throw notLoaded(kernel, cause);
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  const hashes = startChallenge();
  if (!hashes) throw new Error('its SHA-256 cannot be computed here');
  return hashes.sha256(bytes);
}
