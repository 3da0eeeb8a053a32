import puppeteer from 'puppeteer-core';
import { program } from '../programs/installed.mjs';
import { drive } from './by-puppeteer.ts';
import { type Browser, PATIENCE } from './driver.ts';

/** A value of `layout.css.prefers-color-scheme.content-override`. WebDriver BiDi cannot set the scheme of one page. */
const LIGHT = 1;

/** @param options.flags names of preferences to turn on */
export async function launch({ flags = [] }: { flags?: string[] } = {}): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox', // puppeteer drives Firefox by WebDriver BiDi
    executablePath: program('firefox'),
    timeout: PATIENCE,
    extraPrefsFirefox: {
      ...Object.fromEntries(flags.map((name) => [name, true])),
      'layout.css.prefers-color-scheme.content-override': LIGHT,
      // Else the clock of a page without cross-origin isolation has steps of 1 ms.
      'privacy.reduceTimerPrecision': false,
    },
  });
  return {
    version: [(await browser.version()).replace('firefox/', 'Firefox '), ...flags].join(', '),
    ...drive(browser, async (_, { dark, slow }) => {
      if (dark) throw new Error('this driver shows Firefox in light only');
      if (slow) throw new Error('this driver cannot slow Firefox down');
      return {};
    }),
  };
}
