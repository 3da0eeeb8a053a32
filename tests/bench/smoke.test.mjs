// The quick form of the benches runs, and its results have the shape that the report needs. The times do not matter.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benches } from '../../bench/benches.mjs';
import { DOCUMENTS, withTables } from '../../bench/readme.mjs';
import { renderReport, sections } from '../../bench/report.mjs';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** One engine of each kind. */
const ENGINES = ['Node 24', 'Firefox'];
/** The native bench has its own test below, because as a bench it would be built again, with GMP. */
const names = benches.map(({ name }) => name).filter((name) => name !== 'native');

test('the quick form gives a report with every section', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-bench-'));
  t.after(() => rm(folder, { recursive: true }));
  const json = join(folder, 'results.json');
  const args = ['--quick', '--json', json, ...ENGINES.flatMap((name) => ['--engine', name]), ...names];
  await execute(process.execPath, [join(root, 'bench/run.mjs'), ...args], { maxBuffer: 2 ** 24 });
  const report = JSON.parse(await readFile(json, 'utf8'));

  for (const key of ['machine', 'versions', 'commit', 'date']) assert.ok(report[key], key);
  assert.equal(report.quick, true);
  assert.deepEqual(Object.keys(report.results).sort(), [...names].sort());
  for (const name of names) await t.test(name, () => hasTimes(report.results[name], name));

  const engines = (result) => result.map(({ engine, platform }) => engine ?? platform);
  for (const name of ['kernels', 'platforms', 'strengths', 'chia'])
    assert.deepEqual(engines(report.results[name]), ENGINES, `${name} measures in the engines that were asked for`);
  assert.deepEqual(engines(report.results['first-proof']).sort(), [...ENGINES].sort());
  assert.deepEqual(engines(report.results.short.engines), ENGINES);
  const beside = report.results.short.peers.rows.at(-1).timings;
  for (const peer of ['powmod', 'GMP', 'OpenSSL']) assert.ok(beside[peer], `${peer} is measured beside short moduli`);
  const [{ timings }] = report.results.modpow[0].rows;
  for (const peer of [
    'powmod',
    'OpenSSL',
    'GMP',
    'CPython',
    'gmp-wasm',
    'BigInt',
    'SJCL',
    'jsbn',
    'bn.js',
    'big-integer',
  ])
    assert.ok(timings[peer], `${peer} is measured`);

  const { page, charts } = renderReport(report);
  for (const { title, bench } of sections) assert.ok(page.includes(`## ${title}\n`), bench);
  assert.deepEqual(page.match(/Not measured: .*/g) ?? [], ['Not measured: `node bench/native/run.mjs`.']);
  for (const [name, text] of [['REPORT.md', page], ...charts])
    assert.doesNotMatch(text, /undefined|NaN|Infinity|\[object/, name);
  for (const [, name] of page.matchAll(/\]\(results\/charts\/(.*?)\)/g))
    assert.match(charts.get(name) ?? '', /^<svg /, name);
  for (const document of DOCUMENTS)
    assert.doesNotMatch(
      withTables('<!-- made by bench/readme.mjs -->\n<!-- end -->', document, report),
      /undefined|NaN|Infinity|\[object/,
      document.file,
    );
});

test('the native benches run', { timeout: 600_000 }, async () => {
  // --workspace selects the features of the other Rust tests, so that little is built again.
  const benches = ['--bench', 'modpow', '--bench', 'modexp'];
  const { stdout } = await execute('cargo', ['test', '--workspace', ...benches, '--locked'], {
    cwd: root,
    maxBuffer: 2 ** 24,
  });
  for (const name of ['powmod', 'cios', 'num-bigint', 'crypto-bigint'])
    assert.match(stdout, new RegExp(`Testing modpow 2048/256/${name}\\nSuccess`), name);
  for (const name of ['powmod', 'aurora-engine-modexp', 'num-bigint', 'malachite'])
    assert.match(stdout, new RegExp(`Testing modexp 256 bytes, exponent 2/${name}\\nSuccess`), name);
});

test('the report of the native benches divides public times by public ones, secret by secret, bytes by bytes', () => {
  const { section } = sections.find(({ bench }) => bench === 'native');
  const all = (times) =>
    Object.fromEntries(Object.entries(times).map(([name, time]) => [name, { min: time, median: time }]));
  const result = [
    { group: 'modexp 8 bytes, exponent of 8', timings: all({ powmod: 10, 'aurora-engine-modexp': 25 }) },
    {
      group: 'modpow 2048/256',
      timings: all({ powmod: 200, 'powmod secret': 400, 'crypto-bigint': 300, 'crypto-bigint secret': 500 }),
    },
  ];
  const rows = [];
  section(result, { chart: () => '', table: (_, lines) => void rows.push(...lines), results: {}, versions: {} });
  const last = (name) =>
    rows
      .findLast(([first]) => first === name)
      .slice(1)
      .join(' ');
  assert.match(last('crypto-bigint'), /^1\.50? \(1\.50?\)$/);
  assert.match(last('crypto-bigint secret'), /^1\.25 \(1\.25\)$/);
  assert.match(last('8 bytes, exponent of 8'), /2\.50?$/);
});

/** Asserts that a result has times, that each is positive, and that no median is below its minimum. */
function hasTimes(result, name) {
  assert.ok(result && Object.keys(result).length > 0, `${name} has a result`);
  for (const { min, median } of timingsIn(result)) {
    assert.ok(Number.isFinite(min) && min > 0, `${name}: ${min}`);
    assert.ok(Number.isFinite(median) && median >= min, `${name}: ${median}`);
  }
}

function* timingsIn(value) {
  if (value === null || typeof value !== 'object') return;
  if ('min' in value && 'median' in value) yield value;
  else for (const part of Object.values(value)) yield* timingsIn(part);
}
