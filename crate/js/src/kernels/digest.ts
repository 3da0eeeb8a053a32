import { bytesToHex } from '../bytes.js';
import { digests } from './digests.generated.js';
import type { ModuleName } from './kernel.js';

/**
 * Whether bytes from outside are the file of this package, by their SHA-256. A damaged file, or one of another version,
 * may compile, pass its self-test and still be wrong. For a prover module the verifier module is accepted too, because
 * a provider may know only that. On pages without a secure context the engine cannot hash, so all bytes are accepted.
 */
export async function isFileOf(name: ModuleName, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return true;
  const digest = bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return digest === digests[name] || digest === digests[name.replace('-prover', '')];
}
