// The top of the page, which computes what is typed, and races it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { WITHOUT_WASM } from './policies.ts';
import { catchClipboard, serveBuiltPage, type Visits, visible, WIDTHS } from './visits.ts';

const figure = `document.querySelector('#figure').textContent`;
const raced = (page: Page) => until<string>(page, `/ as BigInt /.test(${figure}) && ${figure}`);
const answered = (page: Page, answer: string) =>
  until(page, `document.querySelector('#answer').textContent.startsWith('${answer} ')`);

/** The bars of the race: their widths are those of the times. */
async function checkRace(page: Page) {
  const lanes = await page.evaluate<{ time: number; width: number }[]>(
    `Array.from(document.querySelectorAll('#race p'), (p) => {
      const [time, unit] = p.querySelector('b').textContent.split(' ');
      return {
        time: parseFloat(time.replace(',', '')) / (unit === 'µs' ? 1000 : unit === 's' ? 0.001 : 1),
        width: p.nextElementSibling.firstChild.offsetWidth / p.nextElementSibling.offsetWidth,
      };
    })`,
  );
  assert.equal(lanes.length, 2);
  const longest = Math.max(...lanes.map(({ time }) => time));
  for (const { time, width } of lanes)
    assert.ok(Math.abs(width - time / longest) < 0.05, `${time} of ${longest}, but ${width} of the width`);
}

export function testSpeed(visits: Visits) {
  visits.on('computes a power as it is typed, in decimal or hex, secret or not, and races it', async (page) => {
    await catchClipboard(page);
    await raced(page);
    await checkRace(page);
    assert.match(await text(page, '#answer'), /^0x[0-9a-f]{12}…[0-9a-f]{12} \(2,0[0-4]\d bits\)$/);
    assert.match(await text(page, '#engine'), new RegExp(`kernel here is ${KERNEL};`));
    for (const [name, value] of Object.entries({ x: '3', e: '0x1_0001', N: '1,000,003' }))
      await page.fill(`#${name}`, value);
    await answered(page, '0x76d5e');
    assert.match(
      await text(page, '#example'),
      /\[0x3n, 0x10001n, 0xf4243n\];\n.*pm\.modPow\(x, e, N\)\); \/\/ 0x76d5en$/,
    );
    await page.click('#answer-copy button');
    assert.equal(await until(page, 'globalThis.copied'), '0x76d5e');
    await until(page, `document.querySelector('#answer-copy button span').innerText === 'Copied'`);
    await page.click('#secret');
    await until(page, `/modPowSecret.* 0x76d5en$/.test(document.querySelector('#example').textContent)`);
    await until(page, `document.querySelector('#race').textContent.includes('e stays secret')`);
    for (const [wrong, reason] of Object.entries({
      many: 'must be an integer, decimal or in hex after 0x',
      '1e10': 'may be a power of ten or hex: write all digits, or hex after 0x',
      f4243: 'hex digits stand after 0x',
      '': 'is empty',
    })) {
      await page.fill('#N', wrong);
      await until(page, `document.querySelector('#compute-problem').textContent === 'N: ${reason}.'`);
    }
    const old = `['race', 'figure', 'engine'].map((id) => document.getElementById(id).textContent).join('')`;
    assert.deepEqual(await page.evaluate(`[${old}, ${visible('#answer-copy')}]`), ['', false]);
    await page.fill('#N', '10');
    assert.match(
      await until(page, `document.querySelector('#compute-problem').textContent.match(/modulus.*/)?.[0]`),
      /odd/,
    );
    await page.click('#secret');
    await answered(page, '0x3'); // 3^65537 mod 10
  });

  test(`says that BigInt computes under ${WITHOUT_WASM}`, async (t) => {
    const { page } = await visits.openFrom(t, serveBuiltPage({ policy: WITHOUT_WASM }));
    assert.match(await raced(page), /WebAssembly is off here, so powmod computes by BigInt too\.$/);
    assert.match(await text(page, '#engine'), /kernel bigint/);
  });

  visits.on('keeps room for what comes late: nothing below it moves', async (page) => {
    await until(page, `document.querySelector('#estimate').textContent`);
    for (const width of WIDTHS) {
      await page.resize(width);
      const [after, before] = await page.evaluate<number[][]>(`(() => {
        const tops = () => ['#install', '#make', '#verify'].map((id) => document.querySelector(id).offsetTop);
        const parts = ['#answer', '#engine', '#race', '#figure', '#estimate'].map((id) => document.querySelector(id));
        const shown = parts.map((part) => Array.from(part.childNodes));
        const after = tops();
        for (const part of parts) part.textContent = '…';
        const before = tops();
        parts.forEach((part, i) => part.replaceChildren(...shown[i]));
        return [after, before];
      })()`);
      assert.deepEqual(before, after, `${width} pixels wide`);
    }
  });
}
