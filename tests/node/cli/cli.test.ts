// The command line, as a user runs it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import { init, type ProofFile } from 'powmod';
import { mainnet } from '../../support/chia-vectors.ts';
import { folder, inShell, powmod, powmodOf, program, skip, write } from '../../support/cli.ts';
import { makeWesolowski, smallModulus as n, seed } from '../../support/small-proofs.ts';
import { readVector, root, vectorPath } from '../../support/vectors.ts';

const pm = await init();
const valid = makeWesolowski(pm, n, seed, 1000);
const invalid = { ...valid, iterations: 1001 };

test('npx powmod works from the root', () => {
  const { status, stdout } = spawnSync('npx powmod --version', { cwd: root, encoding: 'utf8', shell: true });
  assert.equal(status, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('the help of a command explains each of its options', async () => {
  const { stdout } = await powmod('--help');
  const commands = [...stdout.matchAll(/^ {2}powmod (\w+)(.*)$/gm)];
  assert.ok(commands.length >= 6);
  for (const [, name = '', form = ''] of commands) {
    const [, ...lines] = (await powmod(name, '--help')).stdout.split(/\nOptions:\n|\n/);
    for (const [option] of form.matchAll(/--[\w-]+/g))
      assert.ok(
        lines.some((line) => new RegExp(`^ {2}${option}\\b.* {2}\\S`).test(line)),
        `${name} ${option}`,
      );
  }
});

test('prints its usage', async () => {
  for (const asks of ['--help', '-h', 'help']) assert.equal((await powmod(asks)).status, 0, asks);
  assert.match((await powmod('--help')).stdout, /powmod pow BASE EXP MOD/);
  assert.match((await powmod('pow', '--help')).stdout, /^Usage: powmod pow BASE EXP MOD\n\nPrints BASE\^EXP/);
  const { stdout, stderr } = await powmod('pow', '1', '2');
  assert.equal(stdout, '');
  assert.match(stderr, /^powmod pow: .*\n\nUsage: powmod pow /);
});

test('pow prints the power', async () => {
  assert.deepEqual(await powmod('pow', '3', '5', '7'), { status: 0, stdout: '5\n', stderr: '' });
  assert.equal((await powmod('pow', '0x10', '-1', '0xFB')).stdout, `0x${pm.modInv(16n, 251n).toString(16)}\n`);
  assert.equal((await powmod('pow', '-3', '3', '100')).stdout, '73\n');
  assert.equal((await powmod('pow', '--', '-3', '5', '7')).stdout, '2\n');
});

test('verify tells valid, invalid and unreadable files apart', async () => {
  write('valid.json', valid);
  write('invalid.json', invalid);
  const good = await powmod('verify', 'valid.json');
  assert.equal(good.status, 0);
  assert.match(
    good.stdout,
    RegExp(
      '^valid\\.json {2}wesolowski {2}powmod-v1 {2}102[34] bits {2}T = 1000 {2}' +
        'valid for the modulus and the input in the file {2}\\d+\\.\\d ms\\n$',
    ),
  );
  const bad = await powmod('verify', 'valid.json', 'invalid.json');
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /\ninvalid\.json .* T = 1001 {2}invalid: the proof is false {2}/);
  const worse = await powmod('verify', 'valid.json', 'missing.json', 'invalid.json');
  assert.equal(worse.status, 2);
  assert.match(worse.stdout, /\nmissing\.json {2}unreadable: ENOENT.*\ninvalid\.json /);
});

test('verify counts what comes from a pipe', { skip }, () => {
  const { status, stdout } = inShell('mkfifo pipe; head -c 300000000 /dev/zero > pipe & "$@"', 'verify', 'pipe');
  assert.deepEqual([status, stdout], [2, 'pipe  unreadable: is longer than 268435456 bytes\n']);
});

test('verify reads arrays and standard input, and prints JSON', () => {
  write('array.json', [valid, invalid, { ...valid, iterations: 0 }, 5]);
  const { status, stdout } = powmodOf(JSON.stringify(valid), 'verify', '--json', 'array.json', '-');
  assert.equal(status, 2);
  const reports = JSON.parse(stdout) as Record<string, unknown>[];
  assert.deepEqual(
    reports.map(({ file, result, field }) => [file, result, field]),
    [
      ['array.json[0]', 'valid', undefined],
      ['array.json[1]', 'invalid', undefined],
      ['array.json[2]', 'malformed', 'iterations'],
      ['array.json[3]', 'malformed', 'file'],
      ['-', 'valid', undefined],
    ],
  );
  assert.deepEqual([reports[0]?.modulus, reports[0]?.input], ['from the file', 'from the file']);
});

test('names reach a terminal without control characters', { skip }, async () => {
  const name = 'a\u001b[31m\n\u007f\u009b\u202eb.json';
  const shown = 'a\\u001b[31m\\u000a\\u007f\\u009b\\u202eb.json';
  write(name, valid);
  const says = async (...args: string[]) => {
    const { stdout, stderr } = await powmod(...args);
    return stdout + stderr;
  };
  assert.ok((await says('verify', name)).startsWith(`${shown}  wesolowski`));
  assert.ok((await says('verify', `${name}x`)).startsWith(`${shown}x  unreadable: ENOENT`));
  assert.ok((await says(name)).startsWith(`powmod: unknown command ${shown}\n`));
  assert.ok((await says('info', `${name}x`)).startsWith('powmod info: ENOENT'));
  for (const said of [
    await says('verify', name),
    await says('verify', `${name}x`),
    await says('info', name),
    await says('verify', name, '--json'),
  ])
    assert.match(said, /^[\n\x20-\x7e]+$/u);
  const [report] = JSON.parse((await powmod('verify', name, '--json')).stdout) as [{ file: string }];
  assert.equal(report.file, name);
});

test('output that nobody reads, or that cannot be written, ends it without a trace', async () => {
  for (const args of [['verify', write('valid.json', valid)], ['info'], ['pow', '3', '5', '7'], ['--help']]) {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder });
    child.stdout.destroy();
    const [end, errors] = await Promise.all([once(child, 'close'), read(child.stderr)]);
    assert.deepEqual([end, errors], [[141, null], '']);
  }
  if (!existsSync('/dev/full')) return;
  const full = inShell('"$@" > /dev/full', 'pow', '3', '5', '7');
  assert.equal(full.status, 2);
  assert.match(full.stderr, /^powmod: standard output: ENOSPC.*\n$/);
});

