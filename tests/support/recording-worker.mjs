// A pool's worker that tells on a channel what it reads of `Object.prototype`.
import { workerData } from 'node:worker_threads';
import { readAsPackage, recordReads } from './inherited-reads.mjs';

const channel = new BroadcastChannel(workerData);
channel.unref();
recordReads((read) => channel.postMessage(`in a worker: ${read}`));
readAsPackage();
await import('powmod/worker');
