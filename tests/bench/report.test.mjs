// The report, the tables and figures in other documents, and the charts agree with bench/results/results.json.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benches } from '../../bench/benches.mjs';
import { QUERIES } from '../../bench/queries.mjs';
import { CHARTS, benches as inReport, RESULTS, renderAll, rendered, withoutResults } from '../../bench/report.mjs';

const read = (path) => readFileSync(path, 'utf8');
const results = JSON.parse(read(RESULTS));
const files = renderAll(results);

test('the results are of whole runs', () => {
  for (const [name, { quick }] of Object.entries(results.runs)) assert.equal(quick, false, name);
});

test('a document names its queries, each is named, and nothing else is drawn', () => {
  const texts = [...files].filter(([file]) => !file.endsWith('.svg')).map(([, text]) => text);
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/<!--=(\S+?)-->/g)].map(([, name]) => name)));
  assert.deepEqual([...named].sort(), Object.keys(QUERIES).sort());
  const draw = (text) => rendered(text, results);
  const size = draw('<!--=size.powers-->');
  assert.match(size, /^\d+\.\d kB<!--=size.powers-->$/);
  assert.equal(draw('A **7 kB<!--=size.powers-->** (–<!--=size.powers-->)'), `A **${size}** (${size})`);
  assert.match(draw('On `an old one`<!--=about.processor-->, 5'), /^On `[^`]+ [^`]+`<!--=about.processor-->, 5$/);
  assert.match(draw('a\n<!--=keys-->\n| old |\n\n| b |'), /^a\n<!--=keys-->\n\| bits \|.*\|\n(\|.*\|\n)+\n\| b \|$/);
  for (const [text, error] of [
    ['5<!--=no.such-->', /no query no\.such/],
    ['5<!--=keys-->', /keys is not one figure/],
    ['<!--=size.powers-->\n5 kB', /size\.powers is one figure/],
  ])
    assert.throws(() => draw(text), error);
});

/**
 * The sentences of a document that begin with Measured and have a number, and the tables behind them, outside of every
 * comment.
 */
function typedResults(text) {
  const typed = withoutResults(text);
  const isMeasured = (part) => /^\W*Measured\b/.test(part);
  const parts = typed.split(/\n\s*\n/).flatMap((part) => (part.startsWith('|') ? part : part.split(/(?<=[.!?])\s+/)));
  return parts.filter((part, i) =>
    part.startsWith('|') ? isMeasured(parts[i - 1] ?? '') : isMeasured(part) && /\d/.test(part),
  );
}

for (const [file, text] of files)
  test(`${file.split('/').at(-1)} agrees with the results`, () => {
    assert.ok(read(file) === text, `${file} differs: run node bench/report.mjs`);
    assert.doesNotMatch(text, /undefined|NaN|\[object/);
  });

test('what a document says was measured comes from the results', () => {
  for (const [file, text] of files) if (file.endsWith('.md')) assert.deepEqual(typedResults(text), [], file);
  const comment = '5<!--=a-->';
  assert.deepEqual(
    typedResults(`*Measured*: ${comment} ms, as in\nthe paper. It has 2 tables.\n\n*Measured* last.`),
    [],
  );
  for (const typed of [
    '*Measured on 2026-11-25*: it is fast.',
    `Measured: ${comment} for\n5 ms.`,
    '**Measured** is 3.',
  ])
    assert.deepEqual(typedResults(`First. ${typed} Last has 1.\n`), [typed.replace(comment, '')]);
  assert.deepEqual(typedResults('*Measured*: these.\n\n| 1 |\n\n| 2 |'), ['| 1 |']);
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

test('bars are on a linear scale from 0: one that is twice as long is twice as much', () => {
  const bars = Object.keys(QUERIES).filter((name) => QUERIES[name].draw === 'bars');
  assert.ok(bars.length >= 5);
  for (const name of bars) {
    const svg = files.get(`${CHARTS}${name.replace(/\.chart$/, '')}.svg`);
    const ticks = Array.from(
      svg.matchAll(/<text [^>]*text-anchor="middle"[^>]*translate\(([\d.]+) [^>]*>([\d.,]+)</g),
      ([, x, value]) => [Number(x), Number(value.replaceAll(',', ''))],
    );
    const [[start, first], [next, step]] = ticks;
    assert.equal(first, 0, name);
    for (const [x, value] of ticks)
      assert.ok(Math.abs((x - start) / (next - start) - value / step) < 0.01, `${name}: ${value}`);
  }
});

test('the report has tables of each bench', () => {
  assert.deepEqual([...inReport].filter((name) => name !== 'about').sort(), benches.map(({ name }) => name).sort());
});

test('the same results give the same charts, whatever charts were drawn before', () => {
  for (const [file, text] of renderAll(results)) assert.ok(files.get(file) === text, file);
});
