// npm start: installs missing tools, builds, verifies the example proofs in this terminal, and serves the page until
// Ctrl-C. Until Vite is installed this script uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelStamp, modules } from '../crate/build/kernels.mjs';
import { variantsOf } from '../crate/wasm/variants.mjs';

/** What the page's first screen and the terminal need. The others follow while the page is served. */
const FIRST = ['', '-prover'].flatMap((part) =>
  variantsOf(part)
    .filter(({ name, without = [] }) => name !== 'wide' && !without.includes(part))
    .map(({ name }) => name + part),
);

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

node('Installing missing tools, and building the package', 'crate/build.mjs', ...FIRST);
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
let running;
const stop = () => {
  running?.kill();
  server.close().finally(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(`\nThe page: ${address}\nPress Ctrl-C to stop.`);

/** Runs a step that gives way to the page, whose visitor may be measuring. Tells whether it succeeded. */
function behind(...args) {
  running = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  os.setPriority(running.pid, os.constants.priority.PRIORITY_LOW);
  return new Promise((resolve) => running.on('close', (code) => resolve(code === 0)));
}

if (!modules.every((module) => kernelStamp(module).isFresh())) {
  // The files of the page that is open stay.
  const page = ['node_modules/vite/bin/vite.js', 'build', 'www', '--emptyOutDir', 'false', '--logLevel', 'warn'];
  if ((await behind('crate/build.mjs')) && (await behind(...page)))
    console.log('All kernels are built: reload the page.');
}
if (await behind('www/docs/build.mjs')) console.log(`The documents: ${address}docs/`);
