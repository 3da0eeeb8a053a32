// npm start: installs what is missing, builds, verifies the examples here, and serves the page until Ctrl-C.
// Plain Node up to the point where Vite is installed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const www = fileURLToPath(new URL('.', import.meta.url));

function node(what, ...args) {
  console.log(`\n${what}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\nFailed: ${what}`);
    process.exit(status ?? 1);
  }
}

node('Installing what is missing, and building', 'crate/build.mjs');
node(
  'Verifying the example proofs',
  'crate/js/bin/powmod.js',
  'verify',
  'crate/js/examples/wesolowski-rsa2048.json',
  'crate/js/examples/pietrzak-rsa2048.json',
);

// The built page rather than the dev server: it is what a static host would serve, and what the tests open.
console.log('\nBuilding the page');
const { build, preview } = await import('vite');
await build({ root: www, logLevel: 'warn' });
const server = await preview({ root: www });

const stop = () => server.close().finally(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(`\nThe page: ${server.resolvedUrls.local[0]}\nCtrl-C ends it.`);
