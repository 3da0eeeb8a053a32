// install.mjs [NAME…]: installs missing programs from Debian's packages: the named ones, or all. That needs root, on Debian
// or Ubuntu. Elsewhere the tests use the programs that they find, and the runner lists the suites that it left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missing, PROGRAMS } from './installed.mjs';

const [, , ...named] = process.argv;
const packages = (named.length ? named : Object.keys(PROGRAMS))
  .filter((name) => missing(name))
  .flatMap((name) => PROGRAMS[name].packages);

if (packages.length && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
