// node monitor.mjs [PORT]: counts of jobs by queue and state, and of those that ended, for Prometheus or a look: GET
// /metrics.
import { createServer } from 'node:http';
import { connect, openQueues } from './queue.mjs';

const { lists, delays } = openQueues(connect());
const nameOf = (line) => /bullmq_\w+/.exec(line)[0];

createServer(async (request, response) => {
  if (request.url !== '/metrics') return response.writeHead(404).end();
  const texts = await Promise.all([lists, delays].map((queue) => queue.exportPrometheusMetrics()));
  // A metric has one head, and its lines stand together.
  const lines = new Set(texts.flatMap((text) => text.split('\n')));
  const sorted = [...lines].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(`${sorted.join('\n')}\n`);
}).listen(Number(process.argv[2] ?? 9300), function () {
  console.log(`counts at http://127.0.0.1:${this.address().port}/metrics`);
});
