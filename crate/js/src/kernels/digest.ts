import { bytesToHex } from '../bytes.js';
import { digests } from './digests.generated.js';
import type { ModuleName } from './kernel.js';

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
