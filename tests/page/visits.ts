// A visit to the page: opened, something done, and held to what must be so whatever was done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { folder } from './proofs.ts';

export interface VisitOptions {
  width?: number;
  dark?: boolean;
  /** What the address carries after `#`. */
  fragment?: string;
}

export interface Shown {
  name: string;
  state: string;
  text: string;
}

/** An expression: whether a list has results, and none that is pending. */
export const settled = (list: string) =>
  `document.querySelectorAll('${list} > li').length && !document.querySelector('${list} > [data-state=pending]')`;

/** Serves www/dist from a sub-folder, as a shared host does. */
export function serveBuiltPage() {
  return servePage(fileURLToPath(new URL('../../www/dist', import.meta.url)), '/some/where/');
}

export class Visits {
  /** The browser's. */
  readonly name: string;
  readonly #launch: () => Promise<Browser>;
  #browser: Browser | undefined;
  #server: Awaited<ReturnType<typeof servePage>> | undefined;
  #files: Awaited<ReturnType<typeof folder>> | undefined;

  constructor(name: string, launch: () => Promise<Browser>) {
    this.name = name;
    this.#launch = launch;
  }

  async begin() {
    this.#server = await serveBuiltPage();
    this.#files = await folder();
    this.#browser = await this.#launch();
    console.log(this.#browser.version);
  }

  async end() {
    await this.#browser?.close();
    await this.#files?.remove();
    this.#server?.close();
  }

  get browser() {
    return this.#browser as Browser;
  }

  get server() {
    return this.#server as Awaited<ReturnType<typeof servePage>>;
  }

  on(what: string, body: (page: Page) => Promise<void>, { fragment = '', ...options }: VisitOptions = {}) {
    test(what, async () => {
      const page = await this.browser.open(this.server.url + fragment, options);
      try {
        await until(page, settled('#example-results'));
        await body(page);
        assert.deepEqual(page.errors(), [], 'no error on the console');
        assert.deepEqual(this.server.blocked.splice(0), [], 'no request to another origin or folder');
      } finally {
        await page.close();
      }
    });
  }

  /** Picks files and returns what the page says of each, in the order of the files. */
  async verify(page: Page, ...proofs: [name: string, content: unknown][]): Promise<Shown[]> {
    const files = this.#files;
    const paths = await Promise.all(proofs.map(async ([name, content]) => (await files?.write(name, content)) ?? ''));
    await page.setFiles('#files', paths);
    await until(page, settled('#results'));
    return results(page, '#results');
  }
}

export function results(page: Page, list: string): Promise<Shown[]> {
  return page.evaluate(
    `Array.from(document.querySelectorAll('${list} > li'), (li) =>
      ({ name: li.querySelector('h3').innerText, state: li.dataset.state, text: li.innerText }))`,
  );
}

/** A pool gives a worker a minute to start before it takes another. */
export const POOL_PATIENCE = 120_000;

/** The proof that is being made, once the page shows it, verified. */
export async function made(page: Page): Promise<Shown> {
  const section = `document.querySelector('#make')`;
  const ended = `${section}.dataset.state !== 'running'`;
  await until(
    page,
    `${settled('#made')} || ${ended} && ${section}.innerText.includes('Not done')`,
    POOL_PATIENCE,
  ).catch(() => {});
  const [shown] = await results(page, '#made');
  assert.ok(shown && shown.state !== 'pending', await page.evaluate<string>(`${section}.innerText`));
  return shown;
}

/** Whether an element can be seen: the style sheet hides what a state has no use for. */
export const visible = (selector: string) => `document.querySelector('${selector}').offsetParent !== null`;

/** Puts what the page writes to the clipboard into `copied`, in the page: engines differ in who may read it. */
export function catchClipboard(page: Page) {
  return page.evaluate<void>(`(() => {
    navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };
  })()`);
}

/** Keeps the page's downloads in `saved`, in the page, as `[name, text]`. */
export function catchDownloads(page: Page) {
  return page.evaluate<void>(`(() => {
    globalThis.saved = [];
    let file;
    const address = URL.createObjectURL;
    URL.createObjectURL = (blob) => address.call(URL, (file = blob));
    HTMLAnchorElement.prototype.click = async function () {
      saved.push([this.download, await file.text()]);
    };
  })()`);
}
