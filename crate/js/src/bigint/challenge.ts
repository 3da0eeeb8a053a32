/** The hashes of a challenge by WebAssembly: a module of 3 KB, whose bytes are in this script. */

import { base64ToBytes, bytesToBigint, bytesToHex, joinBytes } from '../bytes.js';
import { challengeModule } from './challenge.generated.js';
import type { Hashes } from './hashes.js';
import { passesStrongTests } from './primality.js';

/** See crate/challenge/src/lib.rs. */
interface Exports {
  memory: WebAssembly.Memory;
  block(): number;
  digest(): number;
  compress(isFirst: boolean): void;
  next_candidate(from: number): number;
}

/**
 * What wasm-bindgen imports for values that this module does not have. Its name is no property of a literal, which
 * minifiers rename by `--mangle-props=^_`.
 */
const IMPORTS = {
  './powmod_bg.js': /* @__PURE__ */ Object.fromEntries([['__wbindgen_init_externref_table', () => {}]]),
};

/** The self-test: the hash of no bytes, and the first candidate of a seed of zeros with its index. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const CANDIDATE = 'e42c0a057b28451002782f0f1f2fdc85198ed4637f67f2c27b27d1550daf99f7';
const INDEX = 7;

/** The hashes; undefined where WebAssembly is missing or forbidden, or computes them wrongly. */
export function startChallenge(): Hashes | undefined {
  try {
    const module = new WebAssembly.Module(base64ToBytes(challengeModule));
    return hashesBy(new WebAssembly.Instance(module, IMPORTS).exports as unknown as Exports);
  } catch {
    return undefined;
  }
}

function hashesBy({ memory, block, digest, compress, next_candidate }: Exports): Hashes | undefined {
  const blockBytes = new Uint8Array(memory.buffer, block(), 64);
  const digestBytes = new Uint8Array(memory.buffer, digest(), 32);

  /** FIPS 180-4: the message, a bit 1, zeros, and the message's length in bits. */
  const sha256 = (...parts: readonly Uint8Array[]) => {
    const message = joinBytes(parts);
    const blocks = new Uint8Array(64 * Math.ceil((message.length + 9) / 64));
    blocks.set(message);
    blocks[message.length] = 0x80;
    // Messages are shorter than 2^29 bytes.
    new DataView(blocks.buffer).setUint32(blocks.length - 4, 8 * message.length);
    for (let at = 0; at < blocks.length; at += 64) {
      blockBytes.set(blocks.subarray(at, at + 64));
      compress(at === 0);
    }
    return digestBytes.slice();
  };

  const hashToPrime = (seed: Uint8Array) => {
    blockBytes.set(seed);
    for (let i = 0; ; i++) {
      i = next_candidate(i);
      const n = bytesToBigint(digestBytes);
      if (passesStrongTests(n)) return n;
    }
  };

  if (bytesToHex(sha256()) !== EMPTY) return undefined;
  blockBytes.fill(0);
  const isRight = next_candidate(0) === INDEX && bytesToHex(digestBytes) === CANDIDATE;
  return isRight ? { sha256, hashToPrime } : undefined;
}
