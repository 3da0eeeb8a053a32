import { isFileOf } from './digest.js';
import { messageOf, PowmodError } from './errors.js';
import { inflateBase64 } from './inflate.js';
import { variants } from './kernels.generated.js';
import { engineHas, type Need } from './probe.js';
import { type LoadedKernel, startKernel, unavailable } from './start-kernel.js';

/** The arithmetic kernels, one WebAssembly file each: see the package's README for which runs where. */
export type Kernel = 'scalar' | 'simd128' | 'relaxed' | 'wide';

/** A module of a kernel: what `init` gives, or what evaluates and proves, which pools alone need. */
export type ModuleName = Kernel | `${Kernel}-prover`;

/** Imports the embedded wasm: raw deflate in base64, or a module where the platform compiles it itself. */
export type Load = () => Promise<{ default: string | WebAssembly.Module }>;

/** A kernel that this package was built with. */
export interface Variant {
  name: Kernel;
  needs: Need;
  load: Load;
}

/**
 * Where a kernel's wasm may come from instead of the package. Bytes, wherever they come from, must be those of the
 * package's `kernels/NAME.wasm`; a build of your own is given as a module.
 */
export type WasmSource = URL | Response | BufferSource | WebAssembly.Module;

/**
 * Gives a kernel's wasm: `(kernel) => new URL(…)` or anything else of {@link WasmSource}.
 *
 * A pool that evaluates or proves asks once more, with `'prover'` as second argument, for `kernels/NAME-prover.wasm`.
 * Where the provider does not look at that and gives the kernel again, the package's own prover is used.
 */
export type WasmProvider = (kernel: Kernel, part?: 'prover') => WasmSource | Promise<WasmSource>;

export const kernelNames = ['scalar', 'simd128', 'relaxed', 'wide'] as const satisfies readonly Kernel[];

/** The kernel of that name, or the error that says why it cannot be had. */
export async function loadKernel(name: Kernel, provider?: WasmProvider): Promise<LoadedKernel> {
  const variant = variants.find((candidate) => candidate.name === name);
  if (!variant) throw unavailable(name, 'it is not in this build of the package');
  return loadVariant(variant, provider);
}

/** The first kernel, in the order of expected speed, that computes rightly here. */
export async function loadFirstKernel(provider?: WasmProvider): Promise<LoadedKernel> {
  for await (const kernel of workingKernels(provider)) return kernel;
  throw new Error('unreachable: workingKernels throws where there is none');
}

/** Of the kernels that compute rightly here, the one that is fastest here and now. */
export async function loadFastestKernel(provider?: WasmProvider): Promise<LoadedKernel> {
  const timed: { kernel: LoadedKernel; time: number }[] = [];
  for await (const kernel of workingKernels(provider)) timed.push({ kernel, time: timeKernel(kernel) });
  timed.sort((a, b) => a.time - b.time);
  return (timed[0] as (typeof timed)[number]).kernel;
}

/** Every kernel of the package: its name, and the error if it does not work here. */
export async function examineKernels(): Promise<{ name: Kernel; error?: PowmodError }[]> {
  return Promise.all(
    variants.map(async ({ name }) => {
      try {
        await loadKernel(name);
        return { name };
      } catch (error) {
        if (error instanceof PowmodError) return { name, error };
        throw error;
      }
    }),
  );
}

