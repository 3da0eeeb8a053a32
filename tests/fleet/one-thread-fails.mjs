// Preloaded into a process: the first worker thread that the process starts cannot start.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

let isFirst = true;
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    if (isFirst) {
      isFirst = false;
      throw new Error('no thread for this one');
    }
    super(...args);
  }
};
syncBuiltinESMExports();
