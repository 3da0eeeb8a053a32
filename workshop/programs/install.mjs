// install.mjs [NAME…]: installs missing programs from Debian's packages: the named ones, or all. That needs root, on
// Debian or Ubuntu. Elsewhere the tests use the programs that they find, and the runner lists the suites that it left
// out.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missing, PROGRAMS } from './installed.mjs';

const FOLDER = fileURLToPath(new URL('../../target', import.meta.url));
const LOG = `${FOLDER}/programs.log`;

/** Installs those of these programs that are missing, with `install`, and prints a line for each that then is. */
export async function havePrograms(names, { install }) {
  if (install) await installPrograms(names);
  for (const reason of names.map(missing)) if (reason) console.log(`left out: ${reason}`);
}

async function installPrograms(names) {
  const packages = names.filter((name) => missing(name)).flatMap((name) => PROGRAMS[name].packages);
  if (!packages.length || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`  installing Debian's packages ${packages.join(', ')}; it goes on even if this command ends …`);
  await apt('update');
  const code = await apt('install', '-y', '--no-install-recommends', ...packages);
  if (code !== 0) console.log(`  apt-get ended with ${code}: ${LOG} has its words`);
}

/**
 * Runs apt-get in a session of its own, with a file for its words: no limit of time of the caller, no Ctrl-C and no
 * pipe that closes ends it halfway, which would leave packages half configured. Another one waits for it.
 */
function apt(...args) {
  mkdirSync(FOLDER, { recursive: true });
  const log = openSync(LOG, 'a');
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=900', ...args], {
    detached: true,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  await installPrograms(named.length ? named : Object.keys(PROGRAMS));
}
