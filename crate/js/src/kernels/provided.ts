/** Reads the WebAssembly that a caller provides. The bundle loads this file only if `options.wasm` is given. */
import { isFileOf } from './digest.js';
import { files } from './file-system.js';
import type { ModuleName } from './kernel.js';

/** The bytes or the module that a provider gave, if they are the package's. */
export async function readProvided(name: ModuleName, source: unknown): Promise<BufferSource | WebAssembly.Module> {
  return copyChecked(name, await readSource(source));
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
  const fs = url.protocol === 'file:' ? files() : undefined;
  return fs ? new Uint8Array(await fs.promises.readFile(url)) : readSource(await fetch(url));
}

/** "\0asm" */
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A copy of the bytes, so that the caller cannot change them, if they are the package's. A module is not checked. */
async function copyChecked(
  name: ModuleName,
  wasm: BufferSource | WebAssembly.Module,
): Promise<BufferSource | WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (String(bytes.subarray(0, 4)) !== String(WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  if (!(await isFileOf(name, bytes)))
    throw new Error('it is not the file of this version of the package: its SHA-256 differs');
  return bytes;
}
