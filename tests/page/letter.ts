// The story of a letter: written, opened, interrupted in every way, and opened at once by the next reader.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { groups } from 'powmod';
import { text, until } from '../../workshop/browsers/driver.ts';
import { readLetter, writeLetter } from '../../www/src/prove/letter.ts';
import { checkByAxe } from './access.ts';
import { ENDLESS, make, pause } from './make.ts';
import { flipped } from './proofs.ts';
import { catchClipboard, onScreen, openTab, settled, tapOnPhone, type Visits, visible } from './visits.ts';

const MESSAGE = 'The offer: 1,000 coins.\nUntil Friday <b>&</b> no later.';

const item = (state: string) => `document.querySelector('#made > [data-state=${state}]')`;
const opened = `document.querySelector('#made .message')?.textContent === ${JSON.stringify(MESSAGE)}
  && !!document.querySelector('#made > [data-state=valid] .discard')?.offsetParent`;

export function testLetter(visits: Visits) {
  visits.onSame({
    'says that a pasted link of a letter is damaged': async (page) => {
      await page.fill('#paste', `${visits.server.url}#letter=AAAA`);
      await page.click('#paste-form button');
      await until(
        page,
        `document.querySelector('#letter-status').textContent.startsWith('No letter: the link is damaged')`,
      );
      await page.click('#letter-own');
    },

    'says why an empty form does nothing': async (page) => {
      for (const [button, field, words] of [
        ['#seal', 'message', 'Write the message'],
        ['#paste-form button', 'paste', 'Paste a proof'],
      ] as const) {
        await page.fill(`#${field}`, ' ');
        await page.click(button);
        await until(page, `document.activeElement.id === '${field}'`);
        assert.ok((await page.evaluate<string>('document.activeElement.validationMessage')).startsWith(words));
        await page.fill(`#${field}`, 'x');
        assert.equal(await page.evaluate(`document.querySelector('#${field}').validationMessage`), '');
        await page.fill(`#${field}`, '');
      }
    },

    'seals no message that is too long, whatever was pressed before': async (page) => {
      const tooLong = 'x'.repeat(23_001);
      for (const before of ['', ' ', tooLong]) {
        await page.fill('#message', before);
        await page.click('#seal');
        await page.evaluate(`void (message.value = '${tooLong}')`);
        await page.evaluate(`message.dispatchEvent(new Event('input', { bubbles: true }))`);
        assert.equal(await text(page, '#letter-room'), '1 byte too long for a link.');
        await page.click('#seal');
        assert.equal(await page.evaluate('message.validationMessage'), 'The message is too long for a link.');
        assert.equal(await text(page, '#letter-sealed'), '');
      }
      await page.fill('#message', '');
    },
  });

  visits.on(
    'opens the letter of a pasted link; of a damaged one it says that the squarings are right',
    async (page) => {
      await catchClipboard(page);
      await page.fill('#message', MESSAGE);
      await page.evaluate(`void (document.querySelector('[name=seconds]').value = '0.5')`);
      await page.click('[name=seconds][value="0.5"]');
      await page.click('#seal');
      await until(page, `document.querySelector('#letter-sealed button') !== null`);
      await page.click('#letter-sealed button');
      const link = await until<string>(page, 'globalThis.copied');
      const letter = await readLetter(new URL(link).hash.slice(1));
      const linkTo = async (sealed: string) => `${visits.server.url}#${await writeLetter({ ...letter, sealed })}`;
      await page.fill('#paste', link);
      await until(page, opened);
      await page.click('#made > [data-state=valid] .discard');
      await until(page, `${item('valid')} === null`);
      await page.fill('#paste', await linkTo(flipped(letter.sealed)));
      await until(page, `${item('valid')}?.innerText.includes('The squarings are right, but the letter is damaged.')`);
      assert.match(await text(page, '#log'), /The squarings are right, but the letter is damaged\./);

      // One that is too short to hold a message costs no squaring.
      await page.fill('#paste', await linkTo(letter.sealed.slice(0, 30)));
      await until(
        page,
        `document.querySelector('#letter-status').textContent.startsWith('No letter: the link is damaged')`,
      );
      // The letter before it is told apart.
      const told = `getComputedStyle(document.querySelector('#made'), '::before').content`;
      assert.equal(await page.evaluate(told), '"What this device opened or made before:"');
    },
  );
  // What interrupts a letter interrupts a draw too, in each engine: their runs are of one code.
  if (visits.saysAll) testLetters(visits);
}

