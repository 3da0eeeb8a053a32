// The report's sections on the papers, with all results and with results missing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RESULTS, renderReport, sections } from '../../bench/report.mjs';

const NAMES = ['windows', 'fixed-base', 'multi', 'methods', 'early-exit'];
const report = JSON.parse(readFileSync(RESULTS, 'utf8'));

/** The section of a bench, in a report in which `result` replaces its result. */
function rendered(name, result) {
  const { page, charts } = renderReport({ ...report, results: { ...report.results, [name]: result } });
  const title = `## ${sections.find(({ bench }) => bench === name).title}\n`;
  const start = page.indexOf(title) + title.length;
  const end = page.indexOf('\n## ', start);
  return { text: page.slice(start, end < 0 ? undefined : end), charts };
}

function holds({ text, charts }) {
  assert.doesNotMatch(text, /undefined|NaN|\[object|Infinity/);
  for (const [, file] of text.matchAll(/\]\(results\/charts\/([^)]+)\)/g)) {
    const svg = charts.get(file);
    assert.match(svg, /^<svg .*<\/svg>\n$/s, file);
    assert.doesNotMatch(svg, /undefined|NaN|Infinity/, file);
  }
  return text;
}

for (const name of NAMES)
  test(`${name}: the section can be written with its result and without it`, () => {
    const whole = rendered(name, report.results[name]);
    assert.match(holds(whole), /\| --/);
    assert.deepEqual(rendered(name, report.results[name]), whole, 'the same each time');
    assert.match(holds(rendered(name, undefined)), /^\s*Not measured/);
  });

test('a section leaves out the parts for a missing engine', () => {
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

test('a missing kernel removes only its own rows', () => {
  const { multi, methods } = report.results;
  const has = ({ kernel }) => kernel !== 'wide';
  assert.doesNotMatch(holds(rendered('multi', { ...multi, kernels: multi.kernels.filter(has) })), /`wide`/);
  const some = { ...methods, maps: methods.maps.filter(has), lines: methods.lines.filter(has) };
  assert.doesNotMatch(holds(rendered('methods', some)), /wide/);
});

test('a missing peer leaves a dash', () => {
  const fixed = structuredClone(report.results['fixed-base']);
  for (const { timings } of fixed.rows) delete timings.GMP;
  assert.match(holds(rendered('fixed-base', fixed)), /\| – \|/);
  const windows = structuredClone(report.results.windows);
  delete windows.interpreters.PyPy;
  windows.withoutPypy = 'pypy3 is not installed';
  assert.match(holds(rendered('windows', windows)), /PyPy was not measured: pypy3 is not installed/);
});
