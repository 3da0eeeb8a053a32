// Drives WebKitGTK by the W3C WebDriver protocol, which is JSON over HTTP, so that `fetch` suffices as a client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { program } from '../programs/installed.mjs';
import { type Browser, PATIENCE, type Page, until } from './driver.ts';
import { answering, freePort } from './page-server.ts';

/** The protocol's name for a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Tab: '\uE004', Enter: '\uE007' };

/** Empties the databases of an origin. To delete one would wait for pages that WebKit keeps for its back button. */
const EMPTY = `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((resolve, reject) => {
  const opening = indexedDB.open(name);
  opening.onerror = reject;
  opening.onsuccess = () => {
    const stores = [...opening.result.objectStoreNames];
    const emptying = opening.result.transaction(stores, 'readwrite');
    for (const store of stores) emptying.objectStore(store).clear();
    emptying.onerror = reject;
    emptying.oncomplete = () => resolve(opening.result.close());
  };
}))))`;

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

/** Tries three ports: another program may take one before the driver does. */
export async function launch({ tries = 3 }: { tries?: number } = {}): Promise<Browser> {
  return launchAt(await freePort()).catch((error) => {
    if (tries === 1) throw error;
    return launch({ tries: tries - 1 });
  });
}

async function launchAt(port: number): Promise<Browser> {
  // Of two displays that start at the same time, each needs its own number. The free port, which no other driver has,
  // gives it. The highest is 59,535.
  const name = `:${port - 10_000}`;
  const screen = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '3'];
  const display = spawn(program('webkit', 'display') as string, [name, ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const dark = once(display, 'exit');
  // It writes its number when programs may connect.
  const isLit = await Promise.race([once(display.stdio[3] as Readable, 'data'), dark.then(() => false)]);
  if (!isLit) throw new Error(`the display ${name} has ended`);
  // Without a graphics card WebKit composes each frame by Mesa's llvmpipe on all cores, also while only a bar moves.
  const environment = { ...process.env, DISPLAY: name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const driver = spawn(program('webkit', 'driver') as string, [`--port=${port}`], {
    stdio: 'ignore',
    env: environment,
  });
  const ended = once(driver, 'exit');

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  async function end() {
    driver.kill();
    await ended;
    display.kill();
    await dark;
  }
  // All pages share one session. WebKitGTK has one at a time, and may never answer a request for another that arrives
  // while the first one ends.
  async function start() {
    const failed = ended.then(() => Promise.reject(new Error('the driver has ended')));
    await Promise.race([answering(() => ask('GET', '/status')), failed]);
    const timeouts = { script: PATIENCE, pageLoad: PATIENCE, implicit: PATIENCE };
    return ask<Session>('POST', '/session', { capabilities: { alwaysMatch: { timeouts } } });
  }
  const { sessionId, capabilities } = await start().catch(async (error) => {
    await end();
    throw error;
  });
  const session = `/session/${sessionId}`;

  const find = async (selector: string) => {
    const query = { using: 'css selector', value: selector };
    const found = await ask<Record<string, string>>('POST', `${session}/element`, query);
    return `${session}/element/${found[ELEMENT]}`;
  };
  const page: Page = {
    evaluate: (expression) => ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    click: async (selector) => ask('POST', `${await find(selector)}/click`, {}),
    press: (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      return ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    // Sets the text at once, as the other drivers do; WebDriver's own command presses key after key.
    fill: (selector, text) => {
      const script = `const field = document.querySelector(arguments[0]);
        field.focus();
        field.value = arguments[1];
        field.dispatchEvent(new Event('input', { bubbles: true }));`;
      return ask('POST', `${session}/execute/sync`, { script, args: [selector, text] });
    },
    setFiles: async (selector, paths) => ask('POST', `${await find(selector)}/value`, { text: paths.join('\n') }),
    // The driver may answer before the new document replaces the old one.
    async reload() {
      await page.evaluate('void (globalThis.isOld = true)');
      await ask('POST', `${session}/refresh`, {});
      await until(page, `!globalThis.isOld && document.readyState === 'complete'`);
    },
    resize: (width, height = 800) => ask('POST', `${session}/window/rect`, { width, height }),
    errors: () => [], // the protocol has no console; the page's server still collects blocked requests
    close: () => ask('POST', `${session}/url`, { url: 'about:blank' }),
  };

  return {
    version: `WebKit ${capabilities.browserVersion}`,
    async open(url, { width = 1024, dark = false, slow } = {}) {
      if (dark) throw new Error('this driver shows WebKit in light only');
      if (slow) throw new Error('this driver cannot slow WebKit down');
      await page.resize(width);
      await ask('POST', `${session}/url`, { url });
      return page;
    },
    async forget(url) {
      await ask('POST', `${session}/url`, { url: new URL('/favicon.ico', url) });
      await page.evaluate(EMPTY);
    },
    async close() {
      await ask('DELETE', session).catch(() => {}); // else it ends with its display
      await end();
    },
  };
}
