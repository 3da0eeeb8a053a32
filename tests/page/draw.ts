// The story of a draw: a list, squarings interrupted in every way, the same winners for whoever opens the link.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { groups, init, type ProofFile } from 'powmod';
import { createPool } from 'powmod/pool';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { blocksOf } from '../../workshop/markdown.mjs';
import { CHOICES } from '../../www/src/draw/fairness.ts';
import { linkOf, readDraw, readLink } from '../../www/src/draw/link.ts';
import { disguisedIn, lookalikeNote, lookalikesIn, notesOn } from '../../www/src/draw/lookalikes.ts';
import { canonicalNames, drawn, textOf } from '../../www/src/draw/rule.ts';
import { randomWord, wordsIn } from '../../www/src/draw/words.ts';
import { chiSquare, seedsOfForms } from '../support/fair-draws.ts';
import { Random } from '../support/random.ts';
import { smallModulus } from '../support/small-proofs.ts';
import { checkByAxe } from './access.ts';
import { flipped } from './proofs.ts';
import {
  catchClipboard,
  catchDownloads,
  onScreen,
  openTab,
  settled,
  tapOnPhone,
  unfold,
  type Visits,
  visible,
} from './visits.ts';

const NAMES = ['Zoë', 'Ada', '  Grace ', 'Ærøskøbing', '😀', 'Ada', '李四'];

interface Draw {
  names: string[];
  iterations: number;
  words?: string[];
  seconds?: number;
  proof?: Omit<ProofFile, 'input'>;
}

const drawIn = (link: string): Draw =>
  JSON.parse(inflateRawSync(Buffer.from(link.split('draw=')[1] ?? '', 'base64url')).toString());
const fragmentOf = (draw: unknown) => `#draw=${deflateRawSync(JSON.stringify(draw)).toString('base64url')}`;

/** The order by the rule of the guide, written apart from the page's. */
function orderOf({ names, proof }: Draw): string[] {
  const output = Buffer.from(String(proof?.output).slice(2), 'hex');
  const left = [...names];
  const order: string[] = [];
  for (let i = 0; left.length > 0; i++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(i);
    const word = createHash('sha256').update('draw').update(counter).update(output).digest().readUInt32BE();
    if (word < 2 ** 32 - (2 ** 32 % left.length)) order.push(...left.splice(word % left.length, 1));
  }
  return order;
}

function seedOf({ names, iterations, words = [], seconds = 0 }: Draw) {
  const given = words.length > 0 ? [`${words.length} words within ${seconds} seconds`, ...words] : [];
  const lines = ['powmod draw', `${iterations} squarings`, `${names.length} names`, ...names, ...given];
  return createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest();
}

const shown = (page: Page, list: string) =>
  page.evaluate<string[]>(
    `Array.from(document.querySelectorAll('${list} > li .winner bdi, ${list} > li .runners bdi'), (e) => e.innerText)`,
  );

/** Fills the form of a draw in a room. */
async function fillDraw(page: Page, names: string[], iterations: number, word = 'blue') {
  await page.fill('#names', names.join('\n'));
  await page.evaluate(`void (document.querySelector('[name=draw-choice]').value = '${iterations} 0')`);
  await page.fill('#word', word);
}

async function draw(page: Page, names: string[], iterations: number) {
  await fillDraw(page, names, iterations);
  await page.click('#draw-begin');
}

const item = (state: string, list = '#drawn') => `document.querySelector('${list} > [data-state=${state}]')`;
/** A draw whose T is none of the page's is not green. */
const won = (list = '#drawn') => `!!${item('weak', list)}?.querySelector('.winner ~ .actions .save')`;

