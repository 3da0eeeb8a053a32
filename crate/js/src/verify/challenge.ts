/** The hashes of a transcript by WebAssembly: a small module, which comes with the script of `powmod/verify`. */
import type { Hashes } from '../bigint/hashes.js';
import * as operations from '../border/operations.generated.js';
import { Session } from '../border/session.js';
import { Arguments, type Operation } from '../border/wire.js';
import { base64ToBytes, bytesToBigint, joinBytes } from '../bytes.js';
import { challenge } from './challenge.generated.js';

/** The self-test: a message whose SHA-256 is hashed to this prime. The candidate before it fails the strong test. */
const MESSAGE = Uint8Array.of(55);
const PRIME = 0xd794546fd7fa8aef700ebe6e492abb260a139d6322704f10793046e077b87679n;

/** The hashes; undefined where WebAssembly is missing or forbidden, or computes them wrongly. */
export function startChallenge(): Hashes | undefined {
  try {
    const hashes = hashesOf(new Session(new WebAssembly.Module(base64ToBytes(challenge))));
    return hashes.hashToPrime(hashes.sha256(MESSAGE)) === PRIME ? hashes : undefined;
  } catch {
    return undefined;
  }
}

function hashesOf(session: Session): Hashes {
  const call = <A, R>(operation: Operation<A, R>, values: A): R => {
    const given = new Arguments();
    operation.encode(values, given, '');
    const outcome = session.call(operation, given);
    if ('refusal' in outcome) throw new Error(outcome.refusal.reason);
    return outcome.value;
  };
  return {
    sha256: (...parts) => call(operations.sha256, { message: joinBytes(parts) }),
    hashToPrime: (seed) => bytesToBigint(call(operations.hashToPrime, { seed })),
  };
}
