/** Finds a module's bytes and compiles them. */
import { messageOf, PowmodError } from '../errors.js';
import { isFileOf } from './digest.js';
import { inflateBase64 } from './inflate.js';
import { type ImportWasm, type ModuleName, unavailable } from './kernel.js';

/** The compiled module: from `provide`, if it is given, or from the package. */
export async function loadModule(
  name: ModuleName,
  load: ImportWasm,
  provide?: () => unknown,
): Promise<WebAssembly.Module> {
  return compile(name, await fetchWasm(name, load, provide));
}

async function fetchWasm(
  name: ModuleName,
  load: ImportWasm,
  provide?: () => unknown,
): Promise<BufferSource | WebAssembly.Module> {
  try {
    if (provide) return await copyChecked(name, await readSource(await provide()));
    const file = fileInPackage(name);
    if (file) return file;
    const { default: embedded } = await load();
    return typeof embedded === 'string' ? await inflateBase64(embedded) : embedded;
  } catch (cause) {
    if (cause instanceof TypeError && messageOf(cause).startsWith('options.wasm: ')) throw cause;
    throw new PowmodError('ERR_LOAD', `the kernel ${name} could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

/**
 * The wasm file of the package, in runtimes with files: reading it takes a fraction of the time of inflating the bytes
 * in the script. It is missing if a bundler has copied only the script.
 */
function fileInPackage(name: ModuleName): BufferSource | undefined {
  // Not `new URL('…', import.meta.url)`, which bundlers take for an asset.
  const url = import.meta.url?.replace(/[^/]*$/, `kernels/${name}.wasm`);
  try {
    return url?.startsWith('file:') ? fileSystem()?.readFileSync(new URL(url)) : undefined;
  } catch {
    return undefined;
  }
}

function fileSystem() {
  return globalThis.process?.getBuiltinModule?.('node:fs');
}

async function readSource(source: unknown): Promise<BufferSource | WebAssembly.Module> {
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
  // Node's `fetch` cannot read files.
  const fs = url.protocol === 'file:' ? fileSystem() : undefined;
  return fs ? new Uint8Array(await fs.promises.readFile(url)) : readSource(await fetch(url));
}

/** "\0asm" */
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A copy of the bytes, so that the caller cannot change them, if they are the package's. A module is not checked. */
async function copyChecked(name: ModuleName, wasm: BufferSource | WebAssembly.Module) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (String(bytes.subarray(0, 4)) !== String(WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  if (!(await isFileOf(name, bytes)))
    throw new Error('it is not the file of this version of the package: its SHA-256 differs');
  return bytes;
}

async function compile(name: ModuleName, wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    // Outside pages nothing waits for a frame, and starting the engine's compiler thread takes longer than compiling.
    return fileSystem() ? new WebAssembly.Module(wasm) : await WebAssembly.compile(wasm);
  } catch (error) {
    throw unavailable(name, `it does not compile: ${messageOf(error)}`);
  }
}
