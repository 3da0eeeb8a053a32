// What the tests ask of a browser. Each browser is one file beside this one that exports `launch`.

export interface Browser {
  /** Name and version, as the browser gives them. */
  readonly version: string;
  /** The page newly loaded, that wide. One page is open at a time. */
  open(url: string, options?: { width?: number; dark?: boolean }): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  press(key: 'Tab' | 'Enter'): Promise<void>;
  /** Puts a text into a field, in place of what is there. */
  fill(selector: string, text: string): Promise<void>;
  setFiles(selector: string, paths: string[]): Promise<void>;
  reload(): Promise<void>;
  /** Errors on the console and exceptions that nothing caught, so far. */
  errors(): string[];
  close(): Promise<void>;
}

const PATIENCE = 30_000;

/** Polls an expression until it is truthy: engines differ in how they wait, not in this. */
export async function until<T>(page: Page, expression: string, patience = PATIENCE): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const value = await page.evaluate<T>(expression);
    if (value) return value;
    if (Date.now() > end) throw new Error(`still not so after ${patience / 1000} s: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The shown text of the first match. */
export function text(page: Page, selector: string): Promise<string> {
  return page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
}
