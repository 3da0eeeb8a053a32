// npm run advisories: whether RustSec or npm knows of a fault in a locked package. No suite asks, since an advisory comes
// without a change here; a workflow does each week.
import { join } from 'node:path';
import { root, run, step } from '../../crate/build/run.mjs';
import { checkCrates } from './deny.mjs';

/** Not workshop/consumers, which has old releases for their tests. */
const FOLDERS = ['.', 'workshop/engines', 'workshop/engines/emulated', 'tests/apps'];

const looks = [
  ['Cargo.lock', () => checkCrates('advisories')],
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
