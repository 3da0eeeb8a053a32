// A visit to the page: opens it, runs a test on it, and checks the conditions that hold after every test.
import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type OpenOptions, type Page, until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { folder } from './proofs.ts';

/**
 * A power that the page computes but does not race: the race is half of the time in which the page opens. The tests of
 * the race open the page with it, by `onRace`.
 */
export const WITHOUT_RACE = '#x=1&e=1&N=3';

export interface VisitOptions extends OpenOptions {
  /** The part of the address from `#` on, by default {@link WITHOUT_RACE}. */
  fragment?: string;
  /** That of another page than the first. */
  path?: string;
}

export interface Shown {
  name: string;
  state: string;
  text: string;
}

/** Those of a phone, of a small window and of a large one, in pixels. */
export const WIDTHS = [360, 560, 1024];

/** An expression for the page: whether a list has results, all of them complete. */
export const settled = (list: string) =>
  `document.querySelectorAll('${list} > li').length && !document.querySelector('${list} > [data-state=pending]')`;

/** Serves www/dist from a sub-folder, as a shared host does. */
export function serveBuiltPage(options?: Parameters<typeof servePage>[2]) {
  return servePage(fileURLToPath(new URL('../../www/dist', import.meta.url)), '/some/where/', options);
}

export class Visits {
  /** The name of the browser. */
  readonly name: string;
  /**
   * Engines differ in storage, workers, policies, layout and focus, but not in what the page says: the tests of that
   * run in one of them.
   */
  readonly saysAll: boolean;
  readonly #launch: () => Promise<Browser>;
  #browser: Browser | undefined;
  #server: Awaited<ReturnType<typeof servePage>> | undefined;
  #files: Awaited<ReturnType<typeof folder>> | undefined;
  readonly #same: [what: string, body: (page: Page) => Promise<void>][] = [];

  constructor(name: string, launch: () => Promise<Browser>) {
    this.name = name;
    this.saysAll = name === 'chromium';
    this.#launch = launch;
  }

