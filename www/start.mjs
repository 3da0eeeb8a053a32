// npm start: installs missing tools, builds, verifies the example proofs in this terminal, and serves the page until
// Ctrl-C. Until Vite is installed this script uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const www = fileURLToPath(new URL('.', import.meta.url));

function node(title, ...args) {
  console.log(`\n${title}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\nThis step failed: ${title}`);
    process.exit(status ?? 1);
  }
}

node('Installing missing tools, and building the package', 'crate/build.mjs');
node(
  'Verifying the example proofs',
  'crate/js/bin/powmod.js',
  'verify',
  'crate/js/examples/wesolowski-rsa2048.json',
  'crate/js/examples/pietrzak-rsa2048.json',
);

// Serve the built page, as a static host would. The tests open it too.
console.log('\nBuilding the page');
const { build, preview } = await import('vite');
await build({ root: www, logLevel: 'warn' });
const server = await preview({ root: www });

const address = server.resolvedUrls.local[0];
let documents;
const stop = () => {
  documents?.kill();
  server.close().finally(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(`\nThe page: ${address}\nPress Ctrl-C to stop.`);

// The documents take up to a minute. They give way to the page: the visitor may be measuring.
documents = spawn(process.execPath, ['www/docs/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
os.setPriority(documents.pid, os.constants.priority.PRIORITY_LOW);
documents.on('close', (code) => {
  if (code === 0) console.log(`The documents: ${address}docs/`);
});
