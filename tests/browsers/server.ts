// Serves a built page on loopback, in a folder as on a shared host, under the strictest policy it must work with.
// What that policy blocked, and what was asked for outside of the folder, is collected: a request that the page or a
// worker should not make shows here in every engine alike.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; report-uri /blocked";

/** The files of `folder` at the path `at`, with slashes around. */
export async function servePage(
  folder = fileURLToPath(new URL('../../www/dist', import.meta.url)),
  at = '/some/where/',
) {
  const blocked: string[] = [];
  const files = sirv(folder, {
    setHeaders: (response) => response.setHeader('Content-Security-Policy', POLICY),
  });
  const server = createServer(async (request, response) => {
    if (request.url === '/blocked') {
      blocked.push(await text(request));
      response.writeHead(204).end();
    } else if (!request.url?.startsWith(at)) {
      if (request.url !== '/favicon.ico') blocked.push(`${request.url} is not in the page's folder`);
      response.writeHead(404).end();
    } else {
      request.url = request.url.slice(at.length - 1);
      files(request, response, () => void response.writeHead(404).end());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${at}`,
    blocked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
