// Installs the programs that are missing from Debian's packages, where that is possible: as root, on Debian or Ubuntu.
// Elsewhere the tests use what they find, and the runner lists what it left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missing, PROGRAMS } from './installed.mjs';

const packages = Object.keys(PROGRAMS)
  .filter(missing)
  .flatMap((name) => PROGRAMS[name].packages);

if (packages.length && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
