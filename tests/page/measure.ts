// "Measure this device": the display and the export, whatever the times are.
import assert from 'node:assert/strict';
import { text, until } from '../../workshop/browsers/driver.ts';
import { wasmKernels } from '../../workshop/kernels.js';
import { METHODS } from '../../workshop/methods.js';
import { catchClipboard, catchDownloads, unfold, type Visits, visible } from './visits.ts';

const SIZES = [128, 512, 2048];

interface Report {
  version: string;
  engine: string;
  kernels: { kernel: string; problem: string | null }[];
  choice: { kernel: string; reason: string };
  speed: { bits: number; timings: Record<string, { min: number; median: number }> };
  map: {
    sizes: number[];
    cells: { bits: number; exponentBits: number; bases: 1 | 2; timings: Record<string, { min: number }> }[];
  };
}

const idle = `document.querySelector('#measure').dataset.state === 'idle'`;

export function testMeasure(visits: Visits) {
  visits.on(
    'measures: shows kernels with their self-tests, bars and maps, and saves everything as JSON',
    async (page) => {
      await catchClipboard(page);
      await catchDownloads(page);
      await page.click('#measure-begin');
      await until(page, `document.querySelector('#measure-bar').value > 0`);
      await until(page, idle);
      assert.equal(await text(page, '#measure-status'), 'Measured.');

      await unfold(page);
      await page.click('#export');
      const [[name, json]] = await until<[[string, string]]>(page, 'saved.length && saved');
      assert.equal(name, 'powmod-device.json');
      const { version, engine, kernels, choice, speed, map }: Report = JSON.parse(json);
      assert.match(version, /^\d+\.\d+\.\d+$/);
      assert.equal(engine, await page.evaluate('navigator.userAgent'));
      assert.deepEqual(
        kernels.map(({ kernel }) => kernel),
        wasmKernels,
      );
      const working = kernels.filter(({ problem }) => problem === null).map(({ kernel }) => kernel);
      assert.ok(working.includes('scalar'));
      assert.deepEqual(Object.keys(speed.timings), [...working, 'BigInt']);

      const rows = await page.evaluate<{ kernel: string; outcome: string; speed: string; width: number }[]>(
        `Array.from(document.querySelectorAll('.bars tbody tr'), (row) => ({
        kernel: row.dataset.kernel,
        outcome: row.cells[1].innerText,
        speed: row.cells[2]?.innerText,
        width: row.querySelector('.bar')?.offsetWidth ?? 0,
      }))`,
      );
      assert.deepEqual(
        rows.map(({ kernel }) => kernel),
        [...wasmKernels, 'BigInt'],
      );
      for (const { kernel, outcome, speed: shown, width } of rows) {
        const time = speed.timings[kernel]?.min;
        if (time === undefined) {
          assert.notEqual(outcome, 'Passed');
          continue;
        }
        assert.ok(time > 0);
        assert.equal(outcome, kernel === 'BigInt' ? 'Built in' : 'Passed');
        assert.match(shown, /^[\d.,]+ (ms|µs), \d+(\.\d)? ×$/);
        assert.ok(width > 0);
      }
      const byTime = [...rows].filter(({ width }) => width).sort((a, b) => a.width - b.width);
      const times = byTime.map(({ kernel }) => speed.timings[kernel]?.min as number);
      assert.deepEqual(
        times,
        [...times].sort((a, b) => a - b),
        'the faster, the shorter the bar',
      );

      for (const [typed, written] of [
        ['', / processors$/],
        [' A | B <i>*c*</i> ', /^A &#124; B &#60;i&#62;&#42;c&#42;&#60;\/i&#62;$/],
      ] as const) {
        await page.evaluate('delete globalThis.copied');
        await page.fill('#device-name', typed);
        await page.click('#copy-line');
        const line = await until<string>(page, 'globalThis.copied');
        const [device, , ...rest] = line.slice(2, -2).split(' | ');
        assert.match(device ?? '', written);
        const times = [...wasmKernels, 'BigInt'].map((kernel) => speed.timings[kernel]?.min);
        assert.deepEqual(rest, [
          ...times.map((time) => (time === undefined ? '—' : (time / 1000).toPrecision(3))),
          choice.kernel,
          version,
          new Date().toISOString().slice(0, 10),
        ]);
      }
      assert.match(await text(page, '#device-line'), /^Copied\./);

      assert.ok(working.includes(choice.kernel));
      assert.equal(await text(page, '#choice'), `powmod chooses ${choice.kernel} here (${choice.reason}).`);
      assert.deepEqual(map.sizes, SIZES);
      assert.equal(map.cells.length, 2 * SIZES.length ** 2);
      for (const [i, bases] of ([1, 2] as const).entries()) {
        const cells = await page.evaluate<string[]>(
          `Array.from(document.querySelectorAll('.map')[${i}].querySelectorAll('tbody td'), (cell) => cell.innerText)`,
        );
        const best = map.cells
          .filter((cell) => cell.bases === bases)
          .map(
            ({ timings: { auto: _, ...others } }) => Object.entries(others).sort((a, b) => a[1].min - b[1].min)[0]?.[0],
          );
        assert.deepEqual(cells, best);
        const methods = (METHODS[bases] ?? []).map(({ method }) => method);
        for (const cell of cells) assert.ok(methods.includes(cell.split(' ')[0] as string), cell);
      }
    },
    { path: 'measure.html' },
  );

  visits.on(
    'can cancel a measurement, shows its partial results, and measures again',
    async (page) => {
      await catchDownloads(page);
      // In one task, before the worker can reply.
      const atOnce = `['begin', 'cancel'].forEach((name) => document.querySelector('#measure-' + name).click())`;
      await page.evaluate(atOnce);
      assert.equal(await text(page, '#measure-status'), 'Cancelled.');
      await page.click('#measure-begin');
      await until(page, `document.querySelector('.bars') !== null`);
      await page.click('#measure-cancel');
      assert.equal(await page.evaluate(idle), true);
      assert.match(await text(page, '#measure-status'), /^Cancelled.*shown below/);
      assert.equal(await page.evaluate('document.activeElement.id'), 'measure-begin');
      assert.equal(await page.evaluate(visible('.bars')), true);
      await page.evaluate(atOnce);
      await page.click('#export');
      const [[, json]] = await until<[[string, string]]>(page, 'saved.length && saved');
      assert.equal((JSON.parse(json) as Report).kernels.length, wasmKernels.length);
      await page.click('#measure-begin');
      await until(page, `document.querySelector('#measure-bar').value > 0`);
      assert.equal(await page.evaluate(visible('#measure-cancel')), true);
    },
    { path: 'measure.html' },
  );
}
