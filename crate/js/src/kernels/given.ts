/** WebAssembly that a caller gives. */

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
