// Accessibility: keyboard, screen readers, phones, dark mode; and no requests to other origins.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { type Page, until } from '../../workshop/browsers/driver.ts';
import { answering } from '../../workshop/browsers/page-server.ts';
import { ENDLESS, make, pause } from './make.ts';
import { example, flipped, shortProof } from './proofs.ts';
import { spoken, unfold, type Visits } from './visits.ts';

export function testAccess(visits: Visits) {
  visits.onSame({
    'tells a screen reader each result once': async (page) => {
      await visits.verify(page, ['a.json', '{}'], ['b.json', await example('wesolowski')]);
      const lines = await spoken(page);
      assert.match(lines.at(-2) ?? '', /^a\.json: Malformed, field /);
      assert.match(lines.at(-1) ?? '', /^b\.json: Valid\. 1,048,576 /);
      for (const name of ['a.json', 'b.json'])
        assert.equal(lines.filter((line) => line.startsWith(`${name}:`)).length, 1, lines.join('\n'));
    },

    'shows no element that has the attribute hidden': async (page) => {
      await unfold(page);
      const [hidden, shown] = await page.evaluate<[string[], string[]]>(`(() => {
        const all = Array.from(document.querySelectorAll('[hidden]'));
        return [all, all.filter((e) => e.getClientRects().length > 0)].map((list) => list.map((e) => e.id));
      })()`);
      assert.ok(hidden.includes('files') && hidden.includes('opened'), hidden.join());
      assert.deepEqual(shown, []);
    },
  });

  visits.on('can be used by keyboard from top to bottom, and shows the focus', async (page) => {
    await unfold(page);
    const reached: string[] = [];
    // The last one copies the link of the last example.
    while (!/chia-mainnet\.json\s*$/.test(reached.at(-1) ?? '') && reached.length < 70) {
      await page.press('Tab');
      const [what, outline] = await page.evaluate<[string, string]>(
        `(({ activeElement: now }) => [now.id || now.innerText, getComputedStyle(now).outlineStyle])(document)`,
      );
      assert.notEqual(outline, 'none', what);
      reached.push(what);
    }
    assert.equal(reached[0], 'Demo');
    const stops = [
      'x',
      'secret',
      'names',
      'word',
      'draw-begin',
      'message',
      'seal',
      'iterations',
      'seed',
      'begin',
      'choose',
      'paste',
    ];
    assert.deepEqual(
      reached.filter((id) => stops.includes(id)),
      stops,
    );
    assert.ok(reached.length < 70, reached.join());
  });

  visits.on(
    'fits a phone',
    async (page) => {
      await visits.verify(page, [
        'a-very-long-name-that-a-phone-has-no-room-for-in-one-line.json',
        shortProof('tokamak'),
      ]);
      await showAll(page);
      const spill = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(spill <= 0, `${spill} pixels wider than the screen`);
    },
    { width: 360 }, // WebKitGTK's window does not get narrower than 447
  );

  test('the policy blocks a request to another origin, and the server hears of it', async () => {
    const page = await visits.browser.open(visits.server.url);
    await page.evaluate(`fetch('https://powmod.invalid/').catch(() => {}) && true`);
    await answering(async () => assert.notEqual(visits.server.blocked.length, 0));
    assert.match(visits.server.blocked.splice(0).join(), /powmod\.invalid/);
    await page.close();
  });

  if (visits.saysAll) {
    test('says at its top that JavaScript is off', async (t) => {
      for (const path of ['', 'measure.html']) {
        const page = await visits.browser.open(visits.server.url + path, { scripts: false });
        t.after(() => page.close());
        assert.match(await page.evaluate('document.body.innerText'), /^This page needs JavaScript/);
        const forms = `Array.from(document.querySelectorAll('form, button, input, progress'))`;
        assert.equal(await page.evaluate(`${forms}.filter((part) => part.offsetParent !== null).length`), 0, path);
      }
    });

    // One engine suffices to test the markup and the contrast of both colour schemes.
    visits.on('has nothing for axe to find, light or dark', async (page) => {
      const good = await example('wesolowski');
      await visits.verify(
        page,
        ['valid.json', shortProof('tokamak')],
        ['invalid.json', { ...good, output: flipped(good.output) }],
        ['malformed.json', '{}'],
      );
      await showAll(page);
      await checkBothByAxe(page);
    });
    visits.on(
      'has nothing for axe to find in the page that measures, light or dark',
      async (page) => {
        await unfold(page);
        await page.click('#measure-begin');
        await until(page, `document.querySelector('.map [data-method]') !== null`);
        await page.click('#measure-cancel');
        await checkBothByAxe(page);
      },
      { path: 'measure.html' },
    );
  }
}

async function checkBothByAxe(page: Page) {
  for (const dark of [false, true]) {
    await page.prefer?.({ dark });
    await checkByAxe(page);
  }
}

export async function checkByAxe(page: Page) {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`${axe}; true`);
  const found = await page.evaluate<object[]>(
    `axe.run().then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((n) => n.html) })))`,
  );
  assert.deepEqual(found, []);
  const ids = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('[id]'), ({ id }) => id)`);
  assert.deepEqual(ids, [...new Set(ids)]);
}

/** Makes the page show the parts that are visible only in some states. */
async function showAll(page: Page) {
  await make(page, ENDLESS);
  await pause(page);
  await page.fill('#iterations', 'many');
  await page.click('#begin');
  await until(page, `document.querySelector('#iterations').validationMessage`);
}
