// The verdict that the page opens with, and the times beside it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { WITH_WASM, WITHOUT_WASM } from './policies.ts';
import { serveBuiltPage, type Visits, visible, WIDTHS } from './visits.ts';

export function testOpening(visits: Visits) {
  test('needs one script for its verdict', async (t) => {
    const scripts: string[] = [];
    const { page } = await open(t, { gives: (path) => !path.endsWith('.js') || scripts.push(path) === 1 });
    assert.deepEqual(await opening(page), VALID);
    assert.equal(await page.evaluate(visible('#opening-verdict')), true);
    assert.match(await text(page, '#first'), /^[\d.]+ ms \(bigint\)$/);
    assert.match(scripts[0] ?? '', /^assets\/index-/);
  });

  test('shows its verdict before it requests anything more, and then the other times', async (t) => {
    const { page, server } = await open(t);
    assert.deepEqual(await opening(page), VALID);
    const times = await timesOf(page);
    assert.match(times.first, /^[\d.]+ ms \(bigint\)$/);
    assert.match(times.warm, /^[\d.]+ ms \((scalar|simd128|relaxed|wide)\)$/);
    assert.match(times.bigintFirst, /^[\d.]+ ms$/);
    assert.match(times.bigintWarm, /^[\d.]+ ms$/);

    const [before, after] = await page.evaluate<[string[], string[]]>(`(() => {
      const [{ startTime: verdict }] = performance.getEntriesByName('verdict');
      const all = performance.getEntriesByType('resource').filter(({ name }) => !name.endsWith('.svg'));
      const names = (entries) => entries.map(({ name }) => name.replace(/.*\\/|-[\\w-]{8}(?=\\.)/g, ''));
      return [names(all.filter((e) => e.startTime < verdict)), names(all.filter((e) => e.startTime >= verdict))];
    })()`);
    assert.deepEqual(before.sort(), ['index.css', 'index.js']);
    const kernel = /\((\w+)\)/.exec(times.warm)?.[1];
    for (const script of ['parts.js', 'fast.js', 'wesolowski.js', `${kernel}.js`])
      assert.ok(after.includes(script), `${script} is not among ${after}`);
    assert.deepEqual(page.errors(), []);
    assert.deepEqual(server.blocked, []);
  });

  test(`shows its verdict and the times under ${WITH_WASM}`, async (t) => {
    const { page } = await open(t, { policy: WITH_WASM });
    assert.deepEqual(await opening(page), VALID);
    const { first, warm } = await timesOf(page);
    assert.match(first, / \(bigint\)$/);
    assert.match(warm, / \((scalar|simd128|relaxed|wide)\)$/);
  });

  test(`says that BigInt verifies under ${WITHOUT_WASM}`, async (t) => {
    const { page } = await open(t, { policy: WITHOUT_WASM });
    assert.deepEqual(await opening(page), VALID);
    const { first, warm } = await timesOf(page);
    assert.match(first, / \(bigint\)$/);
    assert.match(warm, / \(bigint\)$/);
  });

  visits.on('keeps room for the times: what is below them stays where it is', async (page) => {
    await timesOf(page);
    for (const width of WIDTHS) {
      await page.resize(width);
      const tops = await page.evaluate<number[]>(`(() => {
        const cells = Array.from(document.querySelectorAll('.times td[id]'));
        const below = document.querySelector('#about');
        return [() => '…', ({ id }) => '8888 ms' + (/bigint/.test(id) ? '' : ' (simd128)')].map((show) => {
          for (const cell of cells) cell.textContent = show(cell);
          return below.offsetTop;
        });
      })()`);
      assert.equal(tops[0], tops[1], `${width} pixels wide`);
    }
  });

  async function open(t: TestContext, options?: Parameters<typeof serveBuiltPage>[0]) {
    const server = await serveBuiltPage(options);
    t.after(() => server.close());
    const page = await visits.browser.open(server.url);
    t.after(() => page.close());
    return { page, server };
  }
}

const VALID = { state: 'valid', verdict: 'Valid' };

async function opening(page: Page) {
  const state = `document.querySelector('#opening-result').dataset.state`;
  return {
    state: await until<string>(page, `${state} !== 'pending' && ${state}`),
    verdict: await text(page, '#opening-verdict'),
  };
}

/** The four times, once the last one is there. */
async function timesOf(page: Page) {
  await until(page, `document.querySelector('#bigint-warm').innerText !== '…'`);
  return {
    first: await text(page, '#first'),
    warm: await text(page, '#warm'),
    bigintFirst: await text(page, '#bigint-first'),
    bigintWarm: await text(page, '#bigint-warm'),
  };
}
