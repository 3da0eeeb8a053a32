// A pool's worker that tells on a channel what it reads of `Object.prototype`.
import { workerData } from 'node:worker_threads';
import { readAsPackage, recordReads } from './inherited-reads.mjs';

const channel = new BroadcastChannel(workerData);
channel.unref();
const tell = (read) => channel.postMessage(`in a worker: ${read}`);
// esbuild's script defines its exports by a loop with `in`, and by descriptors: it would not start with a `value` that
// they inherit.
const stop = recordReads(tell, { but: ['get', 'set', 'value', 'writable'], enumerable: false });
readAsPackage();
await import('powmod/worker');
stop();
recordReads(tell);
