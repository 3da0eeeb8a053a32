/** WebAssembly that a caller gives: its forms, and the check that the bytes are the package's. */
import { bytesToHex } from '../bytes.js';
import { digests } from './digests.generated.js';
import type { ModuleName } from './kernel.js';

/** Bytes or a module. */
export type GivenWasm = ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** The value, if it is bytes or a module. */
export function asWasm(value: unknown): GivenWasm | undefined {
  const isWasm = value instanceof WebAssembly.Module || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  return isWasm ? (value as GivenWasm) : undefined;
}

/** "\0asm" */
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A copy of the bytes, which the caller cannot change. @throws Error if they are no WebAssembly file. */
export function copyOf(wasm: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const bytes = ArrayBuffer.isView(wasm)
    ? new Uint8Array(new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength))
    : new Uint8Array(wasm.slice(0));
  if (String(bytes.subarray(0, 4)) !== String(WASM_MAGIC)) throw new Error('it is not a WebAssembly file');
  return bytes;
}

/**
 * Checks that bytes from outside are the file of this package, by their SHA-256. A damaged file, or one of another
 * version, may compile, pass its self-test and still be wrong. For a prover module the verifier module is accepted too,
 * because a provider may know only that.
 *
 * @throws Error
 */
export function checkDigest(name: ModuleName, sha256: Uint8Array): void {
  const digest = bytesToHex(sha256);
  if (digest !== digests[name] && digest !== digests[name.replace('-prover', '')])
    throw new Error('it is not the file of this version of the package: its SHA-256 differs');
}
