// Counts of jobs by queue and state, and of those that ended, for Prometheus or a look: GET /metrics.
import { createServer } from 'node:http';
import { number, readOptions } from './program.mjs';
import { connect, openQueues } from './queue.mjs';

const USAGE = `node monitor.mjs [--port N] [--host ADDRESS]
  --port  9300 by default
  --host  whence it is read: 127.0.0.1 by default, which is this machine alone`;

const { given } = readOptions(USAGE, { port: '9300', host: '127.0.0.1' });
const port = number(given, 'port', { least: 0, most: 65535 });

const redis = connect();
await redis.ping(); // A wrong password ends it here.
const { lists, delays } = openQueues(redis);
const nameOf = (line) => /bullmq_\w+/.exec(line)[0];

createServer(async (request, response) => {
  if (request.url !== '/metrics') return response.writeHead(404).end();
  if (redis.status !== 'ready') return response.writeHead(503).end('Redis is away\n');
  const all = Promise.all([lists, delays].map((queue) => queue.exportPrometheusMetrics()));
  const texts = await all.catch(() => undefined);
  if (!texts) return response.writeHead(503).end('Redis is away\n');
  // A metric has one head, and its lines stand together.
  const lines = new Set(texts.flatMap((text) => text.split('\n')));
  const sorted = [...lines].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(`${sorted.join('\n')}\n`);
}).listen(port, given.host, function () {
  const { address, port } = this.address();
  console.log(`counts at http://${address}:${port}/metrics`);
});
