// The benches in Rust run. The times do not matter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../crate/build/run.mjs';

test('the native benches run', { timeout: 1_800_000 }, async () => {
  // --workspace selects the features of the other Rust tests, so that little is built again.
  const stdout = await run('cargo', ['test', '--workspace', '--bench', 'modpow', '--locked']);
  for (const name of ['powmod', 'cios', 'num-bigint', 'crypto-bigint'])
    assert.match(stdout, new RegExp(`Testing modpow 2048/256/${name}\\nSuccess`), name);
  for (const group of ['mul 2048', 'inverse 2048', 'gcd 2048', 'prime 512'])
    assert.match(stdout, new RegExp(`Testing ${group}/powmod\\nSuccess`), group);
  for (const name of ['powmod', 'aurora-engine-modexp', 'num-bigint'])
    assert.match(stdout, new RegExp(`Testing modexp 256 bytes, exponent 2/${name}\\nSuccess`), name);
});
