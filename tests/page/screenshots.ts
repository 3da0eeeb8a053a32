// Pictures of the whole page for people to look at, in target/page: light and dark, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../workshop/browsers/driver.ts';
import { chiaExample, chiaFile, example, flipped } from './proofs.ts';
import { made, unfold, type Visits } from './visits.ts';

const FOLDER = fileURLToPath(new URL('../../target/page/', import.meta.url));

export function testScreenshots(visits: Visits) {
  if (visits.name !== 'chromium') return; // the only driver that takes pictures
  visits.on('gives pictures of the whole page: light and dark, on a desktop and on a phone', async (page) => {
    const good = await example('wesolowski');
    await visits.verify(
      page,
      ['chia.json', chiaFile(await chiaExample())],
      ['invalid.json', { ...good, output: flipped(good.output) }],
      ['malformed.json', { ...good, input: '0xzz' }],
    );
    await until(page, `document.querySelector('#estimate').textContent`);
    await unfold(page);
    await page.click('#begin');
    await made(page);

    await mkdir(FOLDER, { recursive: true });
    for (const [device, width] of [
      ['desktop', 1280],
      ['phone', 390],
    ] as const)
      for (const dark of [false, true]) {
        const name = `${device}-${dark ? 'dark' : 'light'}.png`;
        await page.screenshot(join(FOLDER, name), { width, dark });
        assert.ok((await stat(join(FOLDER, name))).size > 50_000, name);
        const spill = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(spill <= 0, `${name}: ${spill} pixels wider than the screen`);
      }
  });
}
