// Making proofs on the page: evaluating, proving, cancelling, resuming, saving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { formatDuration } from '../../workshop/duration.js';
import { counted, formatCount, formatTime } from '../../www/src/format.ts';
import { flush, isStored, list, load, store } from '../../www/src/prove/run-store.ts';
import { Slices } from '../../www/src/prove/speed.ts';
import { describeTask, timeLeft } from '../../www/src/prove/task-text.ts';
import {
  catchDownloads,
  made,
  onScreen,
  openTab,
  results,
  settled,
  spoken,
  tapOnPhone,
  unfold,
  type Visits,
  visible,
} from './visits.ts';

/** More squarings than any machine does during a test. */
export const ENDLESS = '2^40';

const state = (name: string) => `document.querySelector('#make').dataset.state === '${name}'`;
const stopped = `${state('idle')} && document.querySelector('#made > [data-state=stopped]') !== null`;
const done = `document.querySelector('#delay-bar').value`;

/** Whether the database has such a value. The page waits little for it, so the value may come later. */
const inDatabase = (isWanted: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const asking = opening.result.transaction('keyval').objectStore('keyval').getAll();
    asking.onsuccess = () => resolve(asking.result.some(${isWanted}));
  };
})`;
const CHECKPOINT = inDatabase('(value) => value instanceof Uint8Array');
/** The states of the runs that are listed. */
const listed = (page: Page) =>
  page.evaluate<string[]>(`Array.from(document.querySelectorAll('#made > li'), (li) => li.dataset.state)`);

export async function make(page: Page, iterations: string) {
  await unfold(page);
  await page.fill('#iterations', iterations);
  await page.click('#begin');
}

/** Pauses the run after its first progress, when the list has only the `others` left: nothing moves any more. */
export async function pause(page: Page, { others = 0, from = 0 } = {}) {
  const isUnderWay = `document.querySelector('#delay-status').textContent.startsWith('Under way')`;
  await until(
    page,
    `${isUnderWay} && ${done} > ${from} && document.querySelectorAll('#made > li').length === ${others}`,
  );
  await page.click('#cancel');
  await until(page, `${stopped} && document.querySelectorAll('#made .resume').length === ${others + 1}`);
}

export function testMake(visits: Visits) {
  testMaking(visits);
  testStopping(visits);
  testMistakes(visits);
  if (visits.saysAll) testEstimates(visits);
}

function testMaking(visits: Visits) {
  visits.on('makes a proof of each scheme, announces it, verifies it, and gives it as a file', async (page) => {
    const status = `document.querySelector('#delay-status')`;
    assert.equal(await page.evaluate(`${status}.role`), 'status');
    await catchDownloads(page);
    await unfold(page);
    for (const scheme of ['wesolowski', 'pietrzak']) {
      await page.click(`[name=scheme][value=${scheme}]`);
      await page.fill('#seed', '0x00ff');
      await make(page, '1,000');
      await until(
        page,
        `/^Under way: 1,000 squarings/.test(${status}.textContent) || document.querySelector('#made > li') !== null`,
      );
      const shown = await made(page);
      const name = shown.name;
      assert.match(name, new RegExp(`^${scheme}-1000-[0-9a-f]{8}\\.json$`));
      assert.equal(shown.state, 'valid');
      assert.match(shown.text, /1,000 squarings modulo RSA-2048/);
      assert.match(shown.text, /Squarings\s+1,000/);
      assert.match(shown.text, /To expect of it: seed 0x00ff, T = 1,000\./);
      assert.match(shown.text, /Output y\s+0x\S+\s+Copy/);
      assert.equal(await page.evaluate(state('idle')), true);
      const [done, verdict] = (await spoken(page)).slice(-2);
      assert.equal(done, 'The proof is made.');
      assert.ok(verdict?.startsWith(`${name}: Valid.`), verdict);

      await page.evaluate('void (saved.length = 0)');
      await page.click('#made .save');
      const [[saved, json]] = await until<[[string, string]]>(page, 'saved.length && saved');
      assert.equal(saved, name);
      const file = JSON.parse(json);
      assert.deepEqual([file.scheme, file.modulus, file.iterations], [scheme, 'RSA-2048', 1000]);
      await page.click('#made .discard');
      await until(page, `document.querySelector('#made > li') === null`);
    }
  });

  visits.on('leaves a run to another tab, takes its proof, and tells in the title that it is done', async (page) => {
    await openTab(page, visits.server.url);
    const inTab = (id: string) => `tab.contentDocument?.querySelector('${id}')`;
    await until(page, `${inTab('#estimate')}?.textContent`);
    await page.evaluate(`void Object.defineProperty(tab.contentDocument, 'hidden', { value: true })`);
    await page.evaluate(`Object.assign(${inTab('#iterations')}, { value: '2,000,000' }) && ${inTab('#begin')}.click()`);
    await until(page, `${inTab('#delay-bar')}.value > 0`);
    await make(page, '2,000,000');
    const status = `document.querySelector('#delay-status').textContent`;
    await until(page, `${status} === 'Stopped. The reason: another tab is at work on it.'`);
    await until(page, `document.querySelector('#made > [data-state=valid]') !== null`);
    assert.equal(await page.evaluate(status), '');
    await until(page, `tab.contentDocument.title === 'Done: powmod'`);
    await page.evaluate(`void tab.contentDocument.dispatchEvent(new Event('visibilitychange'))`);
    assert.equal(await page.evaluate('tab.contentDocument.title === document.title'), true);
  });
}

function testStopping(visits: Visits) {
  visits.on(
    'shows its progress, pauses, survives a reload, resumes, and stands beside a new proof until both are discarded',
    async (page) => {
      const place = `document.querySelector('#cancel').offsetTop`;
      await page.evaluate(`void addEventListener('submit', () => { globalThis.placeAtFirst = ${place}; })`);
      await make(page, ENDLESS);
      await until(page, `${done} > 0`);
      assert.ok(
        await page.evaluate(`${place} > 0 && ${place} === placeAtFirst`),
        'the button to pause stays in its place',
      );
      assert.match(await text(page, '#delay-done'), /^[\d,]+ of 1,099,511,627,776 \(2\^40\)$/);
      assert.match(await text(page, '#delay-speed'), /^[\d,]+ a second$/);
      assert.match(await text(page, '#delay-left'), /day|hour|year/);
      assert.match(await page.evaluate<string>('document.title'), /^\d+ (day|hour|year).* left: powmod$/);
      const before = await page.evaluate<number>(done);

      await pause(page);
      assert.match(await text(page, '#made > li'), /Stopped at 0 %: 1,099,511,627,776 \(2\^40\) squarings/);
      assert.equal(await page.evaluate('document.activeElement.className.split(" ")[0]'), 'resume');

      await until(page, CHECKPOINT);
      await page.reload();
      await until(page, `${settled('#example-results')} && ${stopped}`); // nothing moves under the pointer any more
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY'); // a fresh page starts at its top
      await page.click('#made .resume');
      await pause(page, { from: before });

      // The answer is where the button was tapped.
      await unfold(page);
      await page.fill('#iterations', '2^41');
      await tapOnPhone(page, '#begin');
      await until(page, `${visible('#cancel')} && ${onScreen('#cancel')} && ${onScreen('#delay-stage')}`);
      await page.resize(1024);
      await pause(page, { others: 1 });
      await page.click('#made > li:last-child .resume');
      await pause(page, { others: 1 });
      assert.equal(await page.evaluate(`document.activeElement.matches('#made > li:last-child .resume')`), true);

      await make(page, '1000');
      assert.equal((await made(page)).state, 'valid');
      await until(page, inDatabase('(value) => value?.proof'));
      await page.reload();
      await until(page, `${settled('#example-results')} && ${settled('#made')}`);
      assert.deepEqual(await listed(page), ['valid', 'stopped', 'stopped']);
      // What is discarded comes back for ten seconds.
      const count = (n: number) => until(page, `document.querySelectorAll('#made > li').length === ${n}`);
      for (const left of [2, 1]) {
        await page.click('#made > li:last-child .discard');
        await count(left);
      }
      for (const back of [2, 3]) {
        await page.click('#make .undo');
        await count(back);
      }
      assert.equal(await page.evaluate(`document.querySelector('.undo')`), null);
      await page.evaluate(`void (() => {
        globalThis.takenOut = [];
        new MutationObserver((changes) => takenOut.push(...changes.flatMap((change) => [...change.removedNodes])))
          .observe(document.querySelector('#made'), { childList: true });
      })()`);
      for (const left of [2, 1, 0]) {
        await page.click('#made .discard');
        await count(left);
        const away = 'takenOut.length + (takenOut.some((item) => item.isConnected) ? " and more" : "")';
        assert.equal(await page.evaluate(away), `${3 - left}`, 'what stays is not taken out, or a tap on it is lost');
      }
      await page.reload();
      await until(page, settled('#example-results'));
      assert.deepEqual(await listed(page), []);

      await page.evaluate(`void (IDBDatabase.prototype.transaction = () => { throw new Error('the disk is full'); })`);
      await make(page, ENDLESS);
      await until(page, visible('#make .is-unstored'));
      assert.equal(await page.evaluate(visible('#make .is-stored')), false);
    },
  );
}

function testMistakes(visits: Visits) {
  visits.onSame({
    'refuses what a field cannot hold, says why, and moves the focus there': async (page) => {
      await unfold(page);
      const problem = async (field: string) => {
        await page.click('#begin');
        await until(page, `document.activeElement.id === '${field}'`);
        return page.evaluate<string>('document.activeElement.validationMessage');
      };
      for (const wrong of ['', '0', '-1', 'many', '1.5', '1e6', '2^53', '2^9999', '9007199254740992']) {
        await page.fill('#iterations', wrong);
        assert.match(await problem('iterations'), /^Must be a whole number/);
      }
      await page.fill('#iterations', '10');
      for (const wrong of ['0x123', '0xzz']) {
        await page.fill('#seed', wrong);
        assert.match(await problem('seed'), /two hex digits/);
      }
      assert.equal(await page.evaluate(`document.querySelectorAll('#made > li').length`), 0);
      await page.fill('#seed', 'powmod');
      await page.fill('#iterations', '2^20');
    },
  });
}

function testEstimates(visits: Visits) {
  test('a time is rounded before its unit is chosen', () => {
    const times = [0, 0.01234, 0.99949, 0.9996, 999.4, 999.6, 2745.6, 59_960, 2_050_000].map(formatTime);
    assert.equal(
      times.join(', '),
      'no measurable time, 12.3 µs, 999 µs, 1 ms, 999 ms, 1 s, 2.75 s, 1 minute, 34 minutes 10 seconds',
    );
    const durations = [0.9, 59.4, 59.7, 61, 3599.6, 86399].map(formatDuration);
    const left = [0, 2].map((perSecond) => timeLeft({ done: 4, total: 10, perSecond }));
    assert.deepEqual(left, ['…', '3 seconds']);
    assert.equal(durations.join(', '), 'less than a second, 59 seconds, 1 minute, 1 minute 1 second, 1 hour, 1 day');
  });

  test('one of a noun has no plural, also beside a power of two', () => {
    assert.deepEqual(
      [0, 1, 1024].map((n) => counted(n, 'squaring')),
      ['0 squarings', '1 squaring', '1,024 squarings'],
    );
    assert.equal(formatCount(1024, 'squaring'), '1,024 (2^10) squarings');
    const task = { modulus: 'RSA-2048', seed: new Uint8Array(), iterations: 1, scheme: 'pietrzak' } as const;
    assert.equal(describeTask(task), '1 squaring modulo RSA-2048, with a Pietrzak proof');
  });

  test('the speed of a device is that of the fastest slice: other work slows some down', () => {
    const slices = new Slices();
    for (const [done, at] of [
      [64, 5000],
      [164, 5100],
      [464, 5200],
      [465, 5200],
      [564, 5300],
      [565, 9000],
    ] as const)
      slices.end(done, at);
    assert.deepEqual([slices.fastest, slices.count], [3000, 4]);
  });

  visits.on('tells how long a proof took to make and to check, and learns its speed', async (page) => {
    const estimate = `document.querySelector('#estimate').textContent`;
    await until(page, `${estimate} === 'About 5 seconds on this device.'`);
    // As if the device were slow at its work: its clock goes a thousand times as fast.
    await page.evaluate(`(() => {
      const now = performance.now.bind(performance);
      performance.now = () => 1000 * now();
    })()`);
    await make(page, '100,000');
    const shown = await made(page);
    assert.match(shown.text, /Made in \d+ (hour|minute)s?( \d+ (minute|second)s?)?; checked in /);
    assert.match(shown.text, /; checked in [\d.]+ (ms|µs), [\d,.]+ times as fast\./);
    assert.match(shown.text, /To expect of it: seed 0x706f776d6f64, T = 100,000\./);
    await page.fill('#iterations', '2^40');
    await until(page, `/^About [\\d,]+ years/.test(${estimate})`);

    const link = await page.evaluate<string>(`document.querySelector('#made a[target]').href`);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash)}`);
    await page.reload(); // as somebody else opens it
    await until(page, settled('#opened-results'));
    const [opened] = await results(page, '#opened-results');
    assert.deepEqual([opened?.name, opened?.state], ['Proof in the link', 'valid']);
    assert.match(opened?.text ?? '', /100,000 squarings modulo RSA-2048/);
    const delay = `document.querySelector('#opened-delay').textContent`;
    assert.match(
      await until<string>(page, delay),
      /^To make it, this device would work for (less than a second|about [\w ]+)\.$/,
    );
  });

  visits.onSame({
    'tells how long squarings take here, and sets as many as take a chosen time': async (page) => {
      await unfold(page);
      const estimate = `document.querySelector('#estimate').textContent`;
      const says = (text: string) => until(page, `${estimate} === '${text}'`);
      const countFor = async (place: number, time: string) => {
        await page.click(`#delays button:nth-child(${place})`);
        await says(`About ${time} on this device.`);
        return Number((await page.evaluate<string>(`document.querySelector('#iterations').value`)).replaceAll(',', ''));
      };
      const five = await countFor(1, '5 seconds');
      const minute = await countFor(2, '1 minute');
      const hour = await countFor(3, '1 hour');
      assert.ok(Math.abs(minute / five - 12) < 0.2 && Math.abs(hour / minute - 60) < 1, `${[five, minute, hour]}`);

      await page.fill('#iterations', '2');
      await says('Less than a second on this device.');
      await page.fill('#iterations', 'many');
      await says('');
      assert.equal(await page.evaluate(state('idle')), true);
      await page.fill('#iterations', '2^20');
    },
  });

  test('keeps runs where there is no database, as in Node, and says that it stores none', async () => {
    const task = { modulus: 'RSA-2048', seed: new Uint8Array(1), iterations: 9, scheme: 'pietrzak' } as const;
    store({ id: 'run', task, at: 1, done: 5 });
    await flush();
    assert.deepEqual([isStored, (await load('run'))?.done, (await list()).length], [false, 5, 1]);
  });

  visits.on('refuses to resume from a damaged checkpoint', async (page) => {
    await make(page, ENDLESS);
    await pause(page);
    await until(page, CHECKPOINT);
    await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('keyval-store');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
        const saved = IDBKeyRange.bound('checkpoint', 'checkpoint ~');
        store.openCursor(saved).onsuccess = ({ target: { result: cursor } }) => {
          cursor.value[cursor.value.length >> 1] ^= 1;
          cursor.update(cursor.value).onsuccess = () => resolve(true);
        };
      };
    })`);
    await page.reload();
    await until(page, `${settled('#example-results')} && ${stopped}`); // nothing moves under the pointer any more
    await page.click('#made .resume');
    await until(page, `${state('idle')} && document.querySelector('#delay-status').textContent`);
    assert.match(await text(page, '#delay-status'), /^Not done: the stored evaluation is damaged/);
  });
}
