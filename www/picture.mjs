// npm run picture: builds the page, and photographs it as a phone shows it, for the README.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { start } from '../workshop/browsers/chromium.ts';
import { servePage } from '../workshop/browsers/page-server.ts';

const www = fileURLToPath(new URL('.', import.meta.url));
await build({ root: www, logLevel: 'warn' });
const server = await servePage(join(www, 'dist'), '/');
const browser = await start(['--disable-gpu', '--hide-scrollbars']);
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 360, height: 750, isMobile: true, hasTouch: true });
  await page.goto(server.url, { waitUntil: 'networkidle0' });
  await page.waitForFunction(`document.querySelector('#race .bar')`);
  await page.screenshot({ path: join(www, 'phone.webp'), quality: 80 });
} finally {
  await browser.close();
  server.close();
}
