// The interface of a browser. Each browser is a file in this folder that exports `launch`.

export interface Browser {
  /** The name and version that the browser reports. */
  readonly version: string;
  /**
   * Opens a page, `width` pixels wide. Only one page is open at a time. Chromium's driver only can slow it down, or do
   * without scripts.
   */
  open(url: string, options?: OpenOptions): Promise<Page>;
  /**
   * Empties the databases of a page's origin. WebKit's driver only: the other drivers open each page with empty ones.
   */
  forget?(url: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  width?: number;
  dark?: boolean;
  scripts?: boolean;
  slow?: Slow;
}

/** What visitors may ask of all pages: dark ones, and colours of their own. */
export interface Preferences {
  dark?: boolean;
  forced?: boolean;
}

export interface Slow {
  /** The processor takes this many times as long. */
  processor?: number;
  network?: {
    /**
     * The least time from each request to the head of its response, in milliseconds. Connections are made without a
     * delay.
     */
    latency: number;
    bitsPerSecond: number;
  };
}

export interface Page {
  /** Evaluates an expression in the page, and awaits it if it is a promise. */
  evaluate<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  press(key: 'Tab' | 'Enter'): Promise<void>;
  /** Replaces the text of a field. */
  fill(selector: string, text: string): Promise<void>;
  setFiles(selector: string, paths: string[]): Promise<void>;
  reload(): Promise<void>;
  /** By default 800 pixels high. */
  resize(width: number, height?: number): Promise<void>;
  /** Chromium's driver only. */
  prefer?(preferences: Preferences): Promise<void>;
  /** Stops all tasks of the page and of its workers, or lets them go on. Chromium's driver only. */
  freeze?(isFrozen: boolean): Promise<void>;
  /** The milliseconds of processor time that the page's main thread has taken. Chromium's driver only. */
  processorTime?(): Promise<number>;
  /** The errors on the console and the uncaught exceptions up to now. */
  errors(): string[];
  close(): Promise<void>;
}

/** Milliseconds, for a machine with other work. A pool alone waits 20 seconds for a worker. */
export const PATIENCE = 180_000;

/**
 * Evaluates an expression again and again until it is truthy. Polling works alike with every driver. An element counts
 * as `true`: Firefox's driver would give `undefined` in its place. Each question takes processor time from what the
 * page computes: who waits long asks less often.
 */
export async function until<T>(page: Pick<Page, 'evaluate'>, expression: string, patience = PATIENCE): Promise<T> {
  const start = Date.now();
  for (;;) {
    const value = await page.evaluate<T>(`((value) => value?.nodeType > 0 || value)((${expression}))`);
    if (value) return value;
    const waited = Date.now() - start;
    if (waited > patience) throw new Error(`still not so after ${patience / 1000} s: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(25 + waited / 20, 250)));
  }
}

/** The visible text of the first element that matches. */
export function text(page: Page, selector: string): Promise<string> {
  return page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
}
