// Verifying files that are chosen, dropped or pasted.
import assert from 'node:assert/strict';
import { text, until } from '../../workshop/browsers/driver.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { example, flipped, shortProof } from './proofs.ts';
import { catchClipboard, named, results, settled, spoken, unfold, type Visits } from './visits.ts';

export function testVerify(visits: Visits) {
  visits.onSame({
    'verifies the examples, and says the modulus, the time and the kernel': async (page) => {
      const shown = await results(page, '#example-results');
      assert.deepEqual(named(shown), [
        ['wesolowski-rsa2048.json', 'valid'],
        ['pietrzak-rsa2048.json', 'valid'],
        ['chia-mainnet.json', 'valid'],
      ]);
      assert.deepEqual(
        (await spoken(page)).map((line) => line.split(':')[0]),
        shown.map(({ name }) => name),
        'a screen reader tells each once',
      );
      for (const { text } of shown.slice(0, 2)) {
        assert.match(text, /1,048,576 \(2\^20\) squarings modulo RSA-2048/);
        // A slow machine checks a proof once: the page does not let the visitor wait for a second time.
        assert.match(text, /Checked in [\d.]+ [mµ]?s, (cold(; again in [\d.]+ [mµ]s, warm)?|warm)\./);
        assert.match(text, new RegExp(`Kernel\\s+${KERNEL}`));
      }
    },

    'shows the wrong field of a malformed file, and the reason': async (page) => {
      const good = await example('wesolowski');
      const { iterations: _, ...short } = good;
      const shown = await visits.verify(
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
      const words = [
        'This is no proof: the text ',
        'This is no proof: the text ',
        'input',
        'iterations',
        'colour',
        'iterations',
      ];
      for (const [i, { text }] of shown.entries()) {
        assert.match(text, new RegExp(`^Malformed\\s+${words[i]}.+`, 'm'));
        assert.match(text, /The format of proofs\s*$/);
      }
    },

    'shows input and output, which can be copied, and compares a proof with what is expected': async (page) => {
      await catchClipboard(page);
      const good = await example('wesolowski');
      await unfold(page);
      await page.fill('#expected-seed', 'powmod');
      for (const [iterations, state] of Object.entries({ '2^20': 'valid', '2^21': 'other' })) {
        await page.fill('#expected-iterations', iterations);
        const [shown] = await visits.verify(page, ['good.json', good]);
        assert.equal(shown?.state, state, shown?.text);
      }
      await page.fill('#expected-iterations', 'many');
      await page.fill('#paste', 'a proof');
      await page.click('#paste-form button');
      await until(page, `document.activeElement.id === 'expected-iterations'`);
      assert.equal(await page.evaluate(`document.querySelector('#paste').value`), 'a proof');
      for (const field of ['paste', 'expected-seed', 'expected-iterations']) await page.fill(`#${field}`, '');
      // WebKit's driver clicks at a place, which the list may leave while the machine is busy.
      await page.evaluate("document.querySelector('#results > li .facts div:last-child button').click()");
      assert.equal(await until(page, 'globalThis.copied'), good.output);
    },

    'says that a modulus in the file is only a claim': async (page) => {
      const [shown] = await visits.verify(page, ['own.json', shortProof('powmod-v1')]);
      assert.equal(shown?.state, 'valid');
      assert.match(shown?.text ?? '', /modulo the number in the file\. Anyone who knows its factors/);
      assert.match(shown?.text ?? '', /1027 bits/);
    },

    'says that a tokamak proof does not prove the sign, and gives its element': async (page) => {
      const proof = shortProof('tokamak');
      const [n, y] = [proof.modulus, proof.output].map((hex) => BigInt(hex as string)) as [bigint, bigint];
      const [shown] = await visits.verify(page, ['tokamak.json', proof]);
      assert.equal(shown?.state, 'valid');
      assert.match(
        shown?.text ?? '',
        /^tokamak\.json\s+Valid up to sign .* y and N − y both have proofs\..*Output in the file, y or N − y/s,
      );
      assert.equal(await text(page, '#results .number'), `0x${(y < n - y ? y : n - y).toString(16)}`);
    },

    'takes a file with several proofs': async (page) => {
      const good = await example('wesolowski');
      const shown = await visits.verify(page, ['two.json', [good, { ...good, proof: flipped(good.proof) }]]);
      assert.deepEqual(named(shown), [
        ['two.json, proof 1 of 2', 'valid'],
        ['two.json, proof 2 of 2', 'invalid'],
      ]);
    },

    'counts many verdicts in a line, and folds their list, in which those that are not valid come first': async (
      page,
    ) => {
      const good = shortProof('powmod-v1');
      const wrong = { ...good, output: flipped(good.output) };
      const names = (shown: string) =>
        page.evaluate<string[]>(
          `Array.from(document.querySelectorAll('${shown} ol .name'), (name) => name.textContent)`,
        );
      const files = Array.from({ length: 12 }, (_, i): [string, unknown] => [`${i}.json`, i % 5 === 3 ? wrong : good]);
      const [shown, ...others] = await visits.verify(page, ...files, ['none.json', '{}']);
      assert.deepEqual(others, []);
      assert.deepEqual([shown?.name, shown?.state], ['13 files or links', 'invalid']);
      assert.match(shown?.text ?? '', /^13 files or links\s+10 valid, 2 invalid, 1 malformed\s+Each of them/);
      assert.equal((await spoken(page)).at(-1), '13 files or links: 10 valid, 2 invalid, 1 malformed.');
      assert.deepEqual((await names('#results')).slice(0, 5), ['3.json', '8.json', 'none.json', '0.json', '1.json']);

      await page.evaluate(`document.querySelector('#results').replaceChildren()`);
      await visits.openFile(
        page,
        'many.json',
        Array.from({ length: 11 }, () => good),
      );
      await until(page, settled('#results'));
      const item = `document.querySelector('#results > li')`;
      assert.match(await page.evaluate<string>(`${item}.innerText`), /^many\.json\s+11 valid\s+Each of them\s*$/);
      assert.ok((await page.evaluate<number>(`${item}.offsetHeight`)) < 200);
      assert.equal((await names('#results'))[10], 'many.json, proof 11 of 11');
    },

    'takes files dropped anywhere': async (page) => {
      const good = JSON.stringify(await example('pietrzak'));
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${JSON.stringify(good)}], 'dropped.json'));
        const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('h1').dispatchEvent(drop);
      })()`);
      await until(page, settled('#results'));
      assert.deepEqual(named(await results(page, '#results')), [['dropped.json', 'valid']]);
      const top = await page.evaluate<number>(
        `document.querySelector('#results > li').getBoundingClientRect().top / innerHeight`,
      );
      assert.ok(top > -0.01 && top < 1, `the verdict is on the screen, at ${top}`);
    },

    'takes a proof that is pasted anywhere, but not text that is typed into a field': async (page) => {
      const paste = (selector: string, content: string) =>
        page.evaluate(`(() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', ${JSON.stringify(content)});
          // Not every engine lets a script create this event with data.
          const event = new Event('paste', { bubbles: true });
          Object.defineProperty(event, 'clipboardData', { value: clipboardData });
          document.querySelector('${selector}').dispatchEvent(event);
        })()`);
      await paste('#seed', 'not a proof');
      await paste('h1', JSON.stringify(await example('wesolowski')));
      await until(page, settled('#results'));
      assert.deepEqual(named(await results(page, '#results')), [['Pasted proof', 'valid']]);
    },
  });
}