  async begin() {
    // The service worker would store all files anew for each visit. Tests that need it have servers of their own.
    this.#server = await serveBuiltPage({ empties: 'sw.js' });
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

  /** Opens a page of a server of the test's own. Both end with the test. */
  async openFrom(t: TestContext, serving: ReturnType<typeof servePage>, path = '') {
    const server = await serving;
    t.after(() => server.close());
    const page = await this.browser.open(server.url + path);
    t.after(() => page.close());
    return { page, server };
  }

  /** Opens the page from a server of the test's own, by default {@link WITHOUT_RACE}. */
  openPage(t: TestContext, options?: Parameters<typeof serveBuiltPage>[0], fragment = WITHOUT_RACE) {
    return this.openFrom(t, serveBuiltPage(options), fragment);
  }

  on(what: string, body: (page: Page) => Promise<void>, options: VisitOptions = {}) {
    const { path = '', fragment = path ? '' : WITHOUT_RACE, ...others } = options;
    test(what, async () => {
      await this.browser.forget?.(this.server.url);
      const page = await this.browser.open(this.server.url + path + fragment, others);
      try {
        await this.#during(page, body, path !== '');
      } finally {
        await page.close();
      }
    });
  }

  /** As a visitor opens the page, with its race. */
  onRace(what: string, body: (page: Page) => Promise<void>) {
    this.on(what, body, { fragment: '' });
  }

  /**
   * Tests that leave the page as they found it, but for results: all of them have one page, since to open one takes
   * longest. `testSame` defines them.
   */
  onSame(tests: Record<string, (page: Page) => Promise<void>>) {
    this.#same.push(...Object.entries(tests));
  }

  testSame() {
    describe('on the same page', () => {
      let page: Page | undefined;
      const leave = async () => {
        await page?.close();
        page = undefined;
      };
      after(leave);
      for (const [what, body] of this.#same)
        test(what, async () => {
          if (!page) await this.browser.forget?.(this.server.url);
          page ??= await this.browser.open(this.server.url + WITHOUT_RACE);
          try {
            await this.#during(page, body);
            await page.evaluate(`document.querySelector('#results').replaceChildren()`);
          } catch (error) {
            await leave(); // the next test gets a page without traces of the failure
            throw error;
          }
        });
    });
  }

  async #during(page: Page, body: (page: Page) => Promise<void>, isOther = false) {
    if (!isOther) await until(page, settled('#example-results'));
    await body(page);
    assert.deepEqual(page.errors(), [], 'no error on the console');
    assert.deepEqual(this.server.blocked.splice(0), [], 'no request to another origin or folder');
  }

  /** Chooses one file. */
  async openFile(page: Page, name: string, content: unknown) {
    await page.setFiles('#files', [(await this.#files?.write(name, content)) ?? '']);
  }

  /** Chooses files and returns the page's result for each, in the order of the files. */
  async verify(page: Page, ...proofs: [name: string, content: unknown][]): Promise<Shown[]> {
    const files = this.#files;
    const paths = await Promise.all(proofs.map(async ([name, content]) => (await files?.write(name, content)) ?? ''));
    // The page reads the beginning of a file before it lists it: what is listed already would count as settled.
    await page.evaluate(`document.querySelectorAll('#results > li').forEach((li) => { li.dataset.before = ''; })`);
    await page.setFiles('#files', paths);
    await until(page, `document.querySelector('#results > li:not([data-before])') && ${settled('#results')}`);
    return results(page, '#results', ':not([data-before])');
  }
}

/** The name and the state of each result. */
export const named = (shown: Shown[]) => shown.map(({ name, state }) => [name, state]);

/** The text of the items of a list, with their details unfolded. `which` is a selector of some items. */
export function results(page: Page, list: string, which = ''): Promise<Shown[]> {
  return page.evaluate(
    `Array.from(document.querySelectorAll('${list} > li${which}'), (li) => {
      for (const fold of li.querySelectorAll('details')) fold.open = true;
      return { name: li.querySelector('h3').innerText, state: li.dataset.state, text: li.innerText };
    })`,
  );
}

/** The sentences that the page has for screen readers, at most 50. */
export const spoken = (page: Page) =>
  page.evaluate<string[]>(`Array.from(document.querySelectorAll('[role=log] p'), (p) => p.textContent)`);

/** Opens the parts that are folded at first. */
export function unfold(page: Page) {
  return page.evaluate<void>(`document.querySelectorAll('details').forEach((fold) => { fold.open = true; })`);
}

/** Waits until the page has made and verified a proof, which stands before stopped runs. Returns its result. */
export async function made(page: Page): Promise<Shown> {
  const section = `document.querySelector('#make')`;
  const stopped = `document.querySelector('#made > li:first-child[data-state=stopped]')`;
  const ended = `${section}.dataset.state !== 'running' && !${stopped}`;
  const failed = `${section}.innerText.includes('Not done')`;
  await until(page, `${ended} && (${settled('#made')} || ${failed})`).catch(() => {});
  const [shown] = await results(page, '#made');
  assert.ok(shown && shown.state !== 'pending', await page.evaluate<string>(`${section}.innerText`));
  return shown;
}

/**
 * An expression for the page: whether an element is visible. The style sheet hides the parts that a state does not use.
 */
export const visible = (selector: string) => `document.querySelector('${selector}').offsetParent !== null`;

/** An expression for the page: whether the beginning of an element, or all of it, is on the screen. */
export const onScreen = (selector: string) =>
  `(({ top, bottom }) => top > -1 && Math.min(bottom, top + 100) < innerHeight + 1)(
    document.querySelector('${selector}').getBoundingClientRect()
  )`;

/** Taps a button at the lower end of a small phone's screen, which gives it no focus, as Safari gives none. */
export async function tapOnPhone(page: Page, selector: string) {
  await page.resize(360, 600);
  await page.evaluate(`(() => {
    const button = document.querySelector('${selector}');
    scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 5);
    button.click();
  })()`);
}

/**
 * Opens an address of the page as the global `tab`: a frame, `height` pixels high, which has the storage, the locks and
 * the workers of a second tab. They go with the frame.
 */
export function openTab(page: Page, address: string, height = 150) {
  const url = new URL(address);
  url.search = 'tab';
  url.hash ||= WITHOUT_RACE;
  return page.evaluate<void>(`(() => {
    globalThis.tab = document.createElement('iframe');
    tab.height = ${height};
    tab.src = ${JSON.stringify(url)};
    document.body.append(tab);
  })()`);
}

/** Redirects the page's writes to the clipboard into the global `copied`, because engines differ in who may read it. */
export function catchClipboard(page: Page) {
  return page.evaluate<void>(`(() => {
    navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };
  })()`);
}

/** Redirects the page's downloads into the global `saved`, as `[name, text]`. */
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
