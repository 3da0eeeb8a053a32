// A pool's worker that tells on a channel what it reads of `Object.prototype`.
import { workerData } from 'node:worker_threads';
import { readAsPackage, recordReads } from './inherited-reads.mjs';

const channel = new BroadcastChannel(workerData);
channel.unref();
const tell = (read) => channel.postMessage(`in a worker: ${read}`);
// esbuild names functions by a descriptor: with a `get` that it inherits, the script of the worker would not start.
const stop = recordReads(tell, ['get', 'set']);
readAsPackage();
await import('powmod/worker');
stop();
recordReads(tell);