async function* workingKernels(provider?: WasmProvider): AsyncGenerator<LoadedKernel> {
  const failures: PowmodError[] = [];
  for (const variant of variants) {
    try {
      yield await loadVariant(variant, provider);
    } catch (error) {
      if (!(error instanceof PowmodError) || error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
      failures.push(error);
    }
  }
  if (failures.length === variants.length) {
    throw new PowmodError(
      'ERR_KERNEL_UNAVAILABLE',
      `no kernel works here: ${failures.map((error) => error.message).join('; ')}`,
    );
  }
}

/** From the cheapest test to the last: the engine's features, the bytes, the compiler, and a computed self-test. */
async function loadVariant({ name, needs, load }: Variant, provider?: WasmProvider): Promise<LoadedKernel> {
  if (!engineHas(needs)) throw unavailable(name, `the engine lacks ${FEATURES[needs]}`);
  return startKernel(name, await loadModule(name, load, provider && (() => provider(name))));
}

const FEATURES: Record<Need, string> = {
  nothing: '',
  simd: 'fixed-width SIMD',
  fusedMultiplyAdd: 'relaxed SIMD with a fused multiply-add',
  wideArithmetic: 'wide arithmetic',
};

/** A module compiled, the package's own or what `give` gives in its place. */
export async function loadModule(name: ModuleName, load: Load, give?: () => unknown): Promise<WebAssembly.Module> {
  return compile(name, await fetchWasm(name, load, give));
}

async function fetchWasm(
  name: ModuleName,
  load: Load,
  give?: () => unknown,
): Promise<BufferSource | WebAssembly.Module> {
  try {
    if (give) return await checked(name, await read(await give()));
    const bare = bareFile(name);
    if (bare) return bare;
    const { default: embedded } = await load();
    return typeof embedded === 'string' ? await inflateBase64(embedded) : embedded;
  } catch (cause) {
    if (cause instanceof TypeError && messageOf(cause).startsWith('options.wasm: ')) throw cause;
    throw new PowmodError('ERR_LOAD', `the kernel ${name} could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

/**
 * The bare file beside the package's own, where there are files: reading it takes a fraction of inflating the embedded
 * bytes. A bundler that took the package apart has left it behind.
 */
function bareFile(name: ModuleName): BufferSource | undefined {
  // Not `new URL('…', import.meta.url)`, which bundlers take for an asset.
  const url = import.meta.url?.replace(/[^/]*$/, `kernels/${name}.wasm`);
  try {
    return url?.startsWith('file:') ? files()?.readFileSync(new URL(url)) : undefined;
  } catch {
    return undefined;
  }
}

function files() {
  return globalThis.process?.getBuiltinModule?.('node:fs');
}

async function read(source: unknown): Promise<BufferSource | WebAssembly.Module> {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source as BufferSource | WebAssembly.Module;
  }
  if (source instanceof URL) return readUrl(source);
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url || 'the response'} has status ${source.status}`);
    return source.arrayBuffer();
  }
  throw new TypeError('options.wasm: must give a URL, a Response, bytes or a WebAssembly.Module');
}

async function readUrl(url: URL): Promise<BufferSource | WebAssembly.Module> {
  // Node's fetch knows no files.
  const fs = url.protocol === 'file:' ? files() : undefined;
  return fs ? new Uint8Array(await fs.promises.readFile(url)) : read(await fetch(url));
}

/** "\0asm" */
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A copy of the bytes, which nobody changes any more, if they are the package's. A module is taken as it is. */
async function checked(name: ModuleName, wasm: BufferSource | WebAssembly.Module) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (String(bytes.subarray(0, 4)) !== String(WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  if (!(await isFileOf(name, bytes)))
    throw new Error('it is not the file of this version of the package, for its SHA-256 is another');
  return bytes;
}

async function compile(name: ModuleName, wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    // Beside files nobody waits for a frame, and a thread to compile on takes longer to start than to use.
    return files() ? new WebAssembly.Module(wasm) : await WebAssembly.compile(wasm);
  } catch (error) {
    throw unavailable(name, `it does not compile: ${messageOf(error)}`);
  }
}

/** The time of a product, in ms: the best of some rounds, so that the engine's slow first tier does not count. */
function timeKernel({ name, bindings }: LoadedKernel): number {
  const BITS = 2048;
  const PRODUCTS = 200;
  const ROUNDS = 5;
  try {
    const rounds = Array.from({ length: ROUNDS }, () => bindings.time_products(BITS, PRODUCTS));
    return Math.min(...rounds) / PRODUCTS;
  } catch (cause) {
    throw new PowmodError('ERR_FAULT', `the kernel ${name} failed while it was timed: ${messageOf(cause)}`, { cause });
  }
}