function testLetters(visits: Visits) {
  test('seals a letter, which opens despite a second tab, a kill, a reload and no network', async (t) => {
    const { page, server } = await visits.openPage(t);
    await until(page, `document.querySelector('#offline').textContent`);
    await catchClipboard(page);
    const sealed = async (seconds: number) => {
      await page.evaluate(`delete globalThis.copied`);
      await page.fill('#message', MESSAGE);
      await page.evaluate(`void (document.querySelector('[name=seconds]').value = '${seconds}')`);
      await page.click(`[name=seconds][value="${seconds}"]`);
      await page.click('#seal');
      await until(page, `document.querySelector('#letter-sealed button') !== null`);
      const shown = await text(page, '#letter-sealed');
      await page.click('#letter-sealed button');
      const link = await until<string>(page, 'globalThis.copied');
      assert.match(link, /#letter=[\w-]+$/);
      return { shown, link };
    };
    // A letter that takes long on a busy machine waits in the tab for a button.
    const beginsInTab = async (link: string) => {
      await openTab(page, link);
      const find = (id: string) => `tab.contentDocument?.querySelector('${id}')`;
      await until(page, `${find('#letter-status button')}?.click(), ${find('#delay-bar')}?.value > 0`);
    };
    const leaveTab = async () => {
      await page.evaluate('tab.remove()');
      await until(page, `${item('stopped')} !== null`);
    };

    // Ten days: it cannot end before what is looked for was seen.
    await beginsInTab((await sealed(864_000)).link);
    await until(page, `${item('elsewhere')}?.innerText.includes('Under way in another tab')`);
    assert.equal(await page.evaluate(`document.querySelector('#made .resume')`), null);
    await leaveTab();
    await page.click('#made .discard');
    await until(page, `document.querySelector('#made > li') === null`);

    // Time enough for all that happens before it opens, on a slow machine.
    const { shown, link } = await sealed(15);
    assert.match(shown, /^Sealed\. The link has [\d,]+ characters after its #, and .* about 15 seconds/);
    await beginsInTab(link);
    await leaveTab();

    server.close();
    await page.reload();
    await until(page, `${settled('#example-results')} && ${item('stopped')} !== null`);
    await page.click('#made .resume');
    await until(page, `/left: powmod$/.test(document.title)`);
    await pause(page);
    await page.click('#made .resume');
    await until(page, `document.querySelector('#made .message') !== null`);
    assert.equal(await page.evaluate(`document.querySelector('#made .message').textContent`), MESSAGE);
    assert.match(await text(page, '#made'), /Whoever has opened this letter could seal another text under its key\./);
    if (visits.name === 'chromium') await checkByAxe(page);

    await catchClipboard(page);
    await page.click('#made .actions button:nth-of-type(2)'); // the first copies the proof alone
    const open = await until<string>(page, 'globalThis.copied');
    assert.match(open, /#letter=[\w-]+$/);
    await page.click('#made .discard');
    await until(page, `document.querySelector('#made > li') === null`);
    // The field takes a link at once: the button beside it would find the field empty.
    const paste = () => page.fill('#paste', open);
    // While another run is under way, the letter waits.
    await make(page, ENDLESS);
    await paste();
    await until(page, `document.querySelector('#letter-status').innerText.includes('Another run is under way')`);
    await until(page, `document.querySelector('#delay-status').textContent.startsWith('Under way: 1,099')`);
    await pause(page);
    await until(page, visible('#letter-status button'));
    await page.click('#letter-status button');
    await until(page, opened);
    await page.click('#made > [data-state=valid] .discard');
    await until(page, `${item('valid')} === null`);
    await paste(); // the address has this link already
    await until(page, opened);
    await page.reload(); // as the next reader opens it
    await until(page, opened);
    assert.equal(await text(page, '#make-title'), '✉ A letter for you');
    assert.equal(await page.evaluate(visible('#letter-form')), false);
    assert.ok(!(await text(page, '#made')).includes('Made in'), 'nothing was squared');

    // As on a page that is not secure. Its runs are still shown.
    await page.evaluate(`void Object.defineProperty(crypto, 'subtle', { value: undefined })`);
    const refusal = 'No letter: sealing and opening need a page from https or from this machine.';
    await page.click('#letter-own');
    await page.fill('#message', MESSAGE);
    await page.click('#seal');
    await until(page, `document.querySelector('#letter-sealed').textContent === '${refusal}'`);
    await paste();
    await until(page, `document.querySelector('#letter-status').textContent === '${refusal}'`);
    await page.click('#made > [data-state=stopped] .discard');
    await until(page, `${item('stopped')} === null && ${item('valid')} !== null`);
  });

  visits.on('shows whoever opens a link the letter alone, and large the time left', async (page) => {
    const hex = (bytes: number) => randomBytes(bytes).toString('hex');
    const modulus = groups['RSA-2048'].toString(16); // a random one may have a small factor, and is then refused
    const link = await writeLetter({ modulus, seed: hex(32), iterations: 2 ** 40, sealed: hex(60) });
    await page.evaluate(`void (location.hash = '${link}')`);
    assert.equal(await page.evaluate(visible('#draw')), true, 'as it was before the link');
    await page.reload();
    await until(page, `!!document.querySelector('#letter-status button')?.offsetParent`);
    for (const part of ['#draw', '#compute', '#verify', '#letter-form'])
      assert.equal(await page.evaluate(visible(part)), false, part);
    const costs = /opens after .*squaring.*, which keeps one core at work\. You may close the page meanwhile/;
    assert.match(await text(page, '#letter-status'), costs);
    // Another link that is opened there is seen.
    await page.evaluate(`void (location.hash = '#draw=AAAA')`);
    await until(page, visible('#draw-opened'));
    await page.evaluate(`void (location.hash = '${link}')`);
    await page.reload();
    await until(page, `!!document.querySelector('#letter-status button')?.offsetParent`);
    const place = `document.querySelector('#cancel').offsetTop`;
    await page.evaluate(`void addEventListener('click', () => { globalThis.placeAtFirst ??= ${place}; })`);
    await page.click('#letter-status button');
    await until(page, `/\\d \\w+ left$/.test(document.querySelector('#letter-left').textContent)`);
    assert.ok(
      await page.evaluate(`${place} > 0 && ${place} === placeAtFirst`),
      'the button to pause stays in its place',
    );
    assert.equal(await page.evaluate(`document.querySelector('#delay-details').open`), false);
    if (visits.name === 'chromium') await checkByAxe(page);
    await pause(page);
    await page.click('#letter-own');
    assert.equal(await page.evaluate(visible('#draw')), true);
    assert.equal(await page.evaluate(visible('#letter-form')), true);
    await page.evaluate('history.back()');
    await until(page, `!!document.querySelector('#letter-status button')?.offsetParent && !${visible('#letter-form')}`);
    // What is computed meanwhile leaves the letter its address.
    await page.fill('#x', '2');
    await page.fill('#e', '10');
    await until(page, `document.querySelector('#answer').textContent === '0x400'`);
    assert.equal(await page.evaluate('location.hash.slice(1)'), link);
  });

  visits.on('shows the letter of the last click, though an earlier one is sealed later', async (page) => {
    await catchClipboard(page);
    await page.evaluate(`(() => {
      const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
      const first = new Promise((resolve) => { globalThis.sealFirst = resolve; });
      crypto.subtle.encrypt = async (...args) => {
        const isFirst = !globalThis.begun;
        globalThis.begun = true;
        if (isFirst) await first;
        return encrypt(...args);
      };
    })()`);
    await page.fill('#message', 'A');
    await page.click('#seal');
    await until(page, 'globalThis.begun');
    await page.fill('#message', 'BB');
    // The answer is where the button was tapped.
    await tapOnPhone(page, '#seal');
    await until(page, onScreen('#letter-sealed > div'));
    await until(page, `document.querySelector('#letter-sealed button') !== null`);
    assert.equal(await page.evaluate(onScreen('#letter-sealed button')), true);
    // The first letter has time enough to appear.
    await page.evaluate('(sealFirst(), new Promise((resolve) => setTimeout(resolve, 1000)))');
    await page.click('#letter-sealed button');
    const link = await until<string>(page, 'globalThis.copied');
    const { sealed } = await readLetter(new URL(link).hash.slice(1));
    assert.equal(sealed.length, 2 * ('BB'.length + 16), 'with the tag of AES-GCM');
  });

  test('a letter of 23,000 bytes fits into a link with its proof, and a changed character is damage', async () => {
    const hex = (bytes: number) => randomBytes(bytes).toString('hex');
    const proof = { scheme: 'wesolowski', profile: 'powmod-v1', input: `0x${hex(256)}`, output: `0x${hex(256)}` };
    const letter = { modulus: `f${hex(256).slice(1)}`, seed: hex(32), iterations: 2 ** 53 - 1, sealed: hex(23_016) };
    const whole = { ...proof, modulus: `0x${letter.modulus}`, iterations: 2 ** 53 - 1, proof: `0x${hex(256)}` };
    for (const iterations of [0, 2 ** 53]) {
      const link = (await writeLetter({ ...letter, iterations })) as string;
      await assert.rejects(readLetter(link), /the link is damaged: it has no letter$/);
    }
    for (const each of [letter, { ...letter, proof: whole }]) {
      const link = await writeLetter(each);
      assert.ok(link && link.length < 32_768);
      assert.deepEqual(await readLetter(link), each);
      assert.deepEqual(await readLetter(`${link}_`), each);
      const wrong = link.slice(0, 500) + (link[500] === 'A' ? 'B' : 'A') + link.slice(501);
      for (const damaged of [wrong, link.slice(0, -9), 'letter='])
        await assert.rejects(readLetter(damaged), /the link is damaged/);
    }
    assert.equal(await writeLetter({ ...letter, sealed: hex(26_000) }), undefined);
    // As powmod 0.2 wrote it.
    const old = `letter=${deflateRawSync(JSON.stringify(letter)).toString('base64url')}`;
    assert.deepEqual(await readLetter(old), letter);
  });
}
