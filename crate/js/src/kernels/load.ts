/** Where a module's bytes come from, and their compilation. */
import { messageOf, PowmodError } from '../errors.js';
import { files } from './file-system.js';
import { inflateBase64 } from './inflate.js';
import { type Load, type ModuleName, unavailable } from './kernel.js';

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
    if (give) {
      const { readProvided } = await import('./provided.js');
      return await readProvided(name, await give());
    }
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

async function compile(name: ModuleName, wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    // Beside files nobody waits for a frame, and a thread to compile on takes longer to start than to use.
    return files() ? new WebAssembly.Module(wasm) : await WebAssembly.compile(wasm);
  } catch (error) {
    throw unavailable(name, `it does not compile: ${messageOf(error)}`);
  }
}
