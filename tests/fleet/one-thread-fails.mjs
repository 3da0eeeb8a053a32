// Preloaded into a process: the first worker threads cannot start, the one by the worker's file and the one by its text.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

let failures = 2;
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    if (failures-- > 0) {
      throw new Error('no thread for this one');
    }
    super(...args);
  }
};
syncBuiltinESMExports();
