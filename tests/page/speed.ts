// The top of the page, and how fast powmod is on this device: a figure and bars.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { WITHOUT_WASM } from './policies.ts';
import { catchClipboard, serveBuiltPage, type Visits, WIDTHS } from './visits.ts';

/** The first text of each element whose text changes late, by the element's selector. */
const BEFORE = {
  '#figure': 'Measuring a power in this browser…',
  '#speed-chart': '',
  '#estimate': '',
  '#delay-verdict': '',
  '#made-in': '…',
  '#checked-in': '…',
};

export function testSpeed(visits: Visits) {
  const measured = (page: Page) =>
    until(page, `document.querySelector('#speed-again').ariaDisabled !== 'true' && true`);

  visits.on('says and draws how long a power takes by powmod and by BigInt, and measures again', async (page) => {
    for (const again of [false, true]) {
      if (again) await page.click('#speed-again');
      await measured(page);
      const figure = await text(page, '#figure');
      assert.match(
        figure,
        /^[\d.]+ times as (fast|long) as BigInt in this browser\. One power in [\d.]+ m?s, by BigInt in [\d.]+ m?s: .*warm\.$/,
      );
      const lanes = await page.evaluate<{ name: string; time: number; width: number }[]>(
        `Array.from(document.querySelectorAll('#speed-chart p'), (p) => ({
          name: p.firstChild.textContent,
          time: parseFloat(p.querySelector('b').textContent),
          width: p.nextElementSibling.firstChild.offsetWidth / p.nextElementSibling.offsetWidth,
        }))`,
      );
      assert.match(lanes[0]?.name ?? '', new RegExp(`^powmod, kernel ${KERNEL}$`));
      assert.deepEqual(
        lanes.slice(1).map(({ name }) => name),
        ['BigInt', 'powmod, e stays secret', 'BigInt, the time tells e'],
      );
      for (const group of [lanes.slice(0, 2), lanes.slice(2)]) {
        const longest = Math.max(...group.map(({ time }) => time));
        for (const { name, time, width } of group)
          assert.ok(
            Math.abs(width - time / longest) < 0.05,
            `${name}: ${time} of ${longest}, but ${width} of the width`,
          );
      }
    }
  });

  test(`says that BigInt computes under ${WITHOUT_WASM}`, async (t) => {
    const server = await serveBuiltPage({ policy: WITHOUT_WASM });
    t.after(() => server.close());
    const page = await visits.browser.open(server.url);
    t.after(() => page.close());
    await measured(page);
    assert.match(await text(page, '#figure'), /WebAssembly is off here, so powmod computes by BigInt too\.$/);
    assert.match(await text(page, '#speed-chart'), /powmod, kernel bigint/);
  });

  visits.on('keeps room for what comes late: nothing below it moves', async (page) => {
    await until(page, `document.querySelector('#estimate').textContent`);
    for (const width of WIDTHS) {
      await page.resize(width);
      const [after, before] = await page.evaluate<number[][]>(`(() => {
        const tops = () => ['#make', '#choices', '#speed', '#verify'].map((id) => document.querySelector(id).offsetTop);
        const parts = Object.entries(${JSON.stringify(BEFORE)}).map(([id, text]) => [document.querySelector(id), text]);
        document.querySelector('#delay-verdict').textContent = 'Checked 10,000 times as fast as made.';
        document.querySelector('#checked-in').textContent = '0.55 ms, warm';
        const shown = parts.map(([part]) => Array.from(part.childNodes));
        const after = tops();
        for (const [part, text] of parts) part.textContent = text;
        const before = tops();
        parts.forEach(([part], i) => part.replaceChildren(...shown[i]));
        return [after, before];
      })()`);
      assert.deepEqual(before, after, `${width} pixels wide`);
    }
  });

  visits.on('copies the command of installation', async (page) => {
    await catchClipboard(page);
    await page.click('#install button');
    assert.equal(await until(page, 'globalThis.copied'), await text(page, '.install code'));
    await until(page, `document.querySelector('#install button span').innerText === 'Copied'`);
  });
}
