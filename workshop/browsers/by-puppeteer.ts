import type { Browser as Automated, Page as AutomatedPage, ElementHandle } from 'puppeteer-core';
import { type Browser, type OpenOptions, PATIENCE, type Page } from './driver.ts';

/** What is alike in the browsers that Puppeteer drives. `prepare` does what else the options of a page ask for. */
export function drive(
  browser: Automated,
  prepare: (page: AutomatedPage, options: OpenOptions) => Promise<Partial<Page>>,
): Pick<Browser, 'open' | 'close'> {
  return {
    async open(url, options = {}) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const resize = (width: number, height = 800) => page.setViewport({ width, height });
      await resize(options.width ?? 1024);
      const more = await prepare(page, options);
      const errors: string[] = [];
      page.on('console', (message) => {
        // A request that failed is named only beside the message.
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`.trim());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(url);
      return {
        evaluate: (expression) => page.evaluate(expression) as Promise<never>,
        click: (selector) => click(page, selector),
        press: (key) => page.keyboard.press(key),
        fill: (selector, text) => fill(page, selector, text),
        async setFiles(selector, paths) {
          const input = (await page.$(selector)) as ElementHandle<HTMLInputElement>;
          await input.uploadFile(...paths);
        },
        reload: async () => void (await page.reload()),
        resize,
        errors: () => errors,
        close: () => context.close(),
        ...more,
      };
    },
    close: () => browser.close(),
  };
}

/**
 * Fills a field at once, not key by key. By default Puppeteer first waits until the field stands still and is in view.
 * A pointer needs that, a text does not; and the wait needs frames, which a browser may fail to draw.
 */
function fill(page: AutomatedPage, selector: string, text: string) {
  const field = page.locator(selector).setWaitForStableBoundingBox(false).setEnsureElementIsInTheViewport(false);
  return field.fill(text, { typingThreshold: 0 });
}

/**
 * Clicks again if another element than that of `selector` heard the click, three times at most. Between the moment when
 * the driver finds the element and its click, the page may scroll, and another element comes below the pointer. The
 * driver prints that other element: a page that moves by itself would lose a visitor's click too.
 */
async function click(page: AutomatedPage, selector: string) {
  for (let tries = 1; ; tries++) {
    const hearing = await page.evaluateHandle((selector) => {
      const heard = new Promise<string>((resolve) => {
        addEventListener(
          'click',
          ({ target }) => {
            const element = target as Element;
            resolve(element.closest(selector) ? '' : element.outerHTML.slice(0, 100));
          },
          { capture: true, once: true },
        );
      });
      return { heard };
    }, selector);
    await page.locator(selector).click();
    const heardBy = await hearing
      .evaluate(({ heard }) => {
        const nothing = new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), 2000));
        return Promise.race([heard, nothing]);
      })
      .catch(() => ''); // the click led to another page
    if (!heardBy) return;
    if (tries === 3) throw new Error(`${selector} was clicked three times, and heard none of them`);
    console.log(`The click on ${selector} was heard by ${heardBy}: it is made again.`);
  }
}
