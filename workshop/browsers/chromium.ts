import puppeteer, { type Page } from 'puppeteer-core';
import { program } from '../programs/installed.mjs';
import { drive } from './by-puppeteer.ts';
import { type Browser, type OpenOptions, PATIENCE, type Preferences } from './driver.ts';

/** Chromium with these arguments, by Puppeteer. */
export const start = (args: string[], options = {}) =>
  puppeteer.launch({
    executablePath: program('chromium'),
    timeout: PATIENCE,
    pipe: true, // so that Chromium ends with this process, even when nobody can say so to it
    args: ['--no-sandbox', ...args], // Chromium's sandbox does not start for root, as in a container
    ...options,
  });

export async function launch({ flags = [] }: { flags?: string[] } = {}): Promise<Browser> {
  const browser = await start(['--disable-gpu', ...flags]);
  return {
    version: (await browser.version()).replace(/^.*\//, 'Chromium '),
    ...drive(browser, prepare),
  };
}

async function prepare(page: Page, { dark, scripts = true, slow }: OpenOptions) {
  const session = await page.createCDPSession();
  const prefer = async ({ dark = false, forced = false }: Preferences) => {
    const features = [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'forced-colors', value: forced ? 'active' : 'none' },
    ];
    await session.send('Emulation.setEmulatedMedia', { features }); // Puppeteer's own method forces no colours
  };
  await prefer({ dark });
  await page.setJavaScriptEnabled(scripts);
  if (slow?.processor) await page.emulateCPUThrottling(slow.processor);
  if (slow?.network) {
    const { latency, bitsPerSecond } = slow.network;
    await page.emulateNetworkConditions({ latency, download: bitsPerSecond / 8, upload: bitsPerSecond / 8 });
  }
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    prefer,
    async processorTime() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    },
    async freeze(isFrozen: boolean) {
      await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
    },
  };
}
