// Serves a built page on loopback, under a content security policy. The server collects each request that the policy
// blocked and each request for a file that is not in the page's folder, so that a test sees a wrong request of the page
// or of a worker in every browser.
import { text } from 'node:stream/consumers';
import sirv from 'sirv';
import { listening } from '../loopback.mjs';
import { PATIENCE } from './driver.ts';

/** The strictest policy that the demo page must work with. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

interface Options {
  policy?: string;
  /** Further headers of each file. */
  headers?: Record<string, string>;
  /** Whether the server gives the file at a path relative to the folder. */
  gives?: (path: string) => boolean;
  /** A script at the root of the folder that is empty here. */
  empties?: string;
}

/** Serves the files of `folder` at the path `at`, which begins and ends with a slash. */
export async function servePage(
  folder: string,
  at: string,
  { policy = POLICY, headers = {}, gives = () => true, empties }: Options = {},
) {
  const blocked: string[] = [];
  const files = sirv(folder, {
    setHeaders(response) {
      response.setHeader('Content-Security-Policy', `${policy}; report-uri /blocked`);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  });
  const { url, close } = await listening(async (request, response) => {
    if (request.url === '/blocked') {
      blocked.push(await text(request));
      response.writeHead(204).end();
    } else if (request.url === '/favicon.ico') {
      // Browsers ask for it where a page names no icon. webkit.ts takes it as a page of this origin that does nothing.
      response.writeHead(200, { 'content-type': 'text/plain' }).end();
    } else if (!request.url?.startsWith(at)) {
      blocked.push(`${request.url} is not in the page's folder`);
      response.writeHead(404).end();
    } else {
      request.url = request.url.slice(at.length - 1);
      const refuse = () => void response.writeHead(404).end();
      if (empties && new URL(request.url, 'http://localhost').pathname === `/${empties}`)
        response.writeHead(200, { 'content-type': 'text/javascript' }).end();
      else if (gives(request.url.slice(1)))
        files(request, response, () => {
          blocked.push(`${request.url} is not there`); // of a worker's script no console tells
          refuse();
        });
      else refuse();
    }
  });
  return { url: `${url}${at}`, blocked, close };
}

/** A port of loopback that no program has. */
export async function freePort(): Promise<number> {
  const { url, close } = await listening(() => {});
  await close();
  return Number(new URL(url).port);
}

/** Repeats a question to a program that is still starting, until the program answers. */
export async function answering<T>(question: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await question();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
