// The race: the times to check the opening proof and to make it, as bars.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text, until } from '../../workshop/browsers/driver.ts';
import { WITHOUT_WASM } from './policies.ts';
import { POOL_PATIENCE, serveBuiltPage, type Visits, WIDTHS } from './visits.ts';

const RACERS = ['powmod', 'bigint', 'prover'];
/** The text of each part before the race, by the id of its element. */
const BEFORE = {
  'race-verdict': '',
  'race-axis': '',
  estimate: '',
  ...Object.fromEntries(RACERS.map((racer) => [`race-${racer}`, '…'])),
};
/** Brings the race into view, which starts it. */
export const SEE = `document.querySelector('#race').scrollIntoView()`;

const UNITS: Record<string, number> = { ms: 1, s: 1000 };

export function testRace(visits: Visits) {
  const ended = `document.querySelector('#race-again').ariaDisabled !== 'true' && document.querySelector('#race-verdict').textContent`;

  visits.on('races powmod, BigInt and the prover for the same proof, on one scale, and again', async (page) => {
    await page.evaluate(SEE);
    for (const again of [false, true]) {
      if (again) {
        await page.click('#race-again');
        await until(page, `document.querySelector('#race-verdict').textContent === ''`);
      }
      const verdict = await until<string>(page, ended, POOL_PATIENCE);
      assert.match(
        verdict,
        /^powmod checks the proof [\d,.]+ times as fast as this device makes it, and [\d.]+ times as (fast|long) as BigInt checks it\.$/,
      );
      const bars = await page.evaluate<
        { time: string; part: number }[]
      >(`(() => ${JSON.stringify(RACERS)}.map((racer) => {
        const bar = document.querySelector('#race-' + racer + '-bar');
        const time = document.querySelector('#race-' + racer).textContent;
        return { time, part: bar.offsetWidth / bar.parentElement.clientWidth };
      }))()`);
      const decades = await page.evaluate<number>(`document.querySelectorAll('#race-axis span').length - 1`);
      assert.ok(decades >= 5);
      for (const { time, part } of bars) {
        const [, number, unit] = /^([\d,.]+) (ms|s)$/.exec(time) ?? assert.fail(time);
        const ms = Number(number?.replaceAll(',', '')) * (UNITS[unit as string] as number);
        const expected = Math.max(0, Math.log10(ms / 0.1)) / decades;
        assert.ok(Math.abs(part - expected) < 0.02, `${time}: ${part} of the scale, not ${expected}`);
      }
      const [powmod, , prover] = bars.map(({ part }) => part) as [number, number, number];
      assert.ok(prover > powmod);
    }
  });

  visits.on('shows the bar of the prover growing', async (page) => {
    const prover = `document.querySelector('#race-prover').textContent`;
    await until(page, `document.querySelector('#race-bigint').textContent !== '…'`);
    assert.equal(await page.evaluate(`document.querySelector('#race-again').ariaDisabled`), 'true');
    assert.equal(await page.evaluate(prover), '…', 'the race waits for the visitor');
    await page.evaluate(SEE);
    const shown = await until<string>(page, `${prover} !== '…' && ${prover}`, POOL_PATIENCE);
    assert.equal(await page.evaluate(`document.querySelector('#race-verdict').textContent`), '');
    await until(page, `${prover} !== ${JSON.stringify(shown)}`);
  });

  visits.on('keeps room for its verdict and for the estimate', async (page) => {
    await page.evaluate(SEE);
    await until(page, ended, POOL_PATIENCE);
    await until(page, `document.querySelector('#estimate').textContent`);
    for (const width of WIDTHS) {
      await page.resize(width);
      const [after, before] = await page.evaluate<number[][]>(`(() => {
        const tops = () => ['#about', '#delays'].map((id) => document.querySelector(id).offsetTop);
        const parts = Object.entries(${JSON.stringify(BEFORE)}).map(([id, text]) => [document.getElementById(id), text]);
        const shown = parts.map(([part]) => Array.from(part.childNodes));
        const after = tops();
        for (const [part, text] of parts) part.textContent = text;
        const before = tops();
        parts.forEach(([part], i) => part.replaceChildren(...shown[i]));
        return [after, before];
      })()`);
      assert.deepEqual(before, after, `${width} pixels wide`);
    }
  });

  test(`says that the prover cannot run under ${WITHOUT_WASM}`, async (t) => {
    const server = await serveBuiltPage({ policy: WITHOUT_WASM });
    t.after(() => server.close());
    const page = await visits.browser.open(server.url);
    t.after(() => page.close());
    await page.evaluate(SEE);
    assert.match(await until<string>(page, ended, POOL_PATIENCE), /^The prover cannot run here: .+/);
    assert.equal(await text(page, '#race-prover'), '…');
    assert.match(await text(page, '#race-powmod'), /^[\d.]+ ms$/);
  });
}
