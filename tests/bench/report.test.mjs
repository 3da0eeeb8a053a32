// The report, its charts and the README's table are what bench/results.json gives.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { README, withTable } from '../../bench/readme.mjs';
import { CHARTS, REPORT, RESULTS, renderReport } from '../../bench/report.mjs';

const read = (path) => readFileSync(path, 'utf8');
const results = JSON.parse(read(RESULTS));

test('bench/REPORT.md and bench/charts are made of bench/results.json', () => {
  const { page, charts } = renderReport(results);
  assert.equal(read(REPORT), page, 'run: node bench/report.mjs');
  assert.deepEqual(readdirSync(CHARTS).sort(), [...charts.keys()].sort());
  for (const [name, svg] of charts) assert.equal(read(CHARTS + name), svg, name);
});

test('the same results give the same charts, whatever was drawn before', () => {
  const once = renderReport(results);
  assert.deepEqual(renderReport(results), once);
});

test("the README's table is that of the report", () => {
  const readme = read(README);
  assert.equal(withTable(readme, results), readme, 'run: node bench/readme.mjs');
});
