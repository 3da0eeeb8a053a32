// The beacon and the server of the guides keep an output for ever. Whoever squares can prove two of them by `tokamak`,
// y and N − y, if T is a power of two, and the guides' own code must take neither. Nor may the beacon try several
// lists.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { challengesOf, init, readProof } from 'powmod';
import { createPool } from 'powmod/pool';
import { root, run } from '../../crate/build/run.mjs';
import { freePort } from '../../workshop/browsers/page-server.ts';
import { blocksOf } from '../../workshop/markdown.mjs';

const T = 1024;
const pm = await init();
let pool;
before(async () => {
  pool = await createPool({ workers: 1 });
});

// Inside the repository, where they find the package.
mkdirSync(join(root, 'target'), { recursive: true });
const folder = mkdtempSync(join(root, 'target/signs-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

/** Writes the files of a guide, and gives how to run one. */
function filesOf(guide, change = (code) => code) {
  const text = readFileSync(join(root, 'www/docs/guides', guide), 'utf8');
  for (const { name, code } of blocksOf(text)) if (name) writeFileSync(join(folder, name), change(code));
}

const node = (...args) => run(process.execPath, args, { cwd: folder });
const fileOf = (name) => import(pathToFileURL(join(folder, name)).href);

/** A proof of N − y, from one of y: the sign of the first v whose r is odd cancels that of y. */
async function negativeOf(proof) {
  const { modulus: n, input, output, iterations, values } = readProof(proof);
  const hex = (z) => `0x${z.toString(16).padStart(proof.output.length - 2, '0')}`;
  for (let negated = 0; negated < values.length; negated++) {
    const other = { ...proof, output: hex(n - output) };
    let [x, y] = [input, n - output];
    for (let i = 0; i < values.length; i++) {
      const v = pm.modPow(x, 1n << BigInt(iterations / 2 ** (i + 1)), n);
      other.proof = other.proof.with(i, hex(i === negated ? n - v : v));
      const r = (await challengesOf(other))[i];
      const midpoint = BigInt(other.proof[i]);
      [x, y] = [(pm.modPow(x, r, n) * midpoint) % n, (pm.modPow(midpoint, r, n) * y) % n];
    }
    if (pm.verify(other, { expect: { profile: 'tokamak' } })) return other;
  }
  throw new Error('no challenge is odd');
}

/** Proofs of y and of N − y. */
async function bothOf(task) {
  const proof = await pool.prove({ ...task, iterations: T, scheme: 'pietrzak', profile: 'tokamak' });
  const both = [proof, await negativeOf(proof)];
  for (const one of both) assert.ok(pm.verify(one, { expect: { profile: 'tokamak' } }));
  assert.equal(
    both.map(({ output }) => BigInt(output)).reduce((a, b) => a + b),
    readProof(proof).modulus,
  );
  return both;
}

test('the beacon of the guide gives one random number for a round', async () => {
  filesOf('06-beacon.md', (code) => code.replace('100_000', T));
  await node('round.mjs', 'Ada: 17');
  const [random] = (await node('check.mjs')).trim().split('\n');
  const { seedOf, GENESIS } = await fileOf('rounds.mjs');
  const [{ contributions }] = JSON.parse(readFileSync(join(folder, 'rounds.json'), 'utf8'));
  for (const proof of await bothOf({ modulus: 'RSA-2048', seed: seedOf(GENESIS, contributions) })) {
    writeFileSync(join(folder, 'rounds.json'), JSON.stringify([{ contributions, proof }]));
    await assert.rejects(node('check.mjs'), /the round of Ada: 17 is invalid/);
  }
  assert.match(random, /^[0-9a-f]{64}$/);
});

test('the beacon of the guide cannot change a list after its deadline', async () => {
  filesOf('06-beacon.md', (code) => code.replace('100_000', T));
  const rounds = join(folder, 'rounds.json');
  rmSync(rounds, { force: true });
  const [, seed] = /^seed ([0-9a-f]{64})$/m.exec(await node('round.mjs', 'Ada: 17', 'Kurt: tails'));
  await node('check.mjs', seed);
  for (const list of [['Ada: 17'], ['Kurt: tails', 'Ada: 17'], ['Ada: 17', 'Kurt: tails', 'the house: 1']]) {
    rmSync(rounds);
    await node('round.mjs', ...list);
    await node('check.mjs');
    await assert.rejects(node('check.mjs', seed), new RegExp(`no round is of the seed ${seed}`));
  }
});

test('the server of the guide keeps the output that opens the lock', async (t) => {
  filesOf('05-time-lock.md');
  await node('make.mjs', 'the offer', T);
  const port = await freePort();
  const server = spawn(process.execPath, ['server.mjs', port], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill());
  for await (const line of server.stdout.setEncoding('utf8')) if (/listens/.test(line)) break;
  const { statementOf } = await fileOf('lock.mjs');
  const address = `http://127.0.0.1:${port}`;
  for (const proof of await bothOf(statementOf(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))))) {
    const sent = await fetch(`${address}/proof`, { method: 'POST', body: JSON.stringify(proof) });
    assert.equal(sent.status, 400);
  }
  assert.equal(await node('client.mjs', address), 'by squaring: the offer\n');
  assert.equal(await node('client.mjs', address), 'by the proof: the offer\n');
});
