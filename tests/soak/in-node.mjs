// A process of Node that does a round of the soak for each message, and answers with the report and its memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from './round.js';

process.on('message', async (options) => {
  const report = await round(options);
  // The threads that were ended last need a moment.
  for (let i = 0; i < 100 && report.workers.ended < report.workers.made; i++) await sleep(50);
  if (report.workers.ended < report.workers.made)
    report.problems.push(`${report.workers.made - report.workers.ended} workers are left`);
  globalThis.gc();
  await sleep(50);
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ report, memory: { rss, heap: heapUsed + external } });
});