test('an unforeseen end says neither that a proof is valid nor that it is invalid', () => {
  const preload = 'Object.defineProperty(process, "stdin", { get: () => process.exit() })';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, program, 'verify', '-'];
  assert.equal(spawnSync(process.execPath, args, { cwd: folder }).status, 2);
});

test('verify compares proofs with expectations', async () => {
  write('valid.json', valid);
  const statement = ['--modulus', valid.modulus, '--seed', 'a seed', '--iterations', '1000'];
  const named = await powmod('verify', 'valid.json', ...statement);
  assert.equal(named.status, 0);
  assert.match(named.stdout, / {2}valid {2}\d/);
  const ofModulus = await powmod('verify', 'valid.json', '--modulus', String(n));
  assert.equal(ofModulus.status, 0);
  assert.match(ofModulus.stdout, / {2}valid for the input in the file {2}\d/);
  assert.equal(
    (await powmod('verify', 'valid.json', '--seed', `0x${Buffer.from('a seed').toString('hex')}`)).status,
    0,
  );
  assert.equal((await powmod('verify', 'valid.json', '--input', valid.input)).status, 0);
  assert.equal((await powmod('verify', 'valid.json', '--scheme', 'wesolowski', '--profile', 'powmod-v1')).status, 0);
});

test('an invalid proof is false, or differs from what is expected', async () => {
  write('valid.json', valid);
  write('false.json', invalid);
  const differs: [string[], string[]][] = [
    [['--modulus', 'RSA-2048', '--seed', 'a seed'], ['modulus']],
    [['--seed', 'b', '--iterations', '1000', '--modulus', valid.modulus], ['seed']],
    [
      ['--seed', 'b', '--iterations', '999'],
      ['iterations', 'seed'],
    ],
    [
      ['--iterations', '999', '--scheme', 'pietrzak', '--input', '5'],
      ['input', 'iterations', 'scheme'],
    ],
    [['--profile', 'tokamak'], ['profile']],
    [['--challenge', 'ab'.repeat(32)], ['challenge']],
  ];
  for (const [args, mismatch] of differs) {
    const { status, stdout } = await powmod('verify', 'valid.json', ...args, '--json');
    assert.equal(status, 1);
    const [report] = JSON.parse(stdout);
    assert.deepEqual([report.result, report.mismatch], ['invalid', mismatch]);
  }
  const { stdout } = await powmod('verify', 'valid.json', '--iterations', '999', '--scheme', 'pietrzak');
  assert.ok(stdout.includes('T = 1000  invalid: differs from --iterations and --scheme  '), stdout);
  const [report] = JSON.parse((await powmod('verify', 'false.json', '--modulus', valid.modulus, '--json')).stdout);
  assert.deepEqual([report.result, report.reason, report.mismatch], ['invalid', 'the proof is false', undefined]);
  assert.match(
    (await powmod('verify', 'false.json', '--seed', 'a seed')).stdout,
    / {2}invalid: the proof is false {2}/,
  );
  // The seed is compared too where the proof is false, or its input was changed.
  write('changed.json', { ...valid, input: valid.input.replace(/.$/, (digit) => (digit === '5' ? '6' : '5')) });
  for (const jobs of ['1', '2'])
    for (const args of [
      ['false.json', '--seed', 'b'],
      ['changed.json', '--seed', 'a seed', '--modulus', String(n)],
    ])
      assert.match((await powmod('verify', ...args, '--jobs', jobs)).stdout, / {2}invalid: differs from --seed {2}/);
  // Nobody can tell the input of a seed modulo an unfit number.
  const even = `0x${(n - 1n).toString(16)}`;
  write('even.json', { ...valid, modulus: even });
  const unfit = (await powmod('verify', 'even.json', '--seed', 'a seed', '--iterations', '999')).stdout;
  assert.match(unfit, / {2}invalid: differs from --iterations {2}/);
});

