/** The module that a pool's workers run: `powmod/worker`. It does what it is sent, one work after the other. */
import { Instance } from '../instance.js';
import { IntegerReader } from '../integers.js';
import { startKernel, startModule } from '../start-kernel.js';
import { type Order, type Reply, toPlain } from './messages.js';
import { holdLock } from './sign-of-life.js';
import { type Line, type Tools, work } from './work.js';

interface Port {
  postMessage(message: Reply, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { data: Order }) => void) | null;
}

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
const port = (threads?.parentPort ?? globalThis) as unknown as Port;

/** Thrown in a work whose answer nobody wants any more. */
class Stopped extends Error {}

let tools: Tools | undefined;
/** The last work that is to stop. */
let stopped = 0;

port.onmessage = ({ data: order }) => {
  if (order.kind === 'start') void start(order);
  else if (order.kind === 'stop') stopped = order.id;
  else void perform(order);
};

async function start({ kernel, module, maxBits, lock }: Order & { kind: 'start' }): Promise<void> {
  try {
    const { bindings } = startKernel(kernel, module);
    let prover: Instance | undefined;
    tools = {
      instance: new Instance(module, bindings),
      prover(module) {
        prover ??= new Instance(module, startModule(`${kernel}-prover`, module));
        return prover;
      },
      integers: new IntegerReader(maxBits),
    };
    send({ kind: 'ready', lock: await holdLock(lock) });
  } catch (error) {
    send({ kind: 'unfit', error: toPlain(error) });
  }
}

async function perform({ id, work: kind, ask }: Order & { kind: 'work' }): Promise<void> {
  const line: Line<unknown> = {
    tell: (news, transfer) => send({ kind: 'news', id, news }, transfer),
    async pause() {
      await nextTurn();
      if (stopped === id) throw new Stopped();
    },
  };
  try {
    const perform = work[kind] as (tools: Tools | undefined, ask: unknown, line: Line<unknown>) => unknown;
    send({ kind: 'done', id, answer: await perform(tools, ask, line) });
  } catch (error) {
    send({ kind: 'failed', id, error: toPlain(error) });
  }
}

function send(reply: Reply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(reply, transfer);
}

/** Where there is no `setImmediate`: a message to itself comes back in turn, which a timer of a few ms would not. */
const channel = typeof setImmediate === 'function' ? undefined : new MessageChannel();

/** Resolves when the messages that are here have been heard. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (!channel) return setImmediate(resolve);
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}
