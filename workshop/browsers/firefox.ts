import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { program } from '../programs/installed.mjs';
import type { Browser } from './driver.ts';

/** A value of `layout.css.prefers-color-scheme.content-override`. WebDriver BiDi cannot set the scheme of one page. */
const LIGHT = 1;

/** @param options.flags names of preferences to turn on */
export async function launch({ flags = [] }: { flags?: string[] } = {}): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox', // puppeteer drives Firefox by WebDriver BiDi
    executablePath: program('firefox'),
    headless: true,
    extraPrefsFirefox: {
      ...Object.fromEntries(flags.map((name) => [name, true])),
      'layout.css.prefers-color-scheme.content-override': LIGHT,
      'privacy.reduceTimerPrecision': false, // else the clock of a page without cross-origin isolation has steps of 1 ms
    },
  });
  return {
    version: [(await browser.version()).replace('firefox/', 'Firefox '), ...flags].join(', '),
    async open(url, { width = 1024, dark = false, slow } = {}) {
      if (dark) throw new Error('this driver shows Firefox in light only');
      if (slow) throw new Error('this driver cannot slow Firefox down');
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const resize = (width: number) => page.setViewport({ width, height: 800 });
      await resize(width);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(url);
      return {
        evaluate: (expression) => page.evaluate(expression) as Promise<never>,
        click: (selector) => page.click(selector),
        press: (key) => page.keyboard.press(key),
        fill: (selector, text) => page.locator(selector).fill(text),
        async setFiles(selector, paths) {
          const input = (await page.$(selector)) as ElementHandle<HTMLInputElement>;
          await input.uploadFile(...paths);
        },
        reload: async () => void (await page.reload()),
        resize,
        errors: () => errors,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
