// Debian's packages are installed by `npm test`, and by other commands with --install alone; and an installation ends
// well. A browser that is not there says so.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../crate/build/run.mjs';

const FILE = join(root, 'workshop/programs/install.mjs');
const cannot =
  (process.getuid?.() !== 0 && 'only root installs packages') ||
  (!existsSync('/etc/debian_version') && 'only Debian and Ubuntu have these packages');

/**
 * A folder of programs with an apt-get that takes a while, and writes down its arguments when it begins and when it
 * ends.
 */
function programs(t) {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-apt-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  writeFileSync(
    join(folder, 'apt-get'),
    `#!/bin/sh\necho "begins $*" >> ${log}\n/bin/sleep 0.3\necho said\n/bin/sleep 0.3\necho "ends $*" >> ${log}\n`,
  );
  chmodSync(join(folder, 'apt-get'), 0o755);
  symlinkSync(process.execPath, join(folder, 'node'));
  return { env: { ...process.env, PATH: folder }, log: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

/** What a command with or without --install does: it names the programs that it needs. */
const needing = (install) =>
  `import { havePrograms } from ${JSON.stringify(FILE)};` +
  `await havePrograms(['pypy', 'gappa'], { install: ${install} });`;

test('without --install nothing is installed, and a line says what adds each program', (t) => {
  const { env, log } = programs(t);
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', needing(false)], {
    env,
    encoding: 'utf8',
  });
  assert.equal(
    stdout,
    'left out: pypy3 is not installed (Debian: apt install pypy3)\n' +
      'left out: gappa is not installed (Debian: apt install gappa)\n',
  );
  assert.equal(log(), '');
});

test('with it the packages are named before they are installed', { skip: cannot }, (t) => {
  const { env, log } = programs(t);
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', needing(true)], {
    env,
    encoding: 'utf8',
  });
  assert.match(stdout, /^ {2}installing Debian's packages pypy3, gappa;/);
  assert.match(log(), /ends .*install -y --no-install-recommends pypy3 gappa\n$/);
});

test('an installation that has begun ends, whoever ends the command', { skip: cannot }, async (t) => {
  const { env, log } = programs(t);
  const child = spawn(process.execPath, [FILE, 'pypy'], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise((resolve) => child.on('close', resolve));
  for (let i = 0; i < 500 && !/begins .*install/.test(log()); i++) await sleep(20);
  assert.match(log(), /begins .*install/);
  process.kill(-child.pid, 'SIGKILL');
  await closed;
  for (let i = 0; i < 500 && !/ends .*install/.test(log()); i++) await sleep(20);
  assert.match(log(), /ends .*install/);
});

test('a browser that is not installed ends its start with an error', () => {
  const driver = JSON.stringify(join(root, 'workshop/engines/browser.mjs'));
  const opening = `import { openBrowser } from ${driver};
await openBrowser('webkit', []).catch(({ message }) => console.log('fails: ' + message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', opening], {
    env: { ...process.env, PATH: join(tmpdir(), 'powmod-no-programs') },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  assert.match(stdout, /^fails: ./);
});

test('no other command names the script that installs', () => {
  const files = spawnSync('git', ['ls-files', '*.mjs', '*.json', '*.yml', '.ci/*'], { cwd: root, encoding: 'utf8' });
  const named = files.stdout
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)) && !file.startsWith('tests/structure/'))
    .filter((file) => /programs\/install\.mjs|apt-get/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(named.sort(), [
    'bench/run.mjs',
    'tests/evidence/hunts.mjs',
    'tests/suites.mjs',
    'workshop/programs/install.mjs',
  ]);
  for (const file of named.slice(0, 2)) {
    const text = readFileSync(join(root, file), 'utf8');
    assert.match(text, /install: \{ type: 'boolean', default: false \}/, file);
    assert.match(text, /await havePrograms\(/, file);
  }
  assert.ok(readdirSync(join(root, '.ci')).includes('run'));
  assert.match(readFileSync(join(root, '.ci/run'), 'utf8'), /npm test -- --all --install$/m);
});
