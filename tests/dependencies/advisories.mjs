// npm run advisories: checks whether RustSec or npm knows of a fault in a locked package, and the rules of deny.toml. A
// workflow runs it each week. No suite does: an advisory comes without a change here, and cargo-deny compiles for three
// minutes.
import { dirname, join } from 'node:path';
import { root, run, step } from '../../crate/build/run.mjs';
import { BINDGEN, installTool, toolEnvironment } from '../../crate/build/tools.mjs';

const locks = (await run('git', ['ls-files', '*package-lock.json'])).trim().split('\n');
/** It has old releases for their tests. */
const OLD = 'workshop/consumers/package-lock.json';

const looks = [
  ['Cargo.lock', () => checkCrates('Cargo.toml')],
  [`${BINDGEN}/Cargo.lock`, () => checkCrates(`${BINDGEN}/Cargo.toml`)],
  ...locks
    .filter((lock) => lock !== OLD)
    .map((lock) => [lock, () => run('npm', ['audit', '--package-lock-only', '--prefix', join(root, dirname(lock))])]),
];
for (const [lock, look] of looks)
  await step(lock, look).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function checkCrates(manifest) {
  await installTool({ what: 'cargo-deny', seconds: 120 });
  await run('cargo', ['deny', '--manifest-path', manifest, '--locked', 'check', '--config', join(root, 'deny.toml')], {
    env: toolEnvironment,
  });
}
