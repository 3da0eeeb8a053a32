// Serves pages on loopback as a real server would: gzipped, with the right content types. Takes the times that a page
// sends.
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { listening } from '../../workshop/loopback.mjs';

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const PATIENCE = 120_000;

/** @param {Map<string, Uint8Array | string>} files by path */
export async function serve(files) {
  const bodies = new Map([...files].map(([path, content]) => [path, gzipSync(content, { level: 9 })]));
  let take = () => {};
  const server = await listening(async (request, response) => {
    const [path] = request.url.split('?');
    const body = bodies.get(path);
    if (body) {
      response.writeHead(200, {
        'Content-Type': TYPES[path.split('.').at(-1)],
        'Content-Encoding': 'gzip',
        'Content-Length': body.length,
      });
      response.end(body);
    } else if (path === '/answer') {
      const answer = await json(request);
      response.writeHead(204).end();
      take(answer);
    } else response.writeHead(404).end();
  });
  return {
    ...server,
    /** Lets `visit` open a page, and resolves to the page's times once it sends them. */
    async timesOf(visit) {
      let timer;
      const times = new Promise((resolve, reject) => {
        take = resolve;
        timer = setTimeout(() => reject(new Error('the page sends no times')), PATIENCE);
      });
      const [answer] = await Promise.all([times, visit()]).finally(() => clearTimeout(timer));
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
  };
}
