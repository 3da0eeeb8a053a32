// The report, the tables and figures in other documents, and the charts agree with bench/results/results.json.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benches } from '../../bench/benches.mjs';
import { CHARTS, benches as inReport, RESULTS, renderAll } from '../../bench/report.mjs';

const read = (path) => readFileSync(path, 'utf8');
const results = JSON.parse(read(RESULTS));
const files = renderAll(results);

for (const [file, text] of files)
  test(`${file.split('/').at(-1)} agrees with the results`, () => {
    assert.ok(read(file) === text, `${file} differs: run node bench/report.mjs`);
    assert.doesNotMatch(text, /undefined|NaN|\[object/);
  });

test('there is no other chart', () => {
  const charts = [...files.keys()].filter((file) => file.endsWith('.svg'));
  assert.deepEqual(charts.map((file) => file.slice(CHARTS.length)).sort(), readdirSync(CHARTS).sort());
});

test('a chart has its colours from the reader, no ground, and no text beyond its edges', () => {
  for (const [file, svg] of files) {
    if (!file.endsWith('.svg')) continue;
    assert.match(svg, /prefers-color-scheme/);
    assert.doesNotMatch(svg, /<rect width="\d+" height="\d+" x="0" y="0"[^>]*fill="(?!none)/, file);
    const [, width] = /^<svg [^>]*width="(\d+)"/.exec(svg);
    for (const [, anchor, x, text] of svg.matchAll(
      /<text [^>]*text-anchor="(\w+)"[^>]*translate\(([\d.]+) [^>]*>([^<]*)</g,
    )) {
      const most = 7.5 * text.length * { start: 1, middle: 0.5, end: 1 }[anchor];
      assert.ok(anchor === 'end' ? x >= most : Number(x) + most <= width, `${file}: ${text} is cut`);
    }
  }
});

test('the report has tables of each bench', () => {
  assert.deepEqual([...inReport].filter((name) => name !== 'about').sort(), benches.map(({ name }) => name).sort());
});

test('the same results give the same charts, whatever charts were drawn before', () => {
  for (const [file, text] of renderAll(results)) assert.ok(files.get(file) === text, file);
});
