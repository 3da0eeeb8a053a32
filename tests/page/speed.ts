// The top of the page, which computes what is typed, and races it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { root } from '../support/vectors.ts';
import { WITHOUT_WASM } from './policies.ts';
import { catchClipboard, settled, type Visits, visible, WIDTHS } from './visits.ts';

const figure = `document.querySelector('#figure').textContent`;
const raced = (page: Page) => until<string>(page, `/ as BigInt /.test(${figure}) && ${figure}`);
const status = `document.querySelector('#compute-status').textContent`;
const says = (page: Page, words: string) => until(page, `${status} === ${JSON.stringify(words)}`);
const answered = (page: Page, answer: string) =>
  until(page, `document.querySelector('#answer').textContent === '${answer}'`);

/** The bars of the race: their widths are those of the times. */
async function checkRace(page: Page) {
  const bars = await page.evaluate<{ time: number; width: number }[]>(
    `Array.from(document.querySelectorAll('#race p'), (p) => {
      const [time, unit] = p.querySelector('b').textContent.split(' ');
      return {
        time: parseFloat(time.replace(',', '')) / (unit === 'µs' ? 1000 : unit === 's' ? 0.001 : 1),
        width: p.nextElementSibling.firstChild.offsetWidth / p.nextElementSibling.offsetWidth,
      };
    })`,
  );
  assert.equal(bars.length, 2);
  const longest = Math.max(...bars.map(({ time }) => time));
  for (const { time, width } of bars)
    assert.ok(Math.abs(width - time / longest) < 0.05, `${time} of ${longest}, but ${width} of the width`);
}

export function testSpeed(visits: Visits) {
  visits.onRace('computes a power as it is typed, in decimal or hex, secret or not, and races it', async (page) => {
    await catchClipboard(page);
    await raced(page);
    await checkRace(page);
    // The first screen of a phone says what powmod is, and shows it at work.
    await page.resize(360);
    const shown = await page.evaluate<number[]>(
      `['.lead', '#figure', '#race', '#x'].map((part) => document.querySelector(part).getBoundingClientRect().bottom)`,
    );
    assert.deepEqual(
      shown.toSorted((a, b) => a - b),
      shown,
    );
    assert.ok(
      shown.every((bottom) => bottom > 0 && bottom < 640),
      `${shown}`,
    );
    await page.resize(1024);
    assert.match(await text(page, '#answer'), /^0x[0-9a-f]{12}…[0-9a-f]{12}$/);
    assert.match(await text(page, '#answer-bits'), /^2,0[0-4]\d bits$/);
    assert.match(await text(page, '#compute-status'), new RegExp(`on the kernel ${KERNEL}: [\\d.]+ m?s, cold\\.$`));
    await page.click('#x');
    assert.equal(await page.evaluate(`getSelection().toString().length || x.selectionEnd - x.selectionStart`), 514);
    for (const [name, value] of Object.entries({ x: '3', e: '0x1_0001', N: '1,000,003' }))
      await page.fill(`#${name}`, value);
    // In the base of N; the other by one tap.
    await answered(page, '486750');
    assert.equal(await text(page, '#answer-bits'), '19 bits');
    const example = await page.evaluate<string>(`document.querySelector('#example').textContent`);
    const call = 'console.log(modPow(x, e, N)); // 486750n';
    assert.ok(example.endsWith(`const x = 3n;\nconst e = 65537n;\nconst N = 1000003n;\n${call}`), example);
    // On a busy machine the page may tell a ratio. Then it is asked again.
    const toldOf = () => until<string>(page, `/^No race: | as BigInt /.test(${figure}) && ${figure}`);
    for (let tries = 9; / as BigInt /.test(await toldOf()) && tries > 0; tries--) {
      await page.fill('#e', tries % 2 ? '65537' : '0x1_0001');
      await until(page, `!/ as BigInt /.test(${figure})`);
    }
    // A clock with long steps, as WebKit's, need not tell.
    assert.match(await toldOf(), /^No race: (BigInt is as fast|the steps of this browser’s clock)/);
    await page.click('#answer-base');
    await answered(page, '0x76d5e');
    await page.click('#answer-copy button');
    assert.equal(await until(page, 'globalThis.copied'), '0x76d5e');
    const label = `document.querySelector('#answer-copy button span').textContent`;
    await until(page, `${label} === 'Copied'`);
    await until(page, `${label} === 'Copy'`);
    await page.click('#answer-copy button');
    await until(page, `${label} === 'Copied'`);
    assert.equal(await page.evaluate(`(x.dispatchEvent(new Event('input', { bubbles: true })), ${label})`), 'Copy');
    await answered(page, '486750');
    await page.click('#secret');
    await until(page, `/toBigint\\(pm.modPowSecret.* 486750n$/.test(document.querySelector('#example').textContent)`);
    const told = `/^No race: the steps of this browser’s clock/.test(${figure})`;
    await until(page, `document.querySelector('#race').textContent.includes('e stays secret') || ${told}`);

    const ids = `['race', 'figure', 'example', 'answer-bits']`;
    const nothing = `${ids}.map((id) => document.getElementById(id).textContent).join('')`;
    for (const [wrong, reason] of Object.entries({
      many: 'must be an integer, decimal or in hex after 0x',
      '1e10': 'may be a power of ten or hex: write all digits, or hex after 0x',
      f4243: 'hex digits stand after 0x',
      '': 'is empty',
      '0x10': 'must be odd on the secret path',
    })) {
      await page.fill('#N', wrong);
      await says(page, `N: ${reason}.`);
      assert.deepEqual(
        await page.evaluate(`[${nothing}, ${visible('#answer-copy')}, N.getAttribute('aria-invalid')]`),
        ['', false, 'true'],
      );
    }
    await page.fill('#e', '-1');
    await says(page, 'e: must not be negative where it is secret.');
    await page.click('#secret');
    await answered(page, '0xb'); // 3 · 11 = 33
    await page.fill('#N', '9');
    await says(page, 'x: has no inverse modulo N.');
    await page.fill('#N', '0');
    await says(page, 'N: must be positive.');
    await page.fill('#N', `0x1${'0'.repeat(1 << 15)}`);
    await says(page, 'N: has more than 65,536 bits, the most that this page takes.');
  });

  test('verifies its examples without a first power, and works offline with this engine’s kernel', async (t) => {
    const { page } = await visits.openPage(t, {}, '#x=3&e=5&N=0');
    await says(page, 'N: must be positive.');
    await until(page, `document.querySelector('#offline').textContent`);
    const { kernel } = await page.evaluate<{ kernel: string }>(
      `navigator.serviceWorker.ready.then(({ active }) => Object.fromEntries(new URL(active.scriptURL).searchParams))`,
    );
    await page.evaluate(`void (location.hash = '#x=abc&e=5&N=9')`);
    await page.reload();
    await until(page, settled('#example-results'));
    for (const [name, value] of Object.entries({ x: '3', N: `0x${'f'.repeat(512)}`, e: `0x${'f'.repeat(512)}` }))
      await page.fill(`#${name}`, value);
    await until(page, `/^Computed in your browser, on the kernel ${kernel}:/.test(${status})`);
    // If the numbers are too long for a link, the address keeps no earlier ones.
    await page.fill('#x', `0x${'f'.repeat(1 << 15)}`);
    await until(page, `location.hash === ''`);
  });

  test(`says that BigInt computes under ${WITHOUT_WASM}`, async (t) => {
    // A power that is raced on a busy machine too: BigInt's of the example may take so long that the page does not race
    // it.
    const modulus = `0x${'f'.repeat(256)}`;
    const { page } = await visits.openPage(t, { policy: WITHOUT_WASM }, `#x=3&e=0x${'f'.repeat(128)}&N=${modulus}`);
    assert.match(await raced(page), / in this browser\. Without WebAssembly, BigInt computes\.$/);
    assert.match(await text(page, '#compute-status'), /on the kernel bigint/);
  });

  visits.onRace(
    'keeps room for what comes late, and draws its bars also in forced colours, and on paper',
    async (page) => {
      await until(page, `document.querySelector('#estimate').textContent`);
      for (const width of WIDTHS) {
        await page.resize(width);
        const [after, before] = await page.evaluate<number[][]>(`(() => {
        const tops = () => ['#install', '#make', '#verify'].map((id) => document.querySelector(id).offsetTop);
        const names = ['#answer', '#compute-status', '#race', '#figure', '#estimate'];
        const parts = names.map((id) => document.querySelector(id));
        const shown = parts.map((part) => Array.from(part.childNodes));
        const after = tops();
        for (const part of parts) part.textContent = '…';
        const before = tops();
        parts.forEach((part, i) => part.replaceChildren(...shown[i]));
        return [after, before];
      })()`);
        assert.deepEqual(before, after, `nothing below moves, ${width} pixels wide`);
      }
      if (!page.prefer) return;
      await page.prefer({ forced: true });
      const [bar, track, print] = await until<string[]>(
        page,
        `document.querySelector('.track > .bar.native') && ['.track > .bar.native', '.track', '.bar.native']
        .map((bar) => getComputedStyle(document.querySelector(bar)))
        .map((style, i) => i < 2 ? style.backgroundColor : style.printColorAdjust)`,
      );
      assert.notEqual(bar, track);
      assert.equal(print, 'exact');
    },
  );
  if (visits.saysAll) testCalculations(visits);
}

