// `npm start`, as the README says: it verifies two proofs in the terminal and serves the page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PATIENCE = 300_000; // the first run may have to build

test('npm start verifies the examples, serves the page, and ends by Ctrl-C', { timeout: PATIENCE }, async (t) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../www/start.mjs', import.meta.url))]);
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');

  let output = '';
  child.stderr.pipe(process.stderr);
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Ctrl-C')) break;
  }
  assert.match(output, /wesolowski-rsa2048\.json .* valid /);
  assert.match(output, /pietrzak-rsa2048\.json .* valid /);

  const address = /The page: (\S+)/.exec(output)?.[1];
  const page = await fetch(address);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy'), /default-src 'self'/);
  assert.match(await page.text(), /<title>powmod/);
  const documents = async () => (await fetch(`${address}docs/`)).text();
  while (!/The documents are being built|data-base-path/.test(await documents())); // they may come just now
  assert.equal((await fetch(`${address}nowhere`)).status, 404);

  child.kill('SIGINT');
  const [code] = await ended;
  assert.equal(code, 0);
});