test('verify knows built-in groups, and says that tokamak proves up to sign', {}, async () => {
  const { proof } = readVector<{ proof: ProofFile }>('protocol/wesolowski-1000.json');
  assert.match(
    powmodOf(JSON.stringify(proof), 'verify', '-').stdout,
    /^- {2}wesolowski {2}powmod-v1 {2}2048 bits {2}T = 1000 {2}valid for the input in the file {2}\d/,
  );

  const file = vectorPath('pietrzak/1024-2pow20-setup.json');
  const named = ['verify', file, '--profile', 'tokamak'];
  assert.match((await powmod(...named)).stdout, / {2}valid for the modulus and the input in the file, up to sign {2}/);
  const [report] = JSON.parse((await powmod(...named, '--json')).stdout) as [{ upToSign: boolean; element: string }];
  assert.equal(report.upToSign, true);
  const { output, modulus } = readVector<ProofFile>('pietrzak/1024-2pow20-setup.json');
  assert.equal(BigInt(report.element), pm.element(BigInt(output), BigInt(modulus)));
});

test('info tells what a proof file says', async () => {
  const file = vectorPath('pietrzak/1024-2pow20-setup.json');
  const proof = readVector<ProofFile>('pietrzak/1024-2pow20-setup.json');
  const { status, stdout } = await powmod('info', file, write('valid.json', valid));
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^file .*\nscheme +pietrzak\n(.*\n)+file +valid\.json\n(.*\n)*modulus +of the file\n(.*\n)*values +1\n$/,
  );
  const [told] = JSON.parse((await powmod('info', '--json', file)).stdout);
  const { values, bits, ...others } = told;
  assert.deepEqual([values, bits], [proof.proof, 1024]);
  assert.deepEqual({ delta: 0, ...proof, file, proof: values }, { ...others, proof: values });
});

test('info lists the kernels', async () => {
  const { status, stdout } = await powmod('info');
  assert.equal(status, 0);
  assert.match(stdout, /^powmod +\d+\.\d+\.\d+\nengine +Node \d+.*\n/);
  assert.match(stdout, /\nkernel scalar +passes its self-test\n/);
  const info = JSON.parse((await powmod('info', '--json')).stdout) as {
    kernels: { name: string; problem: string | null }[];
    chosen: string;
    reason: string;
  };
  assert.equal(info.kernels.find(({ name }) => name === info.chosen)?.problem, null);
  assert.deepEqual({ kernel: info.chosen, reason: info.reason }, pm.choice);
  assert.ok(stdout.endsWith(`\nkernel in use${' '.repeat(21)}${info.chosen}\nwhy${' '.repeat(31)}${info.reason}\n`));
});

for (const name of ['proofs/inner', 'empty']) mkdirSync(join(folder, name), { recursive: true });
write('proofs/b.json', valid);
write('proofs/a.json', [valid, invalid, mainnet]);
write('proofs/inner/c.json', { ...valid, extra: 1 });
write('proofs/notes.txt', 'no proof');
write('[x].json', valid);

/** Verifies several files. */
async function verify(...args: string[]) {
  const { status, stdout, stderr } = await powmod('verify', ...args);
  // A line begins with the file; the bad ones have a reason.
  const lines = stdout.split('\n').filter(Boolean);
  return { status, files: lines.map((line) => line.replace(/ {2}.*/, '')), lines, stderr };
}

const IN_FOLDER = ['a.json[0]', 'a.json[1]', 'a.json[2]', 'b.json', 'inner/c.json'].map((name) => join('proofs', name));

for (const jobs of ['1', '2', '3'])
  test(`a folder: all its .json files in order, and a summary, with ${jobs} jobs`, async () => {
    const { status, files, lines, stderr } = await verify('proofs', '--jobs', jobs);
    assert.equal(status, 2);
    assert.deepEqual(files, IN_FOLDER);
    assert.deepEqual(
      lines.map((line) => / {2}(valid|invalid|malformed)\b/.exec(line)?.[1]),
      ['valid', 'invalid', 'valid', 'valid', 'malformed'],
    );
    assert.match(stderr, /^5 proofs: 3 valid, 1 invalid, 1 malformed; \d+\.\d s\n$/);
  });

test('a pattern', async () => {
  assert.deepEqual((await verify('proofs/*.json')).files, IN_FOLDER.slice(0, 4));
  assert.deepEqual((await verify(join(folder, 'proofs/**/c.json'))).files, [join(folder, 'proofs/inner/c.json')]);
  const one = await verify('proofs/b*');
  assert.deepEqual([one.status, one.files, one.stderr], [0, [join('proofs', 'b.json')], '']);
  assert.deepEqual((await verify('[x].json')).files, ['[x].json'], 'a file of that name comes first');
});
