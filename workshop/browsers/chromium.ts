import { type Browser as Automated, type BrowserContext, chromium, type Page } from 'playwright-core';
import { program } from '../programs/installed.mjs';
import type { Browser, Slow, Tab } from './driver.ts';

export async function launch({ flags = [] }: { flags?: string[] } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: program('chromium'),
    args: [
      '--no-sandbox', // Chromium's sandbox does not start for root, as in a container
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
  return {
    version: `Chromium ${browser.version()}`,
    async open(url, { width = 1024, dark = false, forced = false, scripts = true, slow } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: dark ? 'dark' : 'light',
        forcedColors: forced ? 'active' : 'none',
        javaScriptEnabled: scripts,
      });
      const page = await context.newPage();
      if (slow) await slowDown(context, page, slow);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(url);
      return {
        evaluate: (expression) => page.evaluate(expression),
        click: (selector) => page.click(selector),
        press: (key) => page.keyboard.press(key),
        fill: (selector, text) => page.fill(selector, text),
        setFiles: (selector, paths) => page.setInputFiles(selector, paths),
        reload: async () => void (await page.reload()),
        resize: (width) => page.setViewportSize({ width, height: 800 }),
        errors: () => errors,
        close: () => context.close(),
      };
    },
    openTab: (url) => openTab(browser, url),
    close: () => browser.close(),
  };
}

/** Playwright keeps its own pages in the foreground, and Chromium freezes none of these. So this tab is not one of them. */
async function openTab(browser: Automated, url: string): Promise<Tab> {
  const session = await browser.newBrowserCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  type Reply = { id: number; error?: { message: string }; result?: unknown };
  const waiting = new Map<number, (reply: Reply) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply: Reply = JSON.parse(message);
    waiting.get(reply.id)?.(reply);
  });
  let lastId = 0;
  const send = async (method: string, params: object = {}) => {
    const id = ++lastId;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { error, result } = await replied;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  await send('Page.navigate', { url });
  return {
    async evaluate<T>(expression: string) {
      const reply = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const { result, exceptionDetails } = reply as {
        result: { value: T };
        exceptionDetails?: { exception?: { description?: string } };
      };
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'an exception in the tab');
      return result.value;
    },
    async freeze(isFrozen) {
      await send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
    },
    async close() {
      await session.send('Target.closeTarget', { targetId });
    },
  };
}

async function slowDown(context: BrowserContext, page: Page, { processor = 1, network }: Slow) {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  if (!network) return;
  const bytesPerSecond = network.bitsPerSecond / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
