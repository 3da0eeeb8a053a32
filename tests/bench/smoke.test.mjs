// The quick form of the benches runs, and its results have the shape that the report needs. The times do not matter.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { benches } from '../../bench/benches.mjs';
import { renderAll, sectionsOf } from '../../bench/report.mjs';
import { run } from '../../crate/build/run.mjs';
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';

/** The oldest Node here: it runs no TypeScript, which a bundled page and a newer Node do. */
const OLDEST = missingProgram(nodeProgram(20)) ? 'Node 24' : 'Node 20';
/** The engines of each bench that runs in several. A page is slow to open, and most benches say the same of it. */
const enginesOf = (name) => (name === 'first-proof' ? ['Firefox', OLDEST] : ['Node 24']);
/**
 * Benches with a test of their own: dudect.test.mjs, and native.test.mjs, because as a bench native would be built
 * again with GMP.
 */
const OTHERS = ['native', 'dudect'];
const names = benches.map(({ name }) => name).filter((name) => !OTHERS.includes(name));

test('the quick form gives a report with every section', { timeout: 1_800_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-bench-'));
  t.after(() => rm(folder, { recursive: true }));
  const json = join(folder, 'results.json');
  for (const some of [['first-proof'], names.filter((name) => name !== 'first-proof')]) {
    const engines = enginesOf(some[0]).flatMap((engine) => ['--engine', engine]);
    await run(process.execPath, ['bench/run.mjs', '--quick', '--json', json, ...engines, ...some]);
  }
  const report = JSON.parse(await readFile(json, 'utf8'));

  for (const key of ['machine', 'versions', 'commit', 'date']) assert.ok(report[key], key);
  assert.equal(report.quick, true);
  assert.deepEqual(Object.keys(report.results).sort(), [...names].sort());
  for (const name of names) await t.test(name, () => hasTimes(report.results[name], name));

  const engines = (rows) => new Set(rows.map(({ engine }) => engine.replace(/^(Node \d+|\w+).*/, '$1')));
  for (const name of ['kernels', 'first-proof', 'chia'])
    assert.deepEqual([...engines(report.results[name])], enginesOf(name), `${name} measures in the engines asked for`);
  const { modpow } = report.results;
  const timed = (part) =>
    new Set(modpow.filter((row) => row.part === part).flatMap(({ timings }) => Object.keys(timings)));
  const PEERS = ['powmod', 'OpenSSL', 'GMP', 'CPython', 'gmp-wasm', 'BigInt', 'SJCL', 'jsbn', 'bn.js', 'big-integer'];
  for (const peer of PEERS) assert.ok(timed('peers').has(peer), `${peer} is measured`);
  assert.deepEqual([...engines(modpow.filter(({ part }) => part === 'engines'))], ['Node 24']);

  for (const [file, text] of renderAll(report)) {
    assert.doesNotMatch(text, /undefined|NaN|Infinity|\[object/, file);
    const missing = [...text.matchAll(/Not measured: `node bench\/(.*?)\/\1.mjs`/g)].map(([, name]) => name);
    assert.deepEqual(
      missing.filter((name) => !OTHERS.includes(name)),
      [],
      file,
    );
  }
});

test('the report divides public times by public ones, secret by secret, bytes by bytes', () => {
  const all = (times) =>
    Object.fromEntries(Object.entries(times).map(([name, time]) => [name, { min: time, median: time }]));
  const text = sectionsOf('native', [
    { part: 'modexp', shape: '8 bytes', timings: all({ powmod: 9.996, 'aurora-engine-modexp': 999.6 }) },
    { part: 'modpow', shape: '2048/256', timings: all({ powmod: 200, 'crypto-bigint': 300 }) },
    { part: 'modpow, secret', shape: '2048/256', timings: all({ 'powmod secret': 400, 'crypto-bigint secret': 500 }) },
  ]);
  assert.match(text, /^\| crypto-bigint \| 300 µs: 1.50 \|$/m);
  assert.match(text, /^\| crypto-bigint secret \| 500 µs: 1.25 \|$/m);
  assert.match(text, /^\| 8 bytes \| 10.0 µs \| 1.00 ms: 100 \|$/m);
});

/** Asserts that a result has rows, that each time is positive, and that no median is below its minimum. */
function hasTimes(result, name) {
  assert.ok(result?.length > 0, `${name} has rows`);
  // The bench of methods keeps the minima alone.
  for (const { min, median = min } of result.flatMap(({ timings = {} }) => Object.values(timings))) {
    assert.ok(Number.isFinite(min) && min > 0, `${name}: ${min}`);
    assert.ok(Number.isFinite(median) && median >= min, `${name}: ${median}`);
  }
}
