// npm start: installs missing tools, builds, verifies the example proofs in this terminal, and serves the page until
// Ctrl-C. Until Vite is installed this script uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const www = fileURLToPath(new URL('.', import.meta.url));

/** Stands in for the documents' first page until they are built. */
const BEING_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<title>powmod: documents</title><p>The documents are being built, which takes up to a minute. This page waits for them.
`;

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
mkdirSync(join(www, 'dist/docs'), { recursive: true });
writeFileSync(join(www, 'dist/docs/index.html'), BEING_BUILT);
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