export function testDraw(visits: Visits) {
  testForm(visits);
  testAnnouncement(visits);
  if (visits.saysAll) {
    testRule();
    testLimits(visits);
  }

  test('draws lots despite a second tab, a kill, a reload and no network, and its link shows the same', async (t) => {
    const { page, server } = await visits.openPage(t);
    await until(page, `document.querySelector('#offline').textContent`);
    await catchClipboard(page);
    // Time enough for all that happens before it ends, on a slow machine.
    const perSecond = await until<number>(page, `Number(localStorage.getItem('powmod squarings a second'))`);
    await fillDraw(page, NAMES, Math.ceil(12 * perSecond));
    // The answer is where the button was tapped.
    await tapOnPhone(page, '#draw-begin');
    await until(page, `${visible('#draw-count')} && ${onScreen('#draw-count')} && ${onScreen('#draw-cancel')}`);
    await page.resize(1024);
    await until(page, `document.querySelector('#draw-count').textContent !== '0'`);
    await until(
      page,
      `/^A loop of BigInt, .* [\\d,]+ squarings a second/.test(document.querySelector('#draw-bigint').textContent)`,
    );
    assert.match(await text(page, '#draw-total'), /^of [\d,]+ squarings$/);
    // The list is fixed before anybody knows the winner.
    await until(page, `document.querySelector('#draw-list button') !== null`);
    await page.click('#draw-list button');
    const list = drawIn(await until<string>(page, 'globalThis.copied'));
    assert.deepEqual(list.names, canonicalNames(NAMES.join('\n')));
    assert.equal(list.proof, undefined);
    // The other sections wait.
    assert.equal(await page.evaluate(visible('#letter-form')), false);
    // A list that a link brings waits too, and says why.
    await page.evaluate(`location.hash = ${JSON.stringify(fragmentOf({ names: ['A', 'B'], iterations: 1024 }))}`);
    await until(page, `${item('stopped', '#draw-opened')}?.innerText.includes('Another run is under way')`);
    assert.equal(await page.evaluate(visible('#draw-opened button.when-still')), false);
    await page.click('#draw-own');

    await page.click('#draw-cancel');
    await until(page, `${item('stopped')} !== null`);
    await openTab(page, server.url);
    await until(page, `!!tab.contentDocument?.querySelector('#drawn .resume')?.offsetParent`);
    await page.evaluate(`void tab.contentDocument.querySelector('#drawn .resume').click()`);
    await until(page, `${item('elsewhere')}?.innerText.includes('Under way in another tab')`);
    await page.evaluate('tab.remove()');
    await until(page, `${item('stopped')} !== null`);

    server.close();
    await page.reload();
    await until(page, `${settled('#example-results')} && ${item('stopped')} !== null`);
    await page.click('#drawn .resume');
    // The list of this draw, also after a reload.
    const seed = `0x${seedOf(list).toString('hex')}`;
    await until(page, `document.querySelector('#draw-list code')?.textContent === '${seed}'`);
    await until(page, won());
    if (visits.name === 'chromium') await checkByAxe(page);
    assert.match(await text(page, '#drawn .work'), /^[\d.]+ m?s of work\.$/);
    assert.match(
      await text(page, '#drawn'),
      /Checked in ([\d.]+ [mµ]?s|no measurable time): the list of 7 names, 1 word, [\d,]+ squarings, and the proof\./,
    );
    assert.match(await text(page, '#drawn .limit'), /^Its number of squarings is none of those/);

    await catchClipboard(page);
    await page.click('#drawn .actions button');
    const link = await until<string>(page, 'globalThis.copied');
    const made = drawIn(link);
    assert.equal(made.iterations, list.iterations);
    const pm = await init();
    const expect = { modulus: 'RSA-2048', seed: seedOf(made), iterations: made.iterations } as const;
    assert.ok(!('input' in (made.proof as object)), 'the list gives the input');
    const input = `0x${pm.hashToGroup(seedOf(made), groups['RSA-2048']).toString(16).padStart(512, '0')}`;
    assert.equal(pm.verify({ ...made.proof, input } as ProofFile, { expect }), true);
    const order = orderOf(made);
    assert.deepEqual(await shown(page, '#drawn'), order.slice(0, 5));

    // As somebody else opens it, on a phone.
    await page.resize(360);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash)}`);
    await page.reload();
    await until(page, won('#draw-opened'));
    assert.deepEqual(await shown(page, '#draw-opened'), order.slice(0, 5));
    await until(page, `/would work for/.test(document.querySelector('#draw-opened .work').innerText)`);
    assert.match(await page.evaluate('document.title'), / wins: powmod$/);
    for (const part of ['#draw-form', '#calculator', '#verify', '#make'])
      assert.equal(await page.evaluate(visible(part)), false, part);
    const bottom = await page.evaluate<number>(`document.querySelector('.winner').getBoundingClientRect().bottom`);
    assert.ok(bottom > 0 && bottom < 500, `${bottom} pixels`);
    const limits = await page.evaluate<number>(`document.querySelector('.limit').getBoundingClientRect().bottom`);
    assert.ok(limits < 640, `${limits} pixels`);
    await unfold(page);
    assert.ok((await text(page, '#draw-opened')).includes(`0x${seedOf(made).toString('hex')}`));
    if (visits.name === 'chromium') await checkByAxe(page);
    await page.click('#draw-own');
    for (const part of ['#draw-form', '#calculator']) assert.equal(await page.evaluate(visible(part)), true, part);
    assert.equal(await page.evaluate('location.hash'), '');
    await page.evaluate('history.back()');
    await until(page, won('#draw-opened'));
    await page.click('#draw-own');

    // The next visit has the draw, and begins at the top of the page: here in a window that is too low for both.
    await openTab(page, server.url, 100);
    await until(page, `!!tab.contentDocument?.querySelector('#drawn > [data-state=weak] .save')`);
    assert.equal(await page.evaluate('tab.contentWindow.scrollY'), 0);
  });
}

/** The attacker's script, which the browser's own engine runs. */
async function attackIn(page: Page) {
  const path = fileURLToPath(new URL('../support/fair-draws.ts', import.meta.url));
  const { outputFiles } = await build({
    ...{ entryPoints: [path], bundle: true, format: 'iife', globalName: 'attack', target: 'es2022' },
    ...{ write: false, logLevel: 'error' },
  });
  await page.evaluate(`globalThis.attack = (() => { ${outputFiles[0]?.text}; return attack; })(), true`);
}

function testForm(visits: Visits) {
  visits.onSame({
    'gives an attacker who knows the list before the word no choice of the winner': async (page) => {
      await attackIn(page);
      const random = new Random();
      const words = Array.from({ length: 1300 }, () => random.word());
      const counts = await page.evaluate<number[]>(
        `((words) => attack.winsAfterAttack(() => words.pop(), { lists: 2, guesses: 20 }))(${JSON.stringify(words)})`,
      );
      assert.ok(chiSquare(counts) < 40, `POWMOD_SEED=${random.seed}: ${counts}`);
      const { alike, hidden } = await page.evaluate<{ alike: string[]; hidden: string[] }>('attack.seedsOfForms()');
      assert.deepEqual({ alike, hidden }, await seedsOfForms());
      assert.equal(new Set(alike).size, 1);
    },

    'counts the names, tells those that stand twice, and draws among two at least': async (page) => {
      const says = (words: string) => until(page, `document.querySelector('#names-count').textContent === '${words}'`);
      const names = await page.evaluate<string>(`document.querySelector('#names').value`);
      await says('5 names.');
      await page.fill('#names', ' a\n\nb \nb\nA');
      await says('4 names. Twice or more, each with a lot of its own: b.');
      for (const few of ['', 'Ada', ' \n Ada \n']) {
        await page.fill('#names', few);
        await page.click('#draw-begin');
        await until(page, `document.activeElement.id === 'names'`);
        assert.match(await page.evaluate('document.activeElement.validationMessage'), /two names|fill/i);
      }
      const why = 'No draw: take U+0007 out of line 2, for it is not seen, or no whole character.';
      await page.fill('#names', 'Ada\nEm\u0007my\nGrace');
      await says(why);
      await page.click('#draw-begin');
      assert.equal(await page.evaluate(`document.querySelector('#names').validationMessage`), why);
      assert.equal(await page.evaluate(`document.querySelector('#draw').dataset.state`), 'idle');
      // What a spreadsheet leaves, each with a button.
      await page.fill('#names', 'Name\n1. Ada\n2. Emmy\u200b\n3. Grace, Sofia\n4. Ernmy');
      for (const label of ['Take them out', 'Drop it', 'Drop them', 'Split at commas'])
        await until(
          page,
          `(() => {
            const all = Array.from(document.querySelectorAll('#names-notes button'));
            const button = all.find(({ innerText }) => innerText === '${label}');
            button?.click();
            return !!button;
          })()`,
        );
      assert.equal(await page.evaluate(`document.querySelector('#names').value`), 'Ada\nEmmy\nGrace\nSofia\nErnmy');
      await until(
        page,
        `/look alike.*“E(mmy|rnmy)”, “E(mmy|rnmy)”/.test(document.querySelector('#names-notes').innerText)`,
      );
      await page.fill('#names', names);
      await until(page, `document.querySelector('#names-notes').innerText === ''`);
      // No draw without a word.
      await page.fill('#word', ' ');
      await page.click('#draw-begin');
      await until(page, `document.activeElement.id === 'word'`);
      assert.match(await page.evaluate('document.activeElement.validationMessage'), /^Ask somebody else/);
    },

    'offers few numbers of squarings, each with the time of the fastest machine and of this device': async (page) => {
      const times = ['1 second', '10 minutes', '1 hour 40 minutes', '6 hours 40 minutes'];
      for (const [i, { iterations, seconds }] of CHOICES.entries()) {
        await page.click(`[name=draw-choice][value="${iterations} ${seconds}"]`);
        const squarings = `${iterations.toLocaleString('en')} squarings: ${times[i]}`;
        const own = '(less than a second|(about )?\\d[\\w ]*) on this device';
        const told = `/^${squarings} on the fastest computer that is assumed, ${own}\\.$/`;
        await until(page, `${told}.test(document.querySelector('#draw-time').textContent)`);
      }
      await page.click('[name=draw-choice]');
    },

    'shows on a phone the whole form, as far as its button': async (page) => {
      await page.resize(360);
      await page.evaluate(`document.querySelector('.lead [href="#draw"]').click()`);
      const bottom = await page.evaluate<number>(
        `document.querySelector('#draw-begin').getBoundingClientRect().bottom`,
      );
      assert.ok(bottom > 0 && bottom < 600, `${bottom} pixels`);
      await page.resize(1024);
    },
  });
}

/** What looks wrong in a list that somebody else made. */
const STRANGE = [
  'Twice or more, each with a lot of its own: Ada.',
  '“Name” looks like the heading of a column.',
  'Numbers or bullets stand in front of 2 names.',
  '“2. Bo, Cy”: one lot each. Are these several names?',
  'These look alike, and are lots of their own: “Ada”, “\u0410da”: “A” (Latin, U+0041) and “\u0410” ' +
    '(Cyrillic, U+0410); “Lovelace Ada”, “ada lovelace”.',
];

/** What readers see: of a fair draw, one without a word, one with a short T, and one of another list than announced. */
function testAnnouncement(visits: Visits) {
  visits.on(
    'announces a list, offers a word, finds the posted ones, and says what a reader may rely on',
    async (page) => {
      await page.fill('#names', 'Ada\nEmmy\nGrace');
      await page.evaluate(`void (document.querySelector('[name=draw-choice][value$=" 60"]').value = '1024 60')`);
      await page.click('[name=draw-choice][value="1024 60"]');
      assert.equal(await text(page, '#draw-begin'), 'Announce');
      await page.click('#draw-begin');
      await until(page, `!!${item('stopped', '#draw-opened')}?.querySelector('#posted')`);
      const titled = (title: RegExp) => until(page, `${title}.test(document.title)`);
      await titled(/^A draw among 3 names: powmod$/);
      const announced = drawIn(await page.evaluate<string>('location.hash'));
      assert.deepEqual(announced, { names: ['Ada', 'Emmy', 'Grace'], iterations: 1024, seconds: 60 });
      assert.match(
        await text(page, '#draw-opened output'),
        /^Ada: ([bdfgklmnprstvz][aeiou]){4}-([bdfgklmnprstvz][aeiou]){4}$/,
      );

      // Back to the form, whose address was that of a calculation, and again to the announcement.
      await page.evaluate('history.back()');
      await until(page, visible('#draw-form'));
      await page.evaluate('history.forward()');
      await until(page, `!!${item('stopped', '#draw-opened')}?.querySelector('#posted')`);
      // No draw without a word.
      await page.click('#draw-opened .paste > button:last-child');
      await until(page, `document.activeElement.id === 'posted'`);
      assert.match(await page.evaluate('document.activeElement.validationMessage'), /^Paste at least one posted line/);
      assert.match(await text(page, '#draw-opened'), /No word yet\./);
      await catchClipboard(page);
      await page.click('#draw-opened .paste button');
      const line = await until<string>(page, 'globalThis.copied');
      await page.fill('#posted', '[14:02] Ada L.: Ada: tapolu\nhello\nEmmy: \u200ekovira');
      await until(
        page,
        `document.querySelector('#draw-opened').innerText.includes('2 words: Ada: tapolu, Emmy: kovira.')`,
      );
      assert.match(
        await text(page, '#draw-opened'),
        /Not used, since a name of the list has one word, its first: hello\./,
      );
      await page.click('#draw-opened .paste > button:last-child');
      await until(page, won());
      // T is too short for the minute.
      const short =
        /squarings are too few for words that came within 1 minute: who made this list could have tried 56,250,000 /;
      assert.match(await text(page, '#drawn .limit ~ .limit'), short);
      // Whoever copied a line to post it is told that it was left out.
      const left = `The line that you copied, “${line}”, is not among the words: if you posted it in time, it was`;
      const limit = await text(page, '#drawn .limit');
      assert.match(limit, /^You opened this announcement at \d\d:\d\d\. /);
      assert.ok(limit.includes(left), limit);

      // Drawn here with the page's numbers, by the package.
      const open = async (drawn: Draw, state: string) => {
        await page.evaluate(`void (location.hash = ${JSON.stringify(fragmentOf(drawn))})`);
        await until(page, `!!${item(state, '#draw-opened')}?.querySelector('.save')`);
        return text(page, '#draw-opened');
      };
      const pool = await createPool({ workers: 1 });
      const proven = async (drawn: Draw): Promise<Draw> => {
        const { input: _, ...proof } = await pool.prove({
          scheme: 'wesolowski',
          modulus: 'RSA-2048',
          seed: seedOf(drawn),
          iterations: drawn.iterations,
        });
        return { ...drawn, proof };
      };
      // Whoever opens an announcement or a result is told of lots that look alike.
      const strange = ['1. Anne', '2. Bo, Cy', 'Ada', 'Ada', 'Lovelace Ada', 'Name', '\u0410da', 'ada lovelace'];
      const link = fragmentOf({ names: canonicalNames(strange.join('\n')), iterations: 1024, seconds: 60 });
      await page.evaluate(`void (location.hash = ${JSON.stringify(link)})`);
      await until(page, `document.querySelectorAll('#draw-opened .limit').length > 0`);
      assert.deepEqual(
        await page.evaluate(`Array.from(document.querySelectorAll('#draw-opened .limit'), (line) => line.innerText)`),
        STRANGE,
      );
      const names = ['Alan', 'Barbara', 'Edsger', 'F'.repeat(300)];
      const fair = await proven({ names, iterations: 1_000_000, words: ['blue'], seconds: 0 });
      const wordless = await proven({ names: ['Ada', 'Alan', '\u0410da'], iterations: 1024 });
      const other = await proven({
        names: ['Ada', 'Emmy', 'Mallory'],
        iterations: 1024,
        words: ['Ada: k\u043evira'],
        seconds: 0,
      });
      const mine = await proven({ ...announced, words: [line] });
      await pool.close();
      assert.match(await open(mine, 'weak'), /You opened this .*\. The line that you copied is among the words\./);
      // The link of a list whose squarings are under way has its words, and asks for no other.
      await page.evaluate(`void (location.hash = ${JSON.stringify(fragmentOf({ ...mine, proof: undefined }))})`);
      await until(page, `!!${item('stopped', '#draw-opened')}?.querySelector('button.when-still')`);
      assert.ok(
        (await text(page, '#draw-opened')).includes(
          `The words are given: “${line}”. Now the draw takes 1,024 squarings.`,
        ),
      );
      assert.equal(await page.evaluate(`document.querySelector('#posted')`), null);
      const green = await open(fair, 'valid');
      assert.match(green, /Winner/);
      await titled(/^(Alan|Barbara|Edsger|F{40}…) wins: powmod$/);
      assert.equal((await text(page, '#draw-opened .long-name')).trim(), `${'F'.repeat(40)}…`);
      assert.match(green, /: the list of 4 names, 1 word, 1,000,000 squarings, and the proof\./);
      assert.match(green, /Not checked: that somebody else said “blue” when the list stood/);
      assert.match(green, /Others do not: one computer tries 57,600 words in an hour\./);
      // All of it is on the first screen of a phone.
      await page.resize(360, 640);
      await page.reload();
      await until(page, `!!${item('valid', '#draw-opened')}?.querySelector('.save')`);
      const ends = await page.evaluate<number[]>(
        `Array.from(document.querySelectorAll('#draw-opened li > :is(.winner, .winner ~ .hint:not(.work))'),
          (line) => line.getBoundingClientRect().bottom)`,
      );
      assert.equal(ends.length, 3);
      assert.ok(
        ends.every((bottom) => bottom > 0 && bottom < 640),
        `${ends}`,
      );
      await page.resize(1024);
      assert.match(
        await open(wordless, 'weak'),
        /It has no word of anybody else: who made this list could have tried 56,250,000 others in an hour on one /,
      );
      await until(page, `/look alike.*“Ada”, “\u0410da”/.test(document.querySelector('#draw-opened').innerText)`);
      const changed = await open(other, 'weak');
      assert.match(
        changed,
        /not the list you saw at \d\d:\d\d\. It differs in: gone: Grace; new: Mallory; announced: /,
      );
      assert.ok(changed.includes('; announced: 60 seconds for words. The line that you copied'), changed);
      await until(
        page,
        `/k\u043evira” is not what it looks like: .*U\\+043E/.test(document.querySelector('#draw-opened').innerText)`,
      );
      await open({ ...other, words: ['red'] }, 'invalid');
      await titled(/^No winner: powmod$/);
      // The calculator leaves the draw its address.
      const address = await page.evaluate<string>('location.hash');
      await page.fill('#x', '2');
      await page.fill('#e', '10');
      await page.fill('#N', '2000');
      await until(page, `document.querySelector('#answer').textContent === '1024'`);
      assert.equal(await page.evaluate('location.hash'), address);
      await page.click('#draw-own');
      await titled(/^powmod: modular/);
      await page.click('#drawn .discard');
      await until(page, `document.querySelector('#drawn > li') === null`);
    },
  );
}

function testLimits(visits: Visits) {
  visits.on('shows no winner where list, T or proof are not those of the draw, and says why', async (page) => {
    await catchClipboard(page);
    await catchDownloads(page);
    await draw(page, ['B', 'A', 'C'], 20_000);
    await until(page, won());
    await page.click('#drawn .actions button');
    const good = drawIn(await until<string>(page, 'globalThis.copied'));
    // Of this profile N − y is an output too, so whoever draws could choose.
    const open = { names: good.names, iterations: 1024 };
    const task = { scheme: 'pietrzak', profile: 'tokamak', modulus: 'RSA-2048', seed: seedOf(open) } as const;
    const pool = await createPool({ workers: 1 });
    const tokamak = { ...open, proof: await pool.prove({ ...task, iterations: open.iterations }) };
    // Whoever knows the factors chooses the output.
    const statement = { scheme: 'wesolowski', modulus: smallModulus, seed: seedOf(open) } as const;
    const modulo = { ...open, proof: await pool.prove({ ...statement, iterations: open.iterations }) };
    await pool.close();
    const cases: [draw: unknown, state: string, says: RegExp][] = [
      [{ ...good, names: ['A', 'B', 'D'] }, 'invalid', /No winner The proof is false, or of another list/],
      [{ ...good, iterations: good.iterations + 1 }, 'invalid', /No winner The proof is false, or of another list/],
      [{ ...good, words: ['red'] }, 'invalid', /No winner The proof is false, or of another list, of other words/],
      [{ ...good, words: [] }, 'invalid', /No winner The proof is false, or of another list, of other words/],
      [{ ...good, proof: { ...good.proof, output: flipped(good.proof?.output) } }, 'invalid', /The proof is false/],
      [{ ...good, proof: { a: 1 } }, 'invalid', /The proof is damaged\. Its field \w+: /],
      [tokamak, 'invalid', /No winner The proof is of the profile tokamak, which leaves a choice/],
      [modulo, 'invalid', /No winner The proof is modulo another number than RSA-2048/],
      // The verifier takes lists of proofs, and a list has no output.
      [{ ...good, proof: [good.proof] }, 'unreadable', /^No draw: its proof is none/],
      [{ ...good, names: ['A'] }, 'unreadable', /^No draw: it holds fewer than two names/],
      [{ ...good, names: 5 }, 'unreadable', /^No draw: it holds no draw/],
      [{ ...good, iterations: -1 }, 'unreadable', /^No draw: it holds no draw/],
      [{ ...good, names: ['A', 'B\ud800'] }, 'unreadable', /^No draw: take U\+D800 out of line 2, for it is not/],
    ];
    for (const [wrong, state, says] of cases) {
      await page.fill('#paste', `${visits.server.url}${fragmentOf(wrong)}`);
      await until(
        page,
        `${item(state, '#draw-opened')}?.innerText.match(${says}.source) && !document.querySelector('#paste').value`,
      );
      assert.equal(await page.evaluate(`document.querySelector('#draw-opened .winner')`), null);
    }
    await page.fill('#paste', `(${visits.server.url}${fragmentOf(good).slice(0, -30)})`);
    await until(page, `${item('unreadable', '#draw-opened')}?.innerText.includes('the link is damaged')`);

    // The file says the same as the link, and the order in which the names stand there does not count.
    await visits.openFile(page, 'draw.json', { ...good, names: ['C', 'A', 'B'] });
    await until(page, won('#draw-opened'));
    assert.deepEqual(await shown(page, '#draw-opened'), orderOf(good));
    await page.click('#draw-opened .save');
    const [[name, json]] = await until<[[string, string]]>(page, 'saved.length && saved');
    assert.equal(name, 'draw-3-names.json');
    // The proof is whole there, as other programs read it.
    const input = `0x${(await init()).hashToGroup(seedOf(good), groups['RSA-2048']).toString(16).padStart(512, '0')}`;
    assert.deepEqual(JSON.parse(json), { ...good, proof: { ...good.proof, input } });

    // Of an earlier version, with the input, and broken as messengers break links.
    const broken = `${visits.server.url}${fragmentOf(good)}`.replace(/.{70}/g, '$&\n');
    await page.fill('#paste', `<${broken}>`);
    await until(page, won('#draw-opened'));

    // The same list and word are one draw, which is not made again.
    await page.click('#draw-own');
    await draw(page, ['C', 'B', 'A'], good.iterations);
    await until(page, `document.querySelector('#draw-status').innerText.startsWith('This was made before')`);
    await page.click('#drawn .discard');
    await until(page, `document.querySelector('#drawn > li') === null`);
  });

  test('500 names with words fit into a link with their proof, and more are a file', async () => {
    const long = (n: number) =>
      Array.from(
        { length: n },
        () => `${randomBytes(6).toString('base64url')}: ${randomBytes(9).toString('base64url')}`,
      );
    const value = () => `0x${randomBytes(256).toString('hex')}`;
    const proof = {
      scheme: 'wesolowski',
      profile: 'powmod-v1',
      modulus: 'RSA-2048',
      input: value(),
      output: value(),
      iterations: 1e9,
      proof: value(),
    };
    const names = canonicalNames(long(500).join('\n'));
    const fragment = await linkOf({ names, words: [], seconds: 0, iterations: 1e9, proof });
    assert.ok(fragment && fragment.length < 32_768);
    assert.deepEqual((await readLink(fragment)).names, names);
    assert.equal(await linkOf({ names: long(3000), words: [], seconds: 0, iterations: 1e9, proof }), undefined);
  });
}

function testRule() {
  test('the form offers the numbers of squarings that the page knows, and no other', () => {
    const page = readFileSync(new URL('../../www/dist/index.html', import.meta.url), 'utf8');
    const offered = Array.from(page.matchAll(/name="draw-choice" value="(\d+) (\d+)"/g), ([, t, s]) => ({
      iterations: Number(t),
      seconds: Number(s),
    }));
    assert.deepEqual(offered, CHOICES);
  });

  test('posted lines give each name its first word; random words are never the same', () => {
    const posted = '12:01 - Ada: Ada: one\r\nAda: two\nada lovelace: \u200eADA LOVELACE: three\n\nEmmy:\nBob: four';
    assert.deepEqual(wordsIn(posted, ['Ada', 'Ada Lovelace', 'Emmy']), {
      words: ['Ada Lovelace: three', 'Ada: one'],
      unused: ['Ada: two', 'Emmy:', 'Bob: four'],
    });
    // The lower case of İ is longer than İ, of no other character.
    const inTurkish = wordsIn('[14:02] İpek İnan: İPEK İnan: tapolugi\nİsmet, İnci: Ada: kovira', ['İpek İnan', 'Ada']);
    assert.deepEqual(inTurkish, { words: ['Ada: kovira', 'İpek İnan: tapolugi'], unused: [] });
    const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    assert.deepEqual(
      characters.filter((character) => character.toLowerCase().length !== character.length),
      ['İ'],
    );
    assert.equal(new Set(Array.from({ length: 100 }, randomWord)).size, 100);
  });

  test('finds lots that look alike, and what lists bring along', async () => {
    assert.deepEqual(await lookalikesIn(['Ada', '\u0410da', 'Emmy', 'Ernmy', 'Grace']), [
      ['Ada', '\u0410da'],
      ['Emmy', 'Ernmy'],
    ]);
    assert.deepEqual(await lookalikesIn(['Ada', 'ada', 'Ann e', 'Anne', 'Bo', 'Hopper, Grace', 'grace hopper']), [
      ['Ada', 'ada'],
      ['Ann e', 'Anne'],
      ['Hopper, Grace', 'grace hopper'],
    ]);
    const others: [names: string[], told: RegExp][] = [
      [['O0', 'OO'], /: “O0”, “OO”: “0” \(digit, U\+0030\) and “O” \(Latin, U\+004F\)\.$/],
      [
        ['Anna', 'Ann\u03b1', '\u0391nna'],
        /“A” \(Latin, U\+0041\) and “\u0391” \(Greek, .*, “a” \(Latin, U\+0061\) and “\u03b1” \(G/,
      ],
      [['Anna', '\u0430nna'], /: “A” \(Latin, U\+0041\) and “\u0430” \(Cyrillic, U\+0430\)\.$/],
      [['Emmy', 'Ernmy'], /: “Emmy”, “Ernmy”\.$/],
      [['Ada', 'ada'], /: “Ada”, “ada”\.$/],
    ];
    for (const [names, told] of others) assert.match(String(await lookalikeNote(names)), told);
    assert.deepEqual(
      await disguisedIn([
        'Ada: kovira',
        '\u0410\u043d\u043d\u0430: \u0441\u043e\u0441\u043d\u0430',
        'k\u0131z',
        'Ada: k\u043evira',
      ]),
      [
        '“Ada: k\u043evira” is not what it looks like: it has “\u043e” (Cyrillic, U+043E). Compare it with the word ' +
          'that was given.',
      ],
    );
    assert.deepEqual(notesOn('Ada\nEmmy\nGrace'), []);
    assert.deepEqual(
      notesOn('First name\tLast name\n- Ada\n- Emmy').map(({ fix }) => fix?.text),
      ['- Ada\n- Emmy', 'First name\tLast name\nAda\nEmmy'],
    );
    for (const heading of ['Name', 'E-mail', 'First name Last name'])
      assert.deepEqual(
        notesOn(`Ada\n${heading}\nEmmy`).map(({ text }) => text),
        [`“${heading}” looks like the heading of a column.`],
      );
  });

  test('the text of a list is the same however it was written', () => {
    const names = canonicalNames('b\r\n a \n\u00e9\ne\u0301\n\n\uff5e\n\u{1f600}\nB');
    // By code points: U+FF5E comes before U+1F600, whose first unit is lower.
    assert.deepEqual(names, ['B', 'a', 'b', '\u00e9', '\u00e9', '\uff5e', '\u{1f600}']);
    assert.deepEqual(
      names,
      [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    const lots = { names: ['a', 'b'], iterations: 9, seconds: 60 };
    const list = 'powmod draw\n9 squarings\n2 names\na\nb\n';
    assert.equal(textOf({ ...lots, words: [] }), list);
    assert.equal(textOf({ ...lots, words: ['a: x'] }), `${list}1 words within 60 seconds\na: x\n`);
    assert.throws(() => readDraw('null'), /it holds no draw/);
  });

  test('places favour nobody: a number that would favour the first names is skipped', async () => {
    const words = [0xffff_ffff, 0xffff_fffe, 5, 0xffff_ffff, 2];
    const asked: number[] = [];
    const order = await drawn(['a', 'b', 'c'], 3, async (i) => {
      asked.push(i);
      return words[i] ?? 0;
    });
    // 2^32 is 1 modulo 3: its last number is skipped. It is 0 modulo 2: none is.
    assert.deepEqual(order, ['c', 'b', 'a']);
    assert.deepEqual(asked, [0, 1, 2, 3]);
  });

  test('the page shows the code of the guide', () => {
    const [page, guide] = ['../../www/dist/index.html', '../../www/docs/guides/18-draw-lots.md'].map((path) =>
      readFileSync(new URL(path, import.meta.url), 'utf8'),
    );
    const [, shown = ''] = /<code id="draw-code">(.*?)<\/code>/s.exec(page ?? '') ?? [];
    const code = blocksOf(guide).find(({ name }: { name?: string }) => name === 'lots.mjs')?.code;
    assert.equal(`${shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')}\n`, code);
  });
}
