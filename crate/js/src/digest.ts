import { bytesToHex } from './bytes.js';
import { digests } from './digests.generated.js';

/**
 * Whether bytes from elsewhere are the very file of this package. One that is cut short, of another version or damaged by
 * a bit may compile, pass its self-test and be wrong. Where a page was not loaded securely the engine hashes nothing, and
 * they are taken at their word.
 */
export async function isFileOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  return !subtle || bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes))) === digests[name];
}
