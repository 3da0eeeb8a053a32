/** The module that a pool's workers run: `powmod/worker`. It does the jobs that it is sent, one after the other. */
import { Instance } from '../../border/instance.js';
import { startKernel, startModule } from '../../kernels/start.js';
import { holdLock } from '../workers/lock.js';
import { type Order, type Reply, toPlain } from '../workers/messages.js';
import type { Channel, Tools } from './job.js';
import { jobs } from './jobs.js';

interface Port {
  postMessage(message: Reply, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { data: Order }) => void) | null;
}

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
const port = (threads?.parentPort ?? globalThis) as unknown as Port;

/** Thrown in a job whose answer nobody wants any more. */
class Stopped extends Error {}

let tools: Tools | undefined;
/** The last job that is to stop. */
let stopped = 0;

port.onmessage = ({ data: order }) => {
  if (order.kind === 'start') void start(order);
  else if (order.kind === 'stop') stopped = order.id;
  else void perform(order);
};

async function start({ kernel, module, lock }: Order & { kind: 'start' }): Promise<void> {
  try {
    const { session } = startKernel(kernel, module);
    let prover: Instance | undefined;
    tools = {
      instance: new Instance(module, session),
      prover(module) {
        prover ??= new Instance(module, startModule(`${kernel}-prover`, module));
        return prover;
      },
    };
    send({ kind: 'ready', lock: await holdLock(lock) });
  } catch (error) {
    send({ kind: 'unfit', error: toPlain(error) });
  }
}

async function perform({ id, job: name, ask }: Order & { kind: 'job' }): Promise<void> {
  const channel: Channel<unknown> = {
    tell: (news, transfer) => send({ kind: 'news', id, news }, transfer),
    async pause() {
      await nextTurn();
      if (stopped === id) throw new Stopped();
    },
  };
  try {
    const job = jobs[name] as (tools: Tools | undefined, ask: unknown, channel: Channel<unknown>) => unknown;
    send({ kind: 'done', id, answer: await job(tools, ask, channel) });
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
