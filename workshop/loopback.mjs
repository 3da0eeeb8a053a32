// A server on a free port of loopback. Plain JavaScript, because some importers run without tsx.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @param {import('node:http').RequestListener} answer */
export async function listening(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
      return once(server, 'close');
    },
  };
}
