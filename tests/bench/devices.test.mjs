// The lines of bench/DEVICES.md have the form that the page writes, and each mistake is found.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, DEVICES } from '../../bench/devices.mjs';
import { deviceLine, HEAD, problemsOf } from '../../workshop/device-line.js';

const DEVICE = {
  device: 'Pixel 9',
  engine: 'Chromium 156.0',
  times: { scalar: 21.456, simd128: 15, relaxed: 6.7891, BigInt: 1234.5 },
  auto: 'relaxed',
  version: '0.1.0',
  date: '2026-11-22',
};
const LINE = '| Pixel 9 | Chromium 156.0 | 21.5 | 15.0 | 6.79 | — | 1235 | relaxed | 0.1.0 | 2026-11-22 |';

test('bench/DEVICES.md has devices, and no wrong line', () => {
  const text = readFileSync(DEVICES, 'utf8');
  assert.deepEqual(check(text), []);
  assert.ok(text.trimEnd().split('\n').indexOf(HEAD[1]) < text.trimEnd().split('\n').length - 1);
});

test('a line is written and accepted', () => {
  assert.equal(deviceLine(DEVICE), LINE);
  assert.deepEqual(problemsOf(LINE), []);
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
    assert.deepEqual(problemsOf(line), []);
    const [, cell] = line.split('|');
    assert.equal(line.split('|').length, LINE.split('|').length);
    const shown = cell.trim().replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    assert.equal(shown, [...device.replace(/[\s\u2028]+/g, ' ').trim()].slice(0, 80).join(''));
  });

for (const [part, other, column] of [
  ['Pixel 9', '', 'Device'],
  ['Pixel 9', '<b>', 'Device'],
  ['Pixel 9', 'a'.repeat(81), 'Device'],
  ['Chromium 156.0', 'Chromium', 'Engine'],
  ['Chromium 156.0', '*Chromium* 156', 'Engine'],
  ['21.5', '—', undefined],
  ['21.5', '-', 'scalar'],
  ['21.5', '0.00', 'scalar'],
  ['15.0', '15', 'simd128'],
  ['6.79', '—', 'auto'],
  ['15.0', '15.01', 'simd128'],
  [' — ', ' none ', 'wide'],
  ['1235', '—', 'BigInt'],
  ['relaxed', 'wide', 'auto'],
  ['relaxed', 'BigInt', 'auto'],
  ['relaxed', 'fast', 'auto'],
  ['0.1.0', 'v0.1', 'powmod'],
  ['2026-11-22', '2026-02-30', 'Date'],
  ['2026-11-22', '22.11.2026', 'Date'],
  [' | 0.1.0', '', 'line'],
  ['| Pixel', 'Pixel', 'line'],
])
  test(`${JSON.stringify(part)} as ${JSON.stringify(other).slice(0, 20)}: ${column ?? 'right'}`, () => {
    assert.ok(LINE.includes(part));
    const found = check([...HEAD, LINE, LINE.replace(part, other)].join('\n'));
    assert.deepEqual(
      found.map((problem) => problem.split(': ').slice(0, 2).join(': ')),
      column ? [`line 4: ${column}`] : [],
    );
  });

test('a wrong head, a gap and a line above the table are found', () => {
  assert.match(check(LINE)[0], /must begin with/);
  assert.match(check([...HEAD, '', LINE].join('\n'))[0], /^line 3: line/);
  assert.match(check([LINE, ...HEAD].join('\n'))[0], /^line 1: is above/);
});
