import { base64ToBytes } from '../bytes.js';
import { joiner } from './join.generated.js';

/** How many streams a module has. */
const STREAMS = 10;

/**
 * The module of these streams, which crate/build/streams.mjs describes.
 *
 * @throws Error if they are no module's
 */
export function joinStreams(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(base64ToBytes(joiner)));
  const { memory, join } = exports as { memory: WebAssembly.Memory; join(end: number): number };
  const { byteOffset, length: start } = packed;
  const length = new DataView(packed.buffer, byteOffset).getUint32(4 * STREAMS, true);
  memory.grow(Math.ceil((start + length) / 65_536));
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  bytes.set(packed);
  // The joiner reads from these places on. When it returns, each is the end of its stream.
  const places = new Uint32Array(memory.buffer, 0, STREAMS);
  const [, ...ends] = [...places, start];
  try {
    if (join(start) === start + length && ends.every((end, i) => places[i] === end))
      return bytes.subarray(start, start + length);
  } catch {
    // A trap: an opcode that is none, or a stream that reaches behind the memory.
  }
  throw new Error("the module's streams are damaged");
}
