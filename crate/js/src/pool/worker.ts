/** The module that a pool's workers run: `powmod/worker`. It does the jobs that the pool sends, one after the other. */
import { makeBigint } from '../bigint/bigint.js';
import { type Instance, WasmInstance } from '../border/instance.js';
import { publicError } from '../border/refusal.js';
import type { ModuleName, PartModule } from '../kernels/kernel.js';
import { startModule } from '../kernels/start.js';
import { builtin, globalOf } from '../runtime.js';
import type { Channel, Instances } from './jobs/job.js';
import { jobs } from './jobs/jobs.js';
import { holdLock } from './threads/lock.js';
import { toPlain, type WorkerReply, type WorkerRequest } from './threads/messages.js';

interface Port {
  postMessage(message: WorkerReply, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { data: WorkerRequest }) => void) | null;
}

const threads = builtin('node:worker_threads');
const port = (threads?.parentPort ?? globalThis) as unknown as Port;

/** Thrown in a job that the pool has stopped. */
class Stopped extends Error {}

let instances: Instances | undefined;
/** The id of the last job that the pool stopped. */
let stopped = 0;

port.onmessage = ({ data: request }) => {
  if (request.kind === 'start') void start(request);
  else if (request.kind === 'stop') stopped = request.id;
  else void perform(request);
};

async function start({ wasm, lock }: WorkerRequest & { kind: 'start' }): Promise<void> {
  try {
    instances = { instance: wasm ? part(wasm) : makeBigint(publicError), part };
    send({ kind: 'ready', lock: await holdLock(lock) });
  } catch (error) {
    send({ kind: 'startFailed', error: toPlain(error) });
  }
}

const parts = new Map<ModuleName, Instance>();

/** The instance of a part's module, made at the first call. */
function part({ name, module }: PartModule): Instance {
  let instance = parts.get(name);
  if (!instance) {
    instance = new WasmInstance(module, startModule(name, module));
    parts.set(name, instance);
  }
  return instance;
}

async function perform({ id, job: name, args }: WorkerRequest & { kind: 'job' }): Promise<void> {
  const channel: Channel<unknown> = {
    send: (update, transfer) => send({ kind: 'update', id, update }, transfer),
    async pause() {
      await nextTurn();
      if (stopped === id) throw new Stopped();
    },
  };
  try {
    const job = jobs[name] as (instances: Instances | undefined, args: unknown, channel: Channel<unknown>) => unknown;
    send({ kind: 'done', id, result: await job(instances, args, channel) });
  } catch (error) {
    send({ kind: 'failed', id, error: toPlain(error) });
  }
}

function send(reply: WorkerReply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(reply, transfer);
}

/** Without `setImmediate`, a message to itself is the next task; a timer could wait a few ms. */
const channel = globalOf('setImmediate') ? undefined : new MessageChannel();

/** Resolves after the messages that have arrived were handled. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (!channel) return setImmediate(resolve);
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}
