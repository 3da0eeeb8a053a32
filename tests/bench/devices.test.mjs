// The lines of bench/DEVICES.md have the cells that the page writes, whatever the name of the device.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deviceLine } from '../../workshop/device-line.js';
import { wasmKernels } from '../../workshop/kernels.js';

const DEVICE = {
  device: 'Pixel 9',
  engine: 'Chromium 156.0',
  times: { [wasmKernels[0]]: 21.456, [wasmKernels[1]]: 15, [wasmKernels[2]]: 6.7891, BigInt: 1234.5 },
  auto: 'relaxed',
  version: '0.2.0',
  date: '2026-11-22',
};
const TIMES = ['21.5', '15.0', '6.79', ...wasmKernels.slice(3).fill('—'), '1235'].join(' | ');
const LINE = `| Pixel 9 | Chromium 156.0 | ${TIMES} | relaxed | 0.2.0 | 2026-11-22 |`;
const cellsOf = (line) => line.split('|').length;

test('a line has a cell for each column of the table', () => {
  assert.equal(deviceLine(DEVICE), LINE);
  const table = readFileSync(new URL('../../bench/DEVICES.md', import.meta.url), 'utf8').match(/^\|.*$/gm);
  assert.ok(table.length > 2);
  const columns = ['Device', 'Engine', ...wasmKernels, 'BigInt', 'auto', 'powmod', 'Date'];
  assert.equal(table[0], `| ${columns.join(' | ')} |`);
  for (const line of table) assert.equal(cellsOf(line), cellsOf(LINE), line);
});

for (const device of [
  'a|b',
  '<b>',
  '\\|',
  '`x`',
  '[a](b)',
  '&#124;',
  'a\nb\r\u2028c',
  ' é ',
  '𝕏'.repeat(90),
  '| --- |',
])
  test(`any name is one cell: ${JSON.stringify(device).slice(0, 20)}`, () => {
    const line = deviceLine({ ...DEVICE, device });
    assert.equal(cellsOf(line), cellsOf(LINE));
    const shown = line.split('|')[1].replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    assert.equal(shown.trim(), [...device.replace(/[\s\u2028]+/g, ' ').trim()].slice(0, 80).join(''));
  });
