import type { BigintInstance } from './bigint/bigint-instance.js';
import { startChallenge } from './bigint/challenge.js';
import { loadBigintSync } from './bigint/load.js';
import { bigintOf, type InitOptions, instanceOf, readInitOptions, reasonForBigint, whyBigint } from './init.js';
import { describe } from './input/reading.js';
import { type LoadSync, loadWantedSync } from './kernels/choose.js';
import { BY_NAME, notLoaded, type WasmKernel, type WasmModule } from './kernels/kernel.js';
import { checkCompiler, compileSync, loadModuleSync } from './kernels/load.js';
import { asWasm, checkDigest, copyOf } from './kernels/provided.js';
import { variants } from './kernels/verifiers.generated.js';
import type { Powmod } from './powmod.js';

export interface InitSyncOptions extends Omit<InitOptions, 'wasm' | 'signal'> {
  /** Provides a kernel's WebAssembly: see `SyncWasmProvider`. Pages, their workers and bundled programs need it. */
  wasm?: SyncWasmProvider;
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
  return initSyncFrom(options, {
    load: ({ name, wasm }) => loadModuleSync(name, wasm),
    bigint: loadBigintSync,
    sha256,
  });
}

/** @internal The parts of {@link initSync} that differ between entries of the package. */
export interface Parts {
  /** Gives a kernel's module where the caller has no provider. */
  load: LoadSync;
  bigint(): BigintInstance;
  sha256(bytes: Uint8Array): Uint8Array;
}

/** @internal As {@link initSync}, with the parts of an entry. */
export function initSyncFrom(options: InitSyncOptions, { load, bigint, sha256 }: Parts): Powmod {
  const { wanted, provider, integers, isNamed, allowTiming } = readInitOptions<SyncWasmProvider>(options);
  let reason = whyBigint(wanted, provider);
  try {
    if (reason === undefined && wanted !== 'bigint')
      return instanceOf(
        loadWantedSync(
          variants,
          wanted,
          provider ? ({ name }) => compileSync(name, readGiven(name, provider, sha256)) : load,
        ),
        integers,
        isNamed,
      );
  } catch (error) {
    reason = reasonForBigint(wanted, error);
  }
  return bigintOf(bigint(), reason ?? BY_NAME, integers, allowTiming);
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
