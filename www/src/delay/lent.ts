// The other side of lender.ts: workers that the page lends this one.
import type { PoolWorker } from 'powmod/pool';
import type { Errand, Word } from './messages.ts';

const ask = (errand: Errand, transfer: ArrayBuffer[] = []) => postMessage(errand, { transfer });

const lent = new Map<number, EventTarget>();
let last = 0;

/** Another worker, for a pool. */
export function borrow(): PoolWorker {
  const worker = ++last;
  const events = new EventTarget();
  lent.set(worker, events);
  ask({ kind: 'hire', worker });
  return Object.assign(events, {
    postMessage(order: unknown, transfer: ArrayBuffer[] = []) {
      ask({ kind: 'order', worker, order, transfer }, transfer);
    },
    terminate() {
      lent.delete(worker);
      ask({ kind: 'dismiss', worker });
    },
  });
}

/** Hands on what the page tells of one. */
export function hear(word: Word) {
  lent
    .get(word.worker)
    ?.dispatchEvent(
      word.kind === 'heard'
        ? new MessageEvent('message', { data: word.reply })
        : new ErrorEvent('error', { message: word.reason }),
    );
}
