import { bytesToHex } from '../bytes.js';
import { digests } from './digests.generated.js';
import type { ModuleName } from './kernel.js';

/**
 * Whether bytes from elsewhere are the very file of this package. One that is cut short, of another version or damaged by
 * a bit may compile, pass its self-test and be wrong. In place of a prover the kernel itself may come, from a provider
 * that knows of no provers. Where a page was not loaded securely the engine hashes nothing, and they are taken at their word.
 */
export async function isFileOf(name: ModuleName, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return true;
  const digest = bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return digest === digests[name] || digest === digests[name.replace('-prover', '')];
}
