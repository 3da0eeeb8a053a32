/** WebAssembly that a caller provides. A chunk apart: it is loaded only where `options.wasm` is given. */
import { isFileOf } from './digest.js';
import { files } from './file-system.js';
import type { ModuleName } from './kernel.js';

/** The bytes or the module that a provider gave, if they are the package's. */
export async function readProvided(name: ModuleName, source: unknown): Promise<BufferSource | WebAssembly.Module> {
  return checked(name, await read(source));
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

/** A copy of the bytes, if they are the package's: nobody changes the copy. A module is taken as it is. */
async function checked(
  name: ModuleName,
  wasm: BufferSource | WebAssembly.Module,
): Promise<BufferSource | WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (String(bytes.subarray(0, 4)) !== String(WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  if (!(await isFileOf(name, bytes)))
    throw new Error('it is not the file of this version of the package, for its SHA-256 is another');
  return bytes;
}