function testCalculations(visits: Visits) {
  visits.onRace(
    'keeps a calculation in the address, runs its code, races none of zero, and stops a long one',
    async (page) => {
      await raced(page);
      assert.equal(await page.evaluate('location.hash'), '');
      for (const [name, value] of Object.entries({ x: '-3', e: '65537', N: '1000003' }))
        await page.fill(`#${name}`, value);
      await answered(page, '513253');
      await until(page, `location.hash === '#x=-3&e=65537&N=1000003'`);
      await page.reload();
      await answered(page, '513253');
      const code = await page.evaluate<string>(`document.querySelector('#example').textContent`);
      const printed = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: root,
        encoding: 'utf8',
      });
      assert.equal(printed.stdout, '513253n\n', printed.stderr);
      await page.evaluate(`location.hash = '#x=2&e=10&N=0x3e8'`);
      await answered(page, '0x18');
      await page.fill('#e', '2^4');
      await answered(page, '0x218');

      // A power that nobody computes.
      await page.evaluate('x.value = N.value');
      await page.fill('#e', '0x10001');
      await until(page, `document.querySelector('#figure').textContent.startsWith('No race: nobody needs')`);
      const long = `0x${'f'.repeat(1 << 14)}`;
      await page.evaluate(`N.value = e.value = '${long}'`);
      await page.fill('#x', '3');
      await until(page, `${visible('#compute-stop')} && /^Computing, some .*…$/.test(${status})`);
      await page.click('#compute-stop');
      await says(page, 'Stopped.');
      await page.fill('#e', '2');
      await answered(page, '0x9');
    },
  );
}
