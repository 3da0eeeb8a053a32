// The page, as a visitor uses it. Written once; POWMOD_BROWSER says which browser drives it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { type Browser, type Page, text, until } from './driver.ts';
import { example, flipped, folder, shortProof } from './proofs.ts';
import { servePage } from './server.ts';

const name = process.env.POWMOD_BROWSER ?? 'chromium';
const { launch }: { launch: () => Promise<Browser> } = await import(`./${name}.ts`);

const settled = (list: string) =>
  `document.querySelectorAll('${list} > li').length && !document.querySelector('${list} > [data-state=pending]')`;

describe(`the page in ${name}`, () => {
  let server: Awaited<ReturnType<typeof servePage>>;
  let browser: Browser;
  let files: Awaited<ReturnType<typeof folder>>;

  before(async () => {
    server = await servePage();
    files = await folder();
    browser = await launch();
    console.log(browser.version);
  });
  after(async () => {
    await browser?.close();
    await files?.remove();
    server?.close();
  });

  /** Opens the page, does something, and holds the page to what must be so whatever was done. */
  function onPage(what: string, body: (page: Page) => Promise<void>, options?: { width?: number; dark?: boolean }) {
    test(what, async () => {
      const page = await browser.open(server.url, options);
      try {
        await until(page, settled('#example-results'));
        await body(page);
        assert.deepEqual(page.errors(), [], 'no error on the console');
        assert.deepEqual(server.blocked.splice(0), [], 'nothing that the policy blocked');
      } finally {
        await page.close();
      }
    });
  }

  /** Picks files and returns what the page says of each, in the order of the files. */
  async function verify(page: Page, ...proofs: [name: string, content: unknown][]) {
    const paths = await Promise.all(proofs.map(([name, content]) => files.write(name, content)));
    await page.setFiles('#files', paths);
    await until(page, settled('#results'));
    return results(page, '#results');
  }

  function results(page: Page, list: string) {
    return page.evaluate<{ name: string; state: string; text: string }[]>(
      `Array.from(document.querySelectorAll('${list} > li'), (li) =>
        ({ name: li.querySelector('h3').innerText, state: li.dataset.state, text: li.innerText }))`,
    );
  }

  onPage('verifies the examples, and says for which modulus, how long it took and by which kernel', async (page) => {
    const shown = await results(page, '#example-results');
    assert.deepEqual(
      shown.map(({ name, state }) => [name, state]),
      [
        ['wesolowski-rsa2048.json', 'valid'],
        ['pietrzak-rsa2048.json', 'valid'],
      ],
    );
    for (const { text } of shown) {
      assert.match(text, /For RSA-2048/);
      assert.match(text, /1,048,576 \(2\^20\)/);
      assert.match(text, /Time\s+[\d.]+ ms/);
      assert.match(text, /Kernel\s+(scalar|simd128|relaxed|wide)/);
    }
    assert.match(await text(page, '#engine'), /^Kernel: (scalar|simd128|relaxed|wide)/);
  });

  onPage('verifies the examples again by its button', async (page) => {
    await page.evaluate(`document.querySelector('#example-results').replaceChildren()`);
    await page.click('#again');
    await until(page, settled('#example-results'));
    assert.deepEqual(
      (await results(page, '#example-results')).map(({ state }) => state),
      ['valid', 'valid'],
    );
  });

  onPage('refuses an example with one bit of its output flipped', async (page) => {
    const [wesolowski, pietrzak] = [await example('wesolowski'), await example('pietrzak')];
    const shown = await verify(
      page,
      ['wesolowski.json', { ...wesolowski, output: flipped(wesolowski.output) }],
      ['pietrzak.json', { ...pietrzak, output: flipped(pietrzak.output) }],
    );
    assert.deepEqual(
      shown.map(({ name, state }) => [name, state]),
      [
        ['wesolowski.json', 'invalid'],
        ['pietrzak.json', 'invalid'],
      ],
    );
    for (const { text } of shown) assert.match(text, /Invalid/);
  });

  onPage('shows which field of a malformed file is wrong, and why', async (page) => {
    const good = await example('wesolowski');
    const { iterations: _, ...short } = good;
    const shown = await verify(
      page,
      ['empty.json', ''],
      ['truncated.json', JSON.stringify(good).slice(0, 200)],
      ['hex.json', { ...good, input: '0xzz' }],
      ['missing.json', short],
      ['unknown.json', { ...good, colour: 'blue' }],
      ['zero.json', { ...good, iterations: 0 }],
    );
    assert.deepEqual(
      shown.map(({ state }) => state),
      shown.map(() => 'malformed'),
    );
    const fields = ['file', 'file', 'input', 'iterations', 'colour', 'iterations'];
    for (const [i, { text }] of shown.entries()) {
      assert.match(text, /^Malformed\s/m);
      assert.match(text, new RegExp(`Malformed\\s+${fields[i]}.+`));
    }
  });

  onPage('says that a modulus in the file is only that', async (page) => {
    const { proof } = shortProof('powmod-v1');
    const [shown] = await verify(page, ['own.json', proof]);
    assert.equal(shown?.state, 'valid');
    assert.match(shown?.text ?? '', /For the modulus in the file/);
    assert.match(shown?.text ?? '', /1128 bits/);
  });

  onPage('says of a tokamak proof that its sign is not proved, and gives its element', async (page) => {
    const { proof, element } = shortProof('tokamak');
    const [shown] = await verify(page, ['tokamak.json', proof]);
    assert.equal(shown?.state, 'valid');
    assert.match(shown?.text ?? '', /up to sign/);
    await page.click('#results summary');
    assert.equal(await text(page, '#results .number'), element);
  });

  onPage('takes a file with several proofs', async (page) => {
    const good = await example('wesolowski');
    const shown = await verify(page, ['two.json', [good, { ...good, proof: flipped(good.proof) }]]);
    assert.deepEqual(
      shown.map(({ name, state }) => [name, state]),
      [
        ['two.json, proof 1 of 2', 'valid'],
        ['two.json, proof 2 of 2', 'invalid'],
      ],
    );
  });

  onPage('takes files dropped anywhere', async (page) => {
    const good = JSON.stringify(await example('pietrzak'));
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(good)}], 'dropped.json'));
      document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await until(page, settled('#results'));
    assert.deepEqual(
      (await results(page, '#results')).map(({ name, state }) => [name, state]),
      [['dropped.json', 'valid']],
    );
  });

  onPage('tells a screen reader each result once', async (page) => {
    await verify(page, ['a.json', '{}'], ['b.json', await example('wesolowski')]);
    const lines = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('[role=log] p'), (p) => p.textContent)`,
    );
    assert.equal(lines.length, 4); // the two examples, and these
    assert.match(lines[2] ?? '', /^a\.json: Malformed, field /);
    assert.match(lines[3] ?? '', /^b\.json: Valid\. For RSA-2048/);
  });

  onPage('leaves the arithmetic to its worker', async (page) => {
    const scripts = await page.evaluate<string[]>(
      `Promise.all(Array.from(document.scripts, async ({ src }) => (await fetch(src)).text()))`,
    );
    assert.ok(scripts.length > 0);
    assert.doesNotMatch(scripts.join(), /WebAssembly/);
  });

  onPage('shows where the keyboard is', async (page) => {
    await page.press('Tab');
    const [id, outline] = await page.evaluate<[string, string]>(
      `[document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle]`,
    );
    assert.equal(id, 'choose');
    assert.notEqual(outline, 'none');
  });

  onPage(
    'fits a phone',
    async (page) => {
      await verify(page, [
        'a-very-long-name-that-a-phone-has-no-room-for-in-one-line.json',
        shortProof('tokamak').proof,
      ]);
      const spill = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(spill <= 0, `${spill} pixels wider than the screen`);
    },
    { width: 360 }, // WebKitGTK's window stays at 447
  );

  test('the policy blocks a request to another origin, and the server hears of it', async () => {
    const page = await browser.open(server.url);
    await page.evaluate(`fetch('https://powmod.invalid/').catch(() => {}) && true`);
    for (let i = 0; i < 100 && server.blocked.length === 0; i++) await new Promise((r) => setTimeout(r, 50));
    assert.match(server.blocked.splice(0).join(), /powmod\.invalid/);
    await page.close();
  });

  // One engine's rendering is enough for the markup and the contrast of both colour schemes.
  for (const dark of name === 'chromium' ? [false, true] : []) {
    onPage(
      `has nothing for axe to find in ${dark ? 'dark' : 'light'}`,
      async (page) => {
        const good = await example('wesolowski');
        await verify(
          page,
          ['valid.json', shortProof('tokamak').proof],
          ['invalid.json', { ...good, output: flipped(good.output) }],
          ['malformed.json', '{}'],
        );
        await page.click('#results summary');
        const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
        await page.evaluate(`${axe}; true`);
        const found = await page.evaluate<object[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((n) => n.html) })))`,
        );
        assert.deepEqual(found, []);
      },
      { dark },
    );
  }
});
