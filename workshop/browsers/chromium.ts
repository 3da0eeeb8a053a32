import { chromium } from 'playwright-core';
import { program } from '../programs/installed.mjs';
import type { Browser } from './driver.ts';

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
    async open(url, { width = 1024, dark = false } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: dark ? 'dark' : 'light',
      });
      const page = await context.newPage();
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
