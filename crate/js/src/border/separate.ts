/**
 * Instances in memories of their own, for secrets that many functions handle: the end of one wipes the whole memory.
 */
import { type Instance, WasmInstance } from './instance.js';
import { noRoom, type Session } from './session.js';

/** An instance that holds one secret. */
export interface SeparateInstance {
  readonly instance: Instance;
  /** Wipes the memory, with all objects. */
  end(): void;
}

/** The most memories, of about a megabyte each, that an instance keeps for those to come. */
const MOST_SPARES = 32;

/**
 * The room that a session has from the start: an RSA key of 4096 bits needs no more. A session that has grown is no
 * spare.
 */
const SPARE_BYTES = 2 ** 18;

interface Memories {
  /**
   * The wiped sessions that have ended, the last ones. A new session takes longer than most calls, and the addresses of
   * an old one stay reserved until its garbage is collected.
   */
  readonly spares: Session[];
  /** The length of a new session's memory. */
  length: number;
  /** The bytes of a new session's memory, without the zeros at the beginning. */
  bytes: Uint8Array;
}

const memoriesOf = /* @__PURE__ */ new WeakMap<Instance, Memories>();

/** The kernel of an instance in a memory of its own. BigInt has none, and wipes nothing. */
export function separate(instance: Instance): SeparateInstance {
  if (!(instance instanceof WasmInstance)) return { instance, end() {} };
  const { module, registry } = instance;
  const memories = memoriesOf.get(instance) ?? { spares: [], length: 0, bytes: new Uint8Array() };
  memoriesOf.set(instance, memories);
  const { spares } = memories;
  let spare = spares.pop();
  while (spare && !restarts(spare, memories)) spare = spares.pop();
  const holder = new WasmInstance(module, spare, registry);
  if (!spare) prepare(holder.session, memories);
  const end = () => {
    const session = holder.stop();
    if (session && spares.length < MOST_SPARES) spares.push(session);
  };
  return { instance: holder, end };
}

/** Makes room in a new session, and keeps its memory for restarted sessions. @throws PowmodError `ERR_OUT_OF_MEMORY` */
function prepare(session: Session, memories: Memories): void {
  try {
    session.reserve(SPARE_BYTES);
    session.reserve(0);
  } catch (cause) {
    throw noRoom(cause);
  }
  const all = new Uint8Array(session.memory.buffer);
  let start = 0;
  while (all[start] === 0) start++;
  memories.length = all.length;
  memories.bytes = all.slice(start);
}

/** Gives a wiped session the memory of a new one. One that has grown does not restart, since no memory shrinks. */
function restarts(spare: Session, { length, bytes }: Memories): boolean {
  const { buffer } = spare.memory;
  if (buffer.byteLength !== length) return false;
  new Uint8Array(buffer).set(bytes, length - bytes.length);
  spare.restart();
  return true;
}
