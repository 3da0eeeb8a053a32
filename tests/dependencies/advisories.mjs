// npm run advisories: checks whether RustSec or npm knows of a fault in a locked package, and the rules of deny.toml. A
// workflow runs it each week. No suite does: an advisory comes without a change here, and cargo-deny compiles for three
// minutes.
import { join } from 'node:path';
import { root, run, step } from '../../crate/build/run.mjs';
import { installTool, toolEnvironment } from '../../crate/build/tools.mjs';

/** Not workshop/consumers, which has old releases for their tests. */
const FOLDERS = ['.', 'workshop/engines', 'workshop/engines/emulated', 'tests/apps', 'tests/stacks'];

const looks = [
  ['Cargo.lock', checkCrates],
  ...FOLDERS.map((folder) => [
    join(folder, 'package-lock.json'),
    () => run('npm', ['audit', '--package-lock-only', '--prefix', join(root, folder)]),
  ]),
];
for (const [lock, look] of looks)
  await step(lock, look).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function checkCrates() {
  await installTool({ what: 'cargo-deny', seconds: 120 });
  await run('cargo', ['deny', '--locked', 'check'], { env: toolEnvironment });
}
