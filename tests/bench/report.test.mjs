// The report, its charts and the tables in the documents agree with bench/results/results.json.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benches } from '../../bench/benches.mjs';
import { DOCUMENTS, withTables } from '../../bench/readme.mjs';
import { CHARTS, benches as inReport, REPORT, RESULTS, renderReport } from '../../bench/report.mjs';

const read = (path) => readFileSync(path, 'utf8');
const results = JSON.parse(read(RESULTS));

test('bench/REPORT.md and bench/results/charts agree with bench/results/results.json', () => {
  const { page, charts } = renderReport(results);
  assert.ok(read(REPORT) === page, 'REPORT.md differs: run node bench/report.mjs');
  assert.deepEqual(readdirSync(CHARTS).sort(), [...charts.keys()].sort());
  for (const [name, svg] of charts)
    assert.ok(read(CHARTS + name) === svg, `${name} differs: run node bench/report.mjs`);
});

test('the report has tables of each bench', () => {
  assert.deepEqual([...inReport].sort(), benches.map(({ name }) => name).sort());
});

test('the same results give the same charts, whatever charts were drawn before', () => {
  const [once, again] = [renderReport(results), renderReport(results)];
  for (const [name, svg] of once.charts) assert.ok(again.charts.get(name) === svg, name);
});

for (const document of DOCUMENTS)
  test(`the tables of ${document.file} agree with the report`, () => {
    const text = read(document.path);
    assert.equal(withTables(text, document, results), text, 'run: node bench/readme.mjs');
  });
