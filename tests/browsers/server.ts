// Serves a built page on loopback under the strictest policy it must work with, and collects what that policy blocked:
// a request to another origin, from the page or from its worker, shows here in every engine alike.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; report-uri /blocked";

export async function servePage(folder = fileURLToPath(new URL('../../www/dist', import.meta.url))) {
  const blocked: string[] = [];
  const files = sirv(folder, {
    setHeaders: (response) => response.setHeader('Content-Security-Policy', POLICY),
  });
  const server = createServer(async (request, response) => {
    if (request.url === '/blocked') {
      blocked.push(await text(request));
      response.writeHead(204).end();
    } else {
      files(request, response, () => void response.writeHead(404).end());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    blocked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
