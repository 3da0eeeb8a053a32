import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { program } from '../programs/installed.mjs';
import type { Browser, Slow } from './driver.ts';

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
    async open(url, { width = 1024, dark = false, slow } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: dark ? 'dark' : 'light',
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
        errors: () => errors,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
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
