// The report's sections on the papers, from what is measured and from what may be missing of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RESULTS, renderReport, sections } from '../../bench/report.mjs';

const NAMES = ['windows', 'fixed-base', 'multi', 'methods', 'early-exit'];
const report = JSON.parse(readFileSync(RESULTS, 'utf8'));

/** The report with one result in place of its own, and only its section's part of the page. */
function rendered(name, result) {
  const { page, charts } = renderReport({ ...report, results: { ...report.results, [name]: result } });
  const title = `## ${sections.find(({ bench }) => bench === name).title}\n`;
  const start = page.indexOf(title) + title.length;
  const end = page.indexOf('\n## ', start);
  return { text: page.slice(start, end < 0 ? undefined : end), charts };
}

function holds({ text, charts }) {
  assert.doesNotMatch(text, /undefined|NaN|\[object|Infinity/);
  for (const [, file] of text.matchAll(/\]\(charts\/([^)]+)\)/g)) {
    const svg = charts.get(file);
    assert.match(svg, /^<svg .*<\/svg>\n$/s, file);
    assert.doesNotMatch(svg, /undefined|NaN|Infinity/, file);
  }
  return text;
}

for (const name of NAMES)
  test(`${name}: what was measured, and nothing at all`, () => {
    const whole = rendered(name, report.results[name]);
    assert.match(holds(whole), /\| --/);
    assert.deepEqual(rendered(name, report.results[name]), whole, 'the same each time');
    assert.match(holds(rendered(name, undefined)), /^\s*Not measured/);
  });

test('what needs an engine that is missing is left out', () => {
  const { engine: _, kernel: __, workers: ___, rows: ____, ...counted } = report.results['fixed-base'];
  assert.match(holds(rendered('fixed-base', counted)), /residues kept/);
  for (const name of ['windows', 'early-exit']) {
    const { engine: _, kernel: __, rows: ___, ...rest } = report.results[name];
    assert.match(holds(rendered(name, rest)), /\| --/);
  }
  assert.match(holds(rendered('methods', { ...report.results.methods, maps: [], lines: [] })), /No kernel/);
  const kernels = [{ engine: 'Node 24', kernel: 'relaxed', problem: 'is not to be had' }];
  assert.match(holds(rendered('multi', { ...report.results.multi, kernels })), /Raspberry Pi/);
});

test('a kernel that is missing takes only its own rows with it', () => {
  const { multi, methods } = report.results;
  const has = ({ kernel }) => kernel !== 'wide';
  assert.doesNotMatch(holds(rendered('multi', { ...multi, kernels: multi.kernels.filter(has) })), /`wide`/);
  const some = { ...methods, maps: methods.maps.filter(has), lines: methods.lines.filter(has) };
  assert.doesNotMatch(holds(rendered('methods', some)), /wide/);
});

test('peers that are missing leave a dash', () => {
  const fixed = structuredClone(report.results['fixed-base']);
  for (const { timings } of fixed.rows) delete timings.GMP;
  assert.match(holds(rendered('fixed-base', fixed)), /\| – \|/);
  const windows = structuredClone(report.results.windows);
  delete windows.interpreters.PyPy;
  windows.withoutPypy = 'pypy3 is not installed';
  assert.match(holds(rendered('windows', windows)), /PyPy was not measured: pypy3 is not installed/);
});
