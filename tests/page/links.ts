// Links that carry a proof.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { type Page, until } from '../../workshop/browsers/driver.ts';
import { linkOf, readLink } from '../../www/src/draw/link.ts';
import { readLetter, writeLetter } from '../../www/src/prove/letter.ts';
import { fragmentsIn, jsonIn } from '../../www/src/verify/fragment.ts';
import { flipped, shortProof } from './proofs.ts';
import { catchClipboard, named, results, type Shown, settled, type Visits } from './visits.ts';

const fragment = (json: string | Buffer) => `#proof=${deflateRawSync(json).toString('base64url')}`;

export function testLinks(visits: Visits) {
  const first = async (page: Page) => {
    await until(page, settled('#opened-results'));
    return (await results(page, '#opened-results'))[0];
  };

  const proof = shortProof('powmod-v1');
  visits.on('copies a link to a proof, which verifies when it is pasted or opened', async (page) => {
    await catchClipboard(page);
    const links: string[] = [];
    for (const place of [1, 2]) {
      await page.click(`#example-results > li:nth-child(${place}) .actions button`);
      links.push(await until<string>(page, 'globalThis.copied'));
      await page.evaluate(`(globalThis.copied = undefined, true)`);
    }
    for (const link of links) {
      assert.equal(link.split('#')[0], visits.server.url);
      await page.fill('#paste', link);
      await page.click('#paste-form button');
    }
    await until(page, settled('#results'));
    assert.deepEqual(named(await results(page, '#results')), [
      ['Pasted link', 'valid'],
      ['Pasted link', 'valid'],
    ]);
    const other = await visits.browser.open(links[0] as string);
    const shows = async (scheme: RegExp) => {
      const shown = await first(other);
      assert.deepEqual([shown?.name, shown?.state], ['Proof in the link', 'valid']);
      assert.match(shown?.text ?? '', scheme);
    };
    await shows(/Wesolowski/);
    await other.evaluate(`void (location.hash = ${JSON.stringify(new URL(links[1] as string).hash)})`);
    await until(other, `document.querySelectorAll('#opened-results > li').length === 2`);
    await shows(/Pietrzak/);
    await other.close();
  });

  /** Follows further links on the same page. Each gives a result, above those before it. */
  const eachShows = async (page: Page, links: string[], check: (shown: Shown | undefined, link: string) => void) => {
    const count = (await results(page, '#opened-results')).length;
    for (const [i, link] of links.entries()) {
      await page.evaluate(`void (location.hash = ${JSON.stringify(link)})`);
      await until(page, `document.querySelectorAll('#opened-results > li').length === ${count + i + 1}`);
      check(await first(page), link);
    }
  };

  const link = fragment(JSON.stringify(proof));
  visits.on(
    'verifies the proof in its link, with signs behind it, escaped, or behind parameters, and one after another',
    async (page) => {
      const shown = await first(page);
      assert.deepEqual([shown?.name, shown?.state], ['Proof in the link', 'valid']);
      assert.match(shown?.text ?? '', /1027 bits/);
      const others = ['', '&utm_source=x', '%3D', ')', '_'].map((behind) => link + behind);
      for (const inside of ['%20', '%0A', '%0D%0A']) others.push(link.slice(0, 99) + inside + link.slice(99));
      others.push(link.replace('#proof=', '#utm_source=x&proof%3D'));
      await eachShows(page, others, (shown, link) => assert.equal(shown?.state, 'valid', link));
      const wrong = fragment(JSON.stringify({ ...proof, output: flipped(proof.output) }));
      await eachShows(page, [wrong], (shown) => assert.equal(shown?.state, 'invalid'));
    },
    { fragment: `${link}.` },
  );

  /** Many proofs, each with many products, in a short link. */
  const heavy = () => {
    const modulus = (2n ** 4253n - 1n) * (2n ** 4423n - 1n);
    const two = `0x${'2'.padStart(2170, '0')}`;
    const numbers = { modulus: `0x0${modulus.toString(16)}`, input: two, output: two, proof: new Array(43).fill(two) };
    const one = { scheme: 'pietrzak', profile: 'powmod-v1', ...numbers, iterations: 2 ** 53 - 1 };
    return JSON.stringify(new Array(200).fill(one));
  };

  // These two have a list of results of their own: they stop its work, or count it.
  visits.on('ends the work on a file when the visitor cancels it', async (page) => {
    const both = visits.verify(page, ['heavy.json', heavy()], ['short.json', proof]);
    await until(page, `document.querySelector('#results > li[data-state=pending]') !== null`);
    await page.click('#results > li:first-child .actions button');
    assert.deepEqual(named(await both), [
      ['heavy.json', 'unreadable'],
      ['short.json', 'valid'],
    ]);
  });

  visits.on('finds the links in what is pasted', async (page) => {
    const link = `https://powmod.invalid/some/where/${fragment(JSON.stringify(proof))}`;
    const pasted = [`<${link}>`, `(${link})`, `See ${link}.\nYours, A.`, `_${link}_`, encodeURIComponent(link)];
    for (const [i, words] of pasted.entries()) {
      await page.fill('#paste', words);
      await until(page, `document.querySelectorAll('#results > li').length === ${i + 1}`);
    }
    await page.fill('#paste', `${link} and ${link.slice(0, -20)}`);
    await until(page, `document.querySelectorAll('#results > li').length === ${pasted.length + 2}`);
    await until(page, settled('#results'));
    const shown = named(await results(page, '#results'));
    assert.deepEqual(shown, [
      ['Pasted link', 'valid'],
      ['Pasted link', 'unreadable'],
      ...pasted.map(() => ['Pasted link', 'valid']),
    ]);
  });

  test('each kind of link is found in its text, and says in one sentence that it is damaged', async () => {
    const letter = { modulus: 'f5', seed: 'aa'.repeat(32), iterations: 9, sealed: 'bb'.repeat(300) };
    const draw = { names: ['Ada', 'x'.repeat(300)], iterations: 9, words: [], seconds: 0 };
    const written = [
      await writeLetter(letter),
      await linkOf(draw),
      fragment(JSON.stringify(proof)).slice(1),
    ] as string[];
    const kinds = { letter: readLetter, draw: readLink, proof: (found: string) => jsonIn(found, 1 << 20) };
    for (const [i, [kind, read]] of Object.entries(kinds).entries()) {
      const whole = await read(written[i] as string);
      for (const inside of ['', ' ', '\n', '\r\n', '%20', '%0A']) {
        const parts = (written[i] as string).match(/.{1,70}/g) as string[];
        const [found, ...others] = fragmentsIn(`See <https://x.test/#${parts.join(inside)}>\nA.`, kind as 'proof');
        assert.deepEqual(await read(found as string), whole, `${kind}, ${JSON.stringify(inside)}`);
        assert.deepEqual(others, []);
      }
      const json = JSON.stringify(proof);
      const deflated = ['hello', json.slice(0, 99), Buffer.of(0xff, 0xfe)].map((bad) => fragment(bad).split('=')[1]);
      for (const bad of ['', 'AA', '\u2026', '%E0%A4%A', 'BwECAwQ', (written[i] as string).slice(7, -20), ...deflated])
        await assert.rejects(
          read(`${kind}=${bad}`),
          { message: 'the link is damaged: a part of it may be missing' },
          bad,
        );
    }
  });

  visits.onSame({
    'shows the link, selected, if it may not write to the clipboard': async (page) => {
      await page.evaluate(`(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); })()`);
      await page.click('#example-results .actions button');
      const shown = await until<string>(
        page,
        `document.activeElement.matches('input.link') && document.activeElement.value`,
      );
      assert.match(shown, /#proof=[\w-]+$/);
      assert.equal(
        await page.evaluate('document.activeElement.selectionEnd - document.activeElement.selectionStart'),
        shown.length,
      );
    },

    'offers no link for a proof that is too long for one': async (page) => {
      const modulus = (2n ** 4253n - 1n) * (2n ** 4423n - 1n);
      const value = () => `0x00${randomBytes(1084).toString('hex')}`;
      const long = {
        scheme: 'pietrzak',
        profile: 'powmod-v1',
        modulus: `0x0${modulus.toString(16)}`,
        input: value(),
        output: value(),
        iterations: 2 ** 50,
        proof: Array.from({ length: 50 }, value),
        delta: 0,
      };
      const [shown] = await visits.verify(page, ['long.json', long]);
      assert.equal(shown?.state, 'invalid');
      assert.equal(await page.evaluate(`document.querySelector('#results .actions') === null`), true);
    },
  });

  visits.on(
    'ends the work on a link that takes long, and then verifies others',
    async (page) => {
      const shown = await first(page);
      assert.equal(shown?.state, 'unreadable');
      assert.match(shown?.text ?? '', /more than 5 seconds, the limit for a link/);
      const [after] = await visits.verify(page, ['short.json', proof]);
      assert.equal(after?.state, 'valid');
    },
    { fragment: fragment(heavy()) },
  );

  visits.on(
    'says that a link is damaged, and reads no more of a compression bomb in a link than of a file',
    async (page) => {
      const isDamaged = (shown: Shown | undefined, link: string) => {
        assert.equal(shown?.state, 'unreadable', link);
        assert.match(shown?.text ?? '', /the link is damaged/, link);
      };
      isDamaged(await first(page), link);
      await eachShows(page, ['#proof=', '#proof=\u2026', '#proof=%20x'], isDamaged);
      const bomb = fragment(Buffer.alloc(80 << 20));
      await eachShows(page, [bomb], (shown) => assert.equal(shown?.state, 'unreadable'));
    },
    { fragment: link.slice(0, 200) },
  );
}
