/** SHA-256 by WebAssembly: a module of 1.5 KB, whose bytes are in this script. */
import type { Hash } from '../bigint/hashes.js';
import { base64ToBytes, bytesToHex, joinBytes } from '../bytes.js';
import { sha256Module } from './sha256.generated.js';

interface Exports {
  memory: WebAssembly.Memory;
  /** The addresses of the state, eight words, and of the block. */
  state(): number;
  block(): number;
  compress(): void;
}

/** What wasm-bindgen imports for values that this module does not have. */
const IMPORTS = { './powmod_bg.js': { __wbindgen_init_externref_table() {} } };

/** The initial state: FIPS 180-4, section 5.3.3. */
const INITIAL = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** The self-test: the hash of no bytes. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** SHA-256; undefined where WebAssembly is missing or forbidden, or computes it wrongly. */
export function startSha256(): Hash | undefined {
  try {
    const module = new WebAssembly.Module(base64ToBytes(sha256Module));
    const sha256 = hashOf(new WebAssembly.Instance(module, IMPORTS).exports as unknown as Exports);
    return bytesToHex(sha256()) === EMPTY ? sha256 : undefined;
  } catch {
    return undefined;
  }
}

function hashOf({ memory, state, block, compress }: Exports): Hash {
  const words = new DataView(memory.buffer, state(), 32);
  const bytes = new Uint8Array(memory.buffer, block(), 64);
  return (...parts) => {
    const message = pad(joinBytes(parts));
    for (const [i, word] of INITIAL.entries()) words.setUint32(4 * i, word, true);
    for (let at = 0; at < message.length; at += 64) {
      bytes.set(message.subarray(at, at + 64));
      compress();
    }
    const digest = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 32; i += 4) digest.setUint32(i, words.getUint32(i, true));
    return new Uint8Array(digest.buffer);
  };
}

/** The message in whole blocks: a bit 1, zeros, and its length in bits (FIPS 180-4, section 5.1.1). */
function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(64 * Math.ceil((message.length + 9) / 64));
  padded.set(message);
  padded[message.length] = 0x80;
  // Messages are shorter than 2^29 bytes.
  new DataView(padded.buffer).setUint32(padded.length - 4, 8 * message.length);
  return padded;
}
