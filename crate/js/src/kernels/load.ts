/** Finds a module's bytes and compiles them. */
import { messageOf } from '../errors.js';
import { files } from './file-system.js';
import { inflateBase64 } from './inflate.js';
import { type ModuleName, notLoaded, type PackedWasm, unavailable } from './kernel.js';

/** The compiled module: from `provide`, if it is given, or from the package. */
export async function loadModule(
  name: ModuleName,
  packed: PackedWasm,
  provide?: () => unknown,
): Promise<WebAssembly.Module> {
  return compile(name, await fetchWasm(name, packed, provide));
}

async function fetchWasm(
  name: ModuleName,
  packed: PackedWasm,
  provide?: () => unknown,
): Promise<BufferSource | WebAssembly.Module> {
  try {
    if (provide) {
      const { readProvided } = await import('./provided.js');
      return await readProvided(name, await provide());
    }
    if (typeof packed !== 'function') return packed;
    const file = fileInPackage(name);
    if (file) return file;
    const { default: embedded } = await packed();
    return await inflateBase64(embedded);
  } catch (cause) {
    if (cause instanceof TypeError && messageOf(cause).startsWith('options.wasm: ')) throw cause;
    throw notLoaded(name, cause);
  }
}

/**
 * The wasm file of the package, in runtimes with files: reading it takes a fraction of the time of inflating the bytes
 * in the script. It is missing if a bundler has copied only the script.
 */
export function fileInPackage(name: ModuleName): BufferSource | undefined {
  // Not `new URL('…', import.meta.url)`, which bundlers take for an asset.
  const url = import.meta.url?.replace(/[^/]*$/, `kernels/${name}.wasm`);
  try {
    return url?.startsWith('file:') ? files()?.readFileSync(new URL(url)) : undefined;
  } catch {
    return undefined;
  }
}

async function compile(name: ModuleName, wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  // Outside pages nothing waits for a frame, and starting the engine's compiler thread takes longer than compiling.
  if (wasm instanceof WebAssembly.Module || files()) return compileSync(name, wasm);
  return WebAssembly.compile(wasm).catch((error) => doesNotCompile(name, error));
}

/** The compiled module. @throws PowmodError `ERR_KERNEL_UNAVAILABLE` */
export function compileSync(name: ModuleName, wasm: BufferSource | WebAssembly.Module): WebAssembly.Module {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    return new WebAssembly.Module(wasm);
  } catch (error) {
    return doesNotCompile(name, error);
  }
}

function doesNotCompile(name: ModuleName, error: unknown): never {
  throw unavailable(name, `it does not compile: ${messageOf(error)}`);
}
