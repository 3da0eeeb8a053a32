// The story of a draw: a list, squarings interrupted in every way, the same winners for whoever opens the link.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { init, type ProofFile } from 'powmod';
import { createPool } from 'powmod/pool';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { blocksOf } from '../../workshop/markdown.mjs';
import { linkOf, readDraw, readLink } from '../../www/src/draw/link.ts';
import { canonicalNames, drawn, textOf } from '../../www/src/draw/rule.ts';
import { smallModulus } from '../support/small-proofs.ts';
import { checkByAxe } from './access.ts';
import { flipped } from './proofs.ts';
import { catchClipboard, catchDownloads, openTab, settled, unfold, type Visits, visible } from './visits.ts';

const NAMES = ['Zoë: blue', 'Ada', '  Grace ', 'Ærøskøbing', '😀', 'Ada', '李四: 7'];

interface Draw {
  names: string[];
  iterations: number;
  proof?: ProofFile;
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

const seedOf = ({ names, iterations }: Draw) =>
  createHash('sha256')
    .update(['powmod draw', `${iterations} squarings`, `${names.length} names`, ...names].map((l) => `${l}\n`).join(''))
    .digest();

const shown = (page: Page, list: string) =>
  page.evaluate<string[]>(
    `Array.from(document.querySelectorAll('${list} > li .winner, ${list} > li .runners > li'), (e) => e.innerText)`,
  );

/** Draws among names for about so many seconds. */
async function draw(page: Page, names: string[], seconds: number) {
  await page.fill('#names', names.join('\n'));
  await page.evaluate(`void (document.querySelector('[name=draw-seconds]').value = '${seconds}')`);
  await page.click(`[name=draw-seconds][value="${seconds}"]`);
  await page.click('#draw-begin');
}

const item = (state: string, list = '#drawn') => `document.querySelector('${list} > [data-state=${state}]')`;
const won = (list = '#drawn') => `!!${item('valid', list)}?.querySelector('.save')`;

export function testDraw(visits: Visits) {
  testForm(visits);
  if (visits.saysAll) {
    testRule();
    testLimits(visits);
  }

  test('draws lots despite a second tab, a kill, a reload and no network, and its link shows the same', async (t) => {
    const { page, server } = await visits.openPage(t);
    await until(page, `document.querySelector('#offline').textContent`);
    await catchClipboard(page);
    // Time enough for all that happens before it ends, on a slow machine.
    await draw(page, NAMES, 12);
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
    assert.equal(await page.evaluate(visible('#draw-opened button')), false);
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
    assert.match(
      await text(page, '#drawn .work'),
      /^[\d.]+ m?s of work, checked in [\d.]+ ([mµ]?s|no measurable time)\.$/,
    );

    await catchClipboard(page);
    await page.click('#drawn .actions button');
    const link = await until<string>(page, 'globalThis.copied');
    const made = drawIn(link);
    assert.equal(made.iterations, list.iterations);
    const pm = await init();
    const expect = { modulus: 'RSA-2048', seed: seedOf(made), iterations: made.iterations } as const;
    assert.equal(pm.verify(made.proof as ProofFile, { expect }), true);
    const order = orderOf(made);
    assert.deepEqual(await shown(page, '#drawn'), order.slice(0, 5));

    // As somebody else opens it, on a phone.
    await page.resize(360);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash)}`);
    await page.reload();
    await until(page, won('#draw-opened'));
    assert.deepEqual(await shown(page, '#draw-opened'), order.slice(0, 5));
    await until(
      page,
      `/checked in|Checked in .* would work for/.test(document.querySelector('#draw-opened .work').innerText)`,
    );
    assert.equal(await page.evaluate(visible('#draw-form')), false);
    const bottom = await page.evaluate<number>(`document.querySelector('.winner').getBoundingClientRect().bottom`);
    assert.ok(bottom > 0 && bottom < 500, `${bottom} pixels`);
    await unfold(page);
    assert.ok((await text(page, '#draw-opened')).includes(`0x${seedOf(made).toString('hex')}`));
    if (visits.name === 'chromium') await checkByAxe(page);
    await page.click('#draw-own');
    assert.equal(await page.evaluate(visible('#draw-form')), true);
    assert.equal(await page.evaluate('location.hash'), '');

    // The next visit has the draw, and begins at the top of the page: here in a window that is too low for both.
    await openTab(page, server.url, 100);
    await until(page, `!!tab.contentDocument?.querySelector('#drawn > [data-state=valid] .save')`);
    assert.equal(await page.evaluate('tab.contentWindow.scrollY'), 0);
  });
}

function testForm(visits: Visits) {
  visits.onSame({
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
      const why =
        'No draw: take U+0007 out of line 2, for no name may hold a control character or an unpaired surrogate.';
      await page.fill('#names', 'Ada\nEm\u0007my\nGrace');
      await says(why);
      await page.click('#draw-begin');
      assert.equal(await page.evaluate(`document.querySelector('#names').validationMessage`), why);
      assert.equal(await page.evaluate(`document.querySelector('#draw').dataset.state`), 'idle');
      await page.fill('#names', names);
    },

    'begins with a draw: its button is on a phone without scrolling': async (page) => {
      await page.resize(360);
      await page.evaluate('scrollTo(0, 0)');
      const bottom = await page.evaluate<number>(
        `document.querySelector('#draw-begin').getBoundingClientRect().bottom`,
      );
      assert.ok(bottom < 760, `${bottom} pixels`);
      await page.resize(1024);
    },
  });
}

function testLimits(visits: Visits) {
  visits.on('shows no winner where list, T or proof are not those of the draw, and says why', async (page) => {
    await catchClipboard(page);
    await catchDownloads(page);
    await draw(page, ['B', 'A', 'C'], 0.2);
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
      [{ ...good, names: ['A', 'B', 'D'] }, 'invalid', /No winner The proof is of another list/],
      [{ ...good, iterations: good.iterations + 1 }, 'invalid', /No winner The proof is of another list/],
      [{ ...good, proof: { ...good.proof, output: flipped(good.proof?.output) } }, 'invalid', /The proof is false/],
      [{ ...good, proof: { a: 1 } }, 'invalid', /The proof is damaged/],
      [tokamak, 'invalid', /No winner The proof is of the profile tokamak, which leaves a choice/],
      [modulo, 'invalid', /No winner The proof is modulo another number than RSA-2048/],
      // The verifier takes lists of proofs, and a list has no output.
      [{ ...good, proof: [good.proof] }, 'unreadable', /^No draw: its proof is none/],
      [{ ...good, names: ['A'] }, 'unreadable', /^No draw: it holds fewer than two names/],
      [{ ...good, names: 5 }, 'unreadable', /^No draw: it holds no draw/],
      [{ ...good, iterations: -1 }, 'unreadable', /^No draw: it holds no draw/],
      [{ ...good, names: ['A', 'B\ud800'] }, 'unreadable', /^No draw: take U\+D800 out of line 2, for no name/],
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
    assert.deepEqual(JSON.parse(json), good);

    // A list without a proof can be drawn by whoever opens it: here the draw that is made already.
    await page.fill('#paste', `${visits.server.url}${fragmentOf({ names: good.names, iterations: good.iterations })}`);
    await until(page, `${item('stopped', '#draw-opened')}?.innerText.includes('may have drawn already')`);
    await page.click('#draw-opened button');
    await until(page, `${visible('#draw-form')} && ${won()}`);
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
    const fragment = await linkOf({ names, iterations: 1e9, proof });
    assert.ok(fragment && fragment.length < 32_768);
    assert.deepEqual((await readLink(fragment)).names, names);
    assert.equal(await linkOf({ names: long(3000), iterations: 1e9, proof }), undefined);
  });
}

function testRule() {
  test('the text of a list is the same however it was written', () => {
    const names = canonicalNames('b\r\n a \n\u00e9\ne\u0301\n\n\uff5e\n\u{1f600}\nB');
    // By code points: U+FF5E comes before U+1F600, whose first unit is lower.
    assert.deepEqual(names, ['B', 'a', 'b', '\u00e9', '\u00e9', '\uff5e', '\u{1f600}']);
    assert.deepEqual(
      names,
      [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    assert.equal(textOf({ names: ['a', 'b'], iterations: 9 }), 'powmod draw\n9 squarings\n2 names\na\nb\n');
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
