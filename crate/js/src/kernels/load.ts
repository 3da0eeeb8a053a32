/** Where a module's bytes come from, and their compilation. */
import { messageOf, PowmodError } from '../errors.js';
import { isFileOf } from './digest.js';
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
