/**
 * WebAssembly that a caller provides: its forms, and the check that the bytes are the package's. The bundle loads
 * `readProvided` only if `options.wasm` is given.
 */
import { areEqual, bytesToHex } from '../bytes.js';
import { isArrayBuffer } from '../input/reading.js';
import { globalOf } from '../runtime.js';
import { digests } from './digests.generated.js';
import type { ModuleName } from './kernel.js';
import { files } from './probe.js';

/** The bytes or the module that a provider gave, if they are the package's. */
export async function readProvided(
  name: ModuleName,
  source: unknown,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<BufferSource | WebAssembly.Module> {
  const wasm = await readSource(source);
  if (wasm instanceof WebAssembly.Module) return wasm; // Its bytes cannot be read.
  const bytes = copyOf(wasm as ArrayBuffer | ArrayBufferView);
  checkDigest(name, await sha256(bytes));
  return bytes;
}

async function readSource(source: unknown): Promise<GivenWasm> {
  const wasm = asWasm(source);
  if (wasm) return wasm;
  if (source instanceof URL) return readUrl(source);
  const Response = globalOf('Response');
  if (Response && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url || 'the response'} has status ${source.status}`);
    return source.arrayBuffer();
  }
  throw new TypeError('options.wasm: must give a URL, a Response, bytes or a WebAssembly.Module');
}

async function readUrl(url: URL): Promise<GivenWasm> {
  // Node's `fetch` cannot read files.
  const fs = url.protocol === 'file:' ? files() : undefined;
  return fs ? fs.promises.readFile(url) : readSource(await fetch(url));
}

/** Bytes or a module. */
export type GivenWasm = ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** The value, if it is bytes or a module. */
export function asWasm(value: unknown): GivenWasm | undefined {
  const isWasm = value instanceof WebAssembly.Module || isArrayBuffer(value) || ArrayBuffer.isView(value);
  return isWasm ? (value as GivenWasm) : undefined;
}

/** "\0asm" */
const WASM_MAGIC = /* @__PURE__ */ Uint8Array.of(0x00, 0x61, 0x73, 0x6d);

/** A copy of the bytes, which the caller cannot change. @throws Error if they are no WebAssembly file. */
export function copyOf(wasm: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (!areEqual(bytes.subarray(0, 4), WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  return bytes;
}

/**
 * Checks that bytes from outside are the file of this package, by their SHA-256. A damaged file, or one of another
 * version, may compile, pass its self-test and still be wrong. For powers the kernel's complete module
 * is accepted, and for a prover module too, because a provider may know only that.
 *
 * @throws Error
 */
export function checkDigest(name: ModuleName, sha256: Uint8Array): void {
  const digest = bytesToHex(sha256);
  if (digest !== digests[name] && digest !== digests[name.replace(/-(powers|prover)$/, '')])
    throw new Error('it is not the file of this version of the package: its SHA-256 differs');
}
