// The commands that run for long: evaluate and prove, killed and interrupted; and bench.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import { init, type ProofFile } from 'powmod';
import { createPool } from 'powmod/pool';
import { CheckpointFile } from '../../../crate/js/src/cli/checkpoint-file.ts';
import { estimate } from '../../../crate/js/src/cli/estimate.ts';
import { folder, inShell, pathOf, powmod, program, skip } from '../../support/cli.ts';
import { Random } from '../../support/random.ts';
import { smallModulus as n, seed } from '../../support/small-proofs.ts';

const pm = await init();
const x = pm.hashToGroup(seed, n);

function start(...args: string[]) {
  // One that goes on is ended, and then has no exit code.
  const limit = { timeout: 180_000, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [program, ...args], {
    ...limit,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ending = async () => {
    const [[code], output, errors] = await Promise.all([once(child, 'close'), read(child.stdout), read(child.stderr)]);
    return { code: code as number | null, output, errors };
  };
  return { child, ended: ending() };
}

/** The line that an evaluation writes once it knows how fast it is. */
const ESTIMATE = '\\d,[\\d,]+ squarings take about [\\d,]+ [\\w ]+ on this machine\\n';

const statement = (iterations: number) => ['--modulus', String(n), '--seed', 'a seed', '--iterations', `${iterations}`];
const evaluated = (iterations: number) => `0x${pm.modulus(n).square(x, iterations).toString(16)}\n`;

/** A number that changes when the file is replaced. */
function inode(name: string): number | undefined {
  return statSync(pathOf(name), { throwIfNoEntry: false })?.ino;
}

async function appears(path: string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!existsSync(path)) {
    assert.ok(Date.now() < end, `${path} does not appear`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('evaluate prints the residue, or writes it', async () => {
  const expected = evaluated(5000);
  assert.deepEqual(await powmod('evaluate', ...statement(5000)), { status: 0, stdout: expected, stderr: '' });
  assert.deepEqual(await powmod('evaluate', ...statement(5000), '--out', 'y.txt'), {
    status: 0,
    stdout: '',
    stderr: '',
  });
  assert.equal(readFileSync(pathOf('y.txt'), 'utf8'), expected);
  const hex = ['--modulus', `0x${n.toString(16)}`, '--seed', `0x${Buffer.from(seed).toString('hex')}`];
  assert.deepEqual(await powmod('evaluate', ...hex, '--iterations', '5000'), {
    status: 0,
    stdout: expected,
    stderr: '',
  });
  const text = await powmod('evaluate', '--modulus', String(n), '--seed', 'deadbeef', '--iterations', '1');
  assert.equal(text.stderr, '--seed deadbeef is taken as text: hex digits stand after 0x, as in --seed 0xdeadbeef\n');
  const input = pm.hashToGroup(new TextEncoder().encode('deadbeef'), n);
  assert.equal(text.stdout, `0x${((input * input) % n).toString(16)}\n`);
});

test('a link stays a link, and a device is not replaced', { skip }, async () => {
  symlinkSync(pathOf('far.txt'), pathOf('link.txt'));
  writeFileSync(pathOf('far.txt'), 'old');
  assert.equal((await powmod('evaluate', ...statement(50), '--out', 'link.txt', '--force')).status, 0);
  assert.ok(lstatSync(pathOf('link.txt')).isSymbolicLink());
  assert.equal(readFileSync(pathOf('far.txt'), 'utf8'), evaluated(50));
  // A link that leads nowhere yet, by another one; and the checkpoint of a second.
  mkdirSync(pathOf('links'));
  symlinkSync('links/next', pathOf('dangling.txt'));
  symlinkSync('../made.txt', pathOf('links/next'));
  symlinkSync('made.checkpoint', pathOf('dangling.checkpoint'));
  const saves = ['--checkpoint', 'dangling.checkpoint', '--checkpoint-every', '0'];
  assert.equal((await powmod('evaluate', ...statement(5000), '--out', 'dangling.txt', ...saves)).status, 0);
  for (const name of ['dangling.txt', 'links/next', 'dangling.checkpoint'])
    assert.ok(lstatSync(pathOf(name)).isSymbolicLink(), name);
  assert.equal(readFileSync(pathOf('made.txt'), 'utf8'), evaluated(5000));
  assert.ok(lstatSync(pathOf('made.checkpoint')).isFile());
  symlinkSync('ring', pathOf('ring'));
  assert.match((await powmod('evaluate', ...statement(50), '--out', 'ring')).stderr, /^powmod evaluate: ELOOP: /);
  const piped = inShell('mkfifo pipe; cat pipe & "$@"; wait', 'evaluate', ...statement(50), '--out', 'pipe');
  assert.deepEqual([piped.status, piped.stdout], [0, evaluated(50)], piped.stderr);
  assert.ok(lstatSync(pathOf('pipe')).isFIFO());
});

test('a result replaces no file, unless by force', { skip }, async () => {
  const evaluate = (...args: string[]) => powmod('evaluate', ...statement(50), ...args);
  const says = (name: string) => `powmod evaluate: ${name}: exists: give another file, or --force to replace it\n`;
  assert.equal((await evaluate('--out', 'first.txt')).status, 0);
  writeFileSync(pathOf('first.txt'), 'mine');
  assert.deepEqual(await evaluate('--out', 'first.txt'), { status: 2, stdout: '', stderr: says('first.txt') });
  symlinkSync('first.txt', pathOf('to-first.txt'));
  assert.equal((await evaluate('--out', 'to-first.txt')).stderr, says('to-first.txt'));
  assert.equal(readFileSync(pathOf('first.txt'), 'utf8'), 'mine');
  assert.equal((await evaluate('--out', 'first.txt', '--force')).status, 0);
  assert.equal(readFileSync(pathOf('first.txt'), 'utf8'), evaluated(50));
  // Empty files, as of mktemp and of the shell, hold nothing.
  writeFileSync(pathOf('empty.txt'), '');
  assert.equal((await evaluate('--out', 'empty.txt')).status, 0);
  if (!existsSync('/dev/stdout')) return;
  assert.equal(inShell('"$@" > shell.txt', 'evaluate', ...statement(50), '--out', '/dev/stdout').status, 0);
  assert.equal(readFileSync(pathOf('shell.txt'), 'utf8'), evaluated(50));
  assert.equal(inShell('"$@" >> shell.txt', 'evaluate', ...statement(50), '--out', '/dev/stdout').status, 2);
  assert.equal(readFileSync(pathOf('shell.txt'), 'utf8'), evaluated(50));

  // One that came during the work is not lost either, and the result has a name beside it.
  for (const command of [['evaluate'], ['prove', '--scheme', 'wesolowski']]) {
    const [file, out] = [`${command[0]}.checkpoint`, `${command[0]}.late`];
    const saves = ['--checkpoint', file, '--checkpoint-every', '0'];
    const { ended } = start(...command, ...statement(200_000), ...saves, '--out', out);
    await appears(pathOf(file));
    writeFileSync(pathOf(out), 'theirs');
    const { code, errors } = await ended;
    assert.equal(code, 2, errors);
    const [, beside = ''] =
      /late: was written by another program meanwhile: the result is in (\S+)\n$/.exec(errors) ?? [];
    assert.equal(readFileSync(pathOf(out), 'utf8'), 'theirs');
    const result = readFileSync(pathOf(beside), 'utf8');
    const output = command.length > 1 ? pm.element(BigInt(evaluated(200_000).trim()), n) : evaluated(200_000);
    assert.equal(command.length > 1 ? BigInt(JSON.parse(result).output) : result, output);
  }
});

test('what lies beside a file is not touched, and nothing is left there', { skip }, async () => {
  const beside = () => readdirSync(folder).filter((name) => name.startsWith('kept.txt.'));
  writeFileSync(pathOf('kept.txt'), 'old', { mode: 0o604 });
  writeFileSync(pathOf('other.txt'), 'other');
  symlinkSync(pathOf('other.txt'), pathOf('kept.txt.partial'));
  assert.equal((await powmod('evaluate', ...statement(50), '--out', 'kept.txt', '--force')).status, 0);
  assert.equal(readFileSync(pathOf('kept.txt'), 'utf8'), evaluated(50));
  assert.equal(statSync(pathOf('kept.txt')).mode & 0o777, 0o604);
  // Whatever the umask leaves of a new file.
  chmodSync(pathOf('kept.txt'), 0o666);
  assert.equal(inShell('umask 077; "$@"', 'evaluate', ...statement(50), '--out', 'kept.txt', '--force').status, 0);
  assert.equal(statSync(pathOf('kept.txt')).mode & 0o777, 0o666);
  assert.equal(readFileSync(pathOf('other.txt'), 'utf8'), 'other');
  assert.deepEqual(beside(), ['kept.txt.partial']);
  // A limit of the size of files, as a full disk.
  const { status, stderr } = inShell('ulimit -f 0; "$@"', 'evaluate', ...statement(60), '--out', 'kept.txt', '--force');
  assert.equal(status, 2);
  assert.match(stderr, /^powmod evaluate: EFBIG: .*\n$/);
  assert.deepEqual(beside(), ['kept.txt.partial']);
  assert.equal(readFileSync(pathOf('kept.txt'), 'utf8'), evaluated(50));
});

test('one run at a time has a checkpoint', { skip }, async () => {
  const args = (file: string) => ['evaluate', ...statement(2 ** 40), '--checkpoint', file];
  const held = (file: string, seconds: number) => {
    mkdirSync(pathOf(`${file}.lock`));
    utimesSync(pathOf(`${file}.lock`), seconds, seconds);
  };
  held('waits', Date.now() / 1000 + 1000);
  const waits = start(...args('waits'));
  // The file has another name, by a link; and a checkpoint that is a pipe is not waited for.
  symlinkSync('waits', pathOf('to-waits'));
  const linked = start(...args('to-waits'));
  const piped = inShell('mkfifo checkpoint.pipe; exec "$@"', ...args('checkpoint.pipe'));
  assert.deepEqual(piped, { ...piped, status: 2, stderr: 'powmod evaluate: checkpoint.pipe: is not a regular file\n' });
  // A lock that nobody refreshes lapses.
  held('stale', 0);
  assert.equal((await powmod('evaluate', ...statement(50), '--checkpoint', 'stale')).status, 0);
  assert.equal(existsSync(pathOf('stale.lock')), false);

  // Who loses its lock, as while it is stopped, ends and writes no more.
  const loses = start(...args('loses'), '--checkpoint-every', '0');
  await appears(pathOf('loses'));
  loses.child.kill('SIGSTOP');
  rmdirSync(pathOf('loses.lock'));
  for (const [name, run] of Object.entries({ waits, 'to-waits': linked })) {
    const { code, errors } = await run.ended;
    assert.equal(code, 2);
    const says = new RegExp(`^${name}: waiting .*\npowmod evaluate: ${name}: another run uses this checkpoint\n$`);
    assert.match(errors, says);
  }
  assert.equal(existsSync(pathOf('waits')), false);
  loses.child.kill('SIGCONT');
  const { code, errors } = await loses.ended;
  assert.equal(code, 2);
  assert.match(errors, new RegExp(`^(?:${ESTIMATE})?powmod evaluate: loses: lost its lock\n$`));
});

test('a checkpoint whose lock is lost is not written any more', async (t) => {
  const path = pathOf('taken');
  writeFileSync(path, 'mine');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const file = await CheckpointFile.open(path, 0, new AbortController().signal);
  rmdirSync(`${path}.lock`);
  while (!file.lost.aborted) {
    t.mock.timers.tick(5000); // after which it asks for its lock
    await new Promise((resolve) => setImmediate(resolve));
  }
  mkdirSync(`${path}.lock`); // another run's
  writeFileSync(path, 'theirs');
  await file.offer(Buffer.alloc(100));
  await file.close();
  assert.equal(readFileSync(path, 'utf8'), 'theirs');
  assert.ok(existsSync(`${path}.lock`));
  rmdirSync(`${path}.lock`);
});

test('evaluate, killed at 20 random moments: the file is whole, and leads to the same residue', async () => {
  const iterations = 200_000;
  const expected = evaluated(iterations);
  const random = new Random();
  const pool = await createPool({ workers: 2 });
  let left = 20;
  let killed = 0;
  let found = 0;
  const evaluateTo = async (file: string) => {
    const args = ['evaluate', ...statement(iterations), '--checkpoint', file, '--checkpoint-every', '0'];
    while (left-- > 0 || ((killed < 4 || found < 4) && left > -90)) {
      const { child, ended } = start(...args);
      const saved = inode(file);
      // At a random time from the start, or after the first save.
      if (random.between(0, 4) > 0)
        while (child.exitCode === null && inode(file) === saved) await new Promise((resolve) => setTimeout(resolve, 2));
      const timer = setTimeout(() => child.kill('SIGKILL'), random.between(0, 250));
      const { code, output } = await ended;
      clearTimeout(timer);
      // The next run would wait until it lapses.
      rmSync(pathOf(`${file}.lock`), { recursive: true, force: true });
      if (code !== null) {
        assert.deepEqual([code, output], [0, expected]);
        rmSync(pathOf(file));
        continue;
      }
      killed++;
      if (!existsSync(pathOf(file))) continue;
      found++;
      const checkpoint = readFileSync(pathOf(file));
      const { output: resumed } = await pool.evaluate({ modulus: n, seed, iterations }, { checkpoint });
      assert.equal(`0x${resumed.toString(16)}\n`, expected, `POWMOD_SEED=${random.seed}`);
    }
    const { status, stdout, stderr } = await powmod(...args);
    assert.deepEqual([status, stdout], [0, expected]);
    const resumes = `${file}: resumes from [\\d,]+ of 200,000 squarings \\(\\d+ %\\)\n`;
    const tells = '[\\d,]+ squarings take about \\d+ seconds on this machine\n'; // where the machine is slow
    assert.match(stderr, new RegExp(`^(${resumes})?(${tells})?$`));
  };
  await Promise.all([evaluateTo('one.checkpoint'), evaluateTo('two.checkpoint')]);
  await pool.close();
  assert.ok(killed > 3 && found > 3, `${killed} were killed, ${found} left a checkpoint`);
});

test('evaluate and prove tell at their start how long the squarings take', async () => {
  for (const command of [['evaluate'], ['prove', '--scheme', 'pietrzak', '--out', 'never.json']]) {
    const { child, ended } = start(...command, ...statement(2 ** 40));
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { code, errors } = await ended;
    assert.equal(code, 130);
    assert.match(
      errors,
      /^1,\d{3},\d{3},\d{3},\d{3} squarings take about [\d,]+ (day|hour|year)s?.* on this machine\n$/,
    );
  }
});

test('progress is shown after the estimate, however late its reports come', async () => {
  const said: string[] = [];
  const isEstimated = estimate((line) => said.push(line));
  for (let done = 0; !isEstimated({ done, total: 1e9, perSecond: 1 }); done++) {
    assert.ok(done < 10, 'the estimate never comes');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.match(said.join(), /^999,999,\d{3} squarings take about/);
});

/** The index of a checkpoint, whose format is in crate/vdf/src/checkpoint.rs. */
function squaringsIn(file: string): bigint {
  const bytes = readFileSync(pathOf(file));
  return bytes.readBigUInt64BE(24 + 2 * bytes.readUInt32BE(12));
}

for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 } as const))
  test(`${signal} saves the state that the evaluation has reached, and ends it`, async () => {
    const file = `${signal}.checkpoint`;
    // A longer evaluation has fewer states that it could save.
    const args = ['evaluate', ...statement(2 ** 33), '--checkpoint', file, '--checkpoint-every', '3600'];
    // The second run goes on from there, and saves where it comes to.
    for (let [runs, reached, wait] = [0, 0n, 200]; runs < 2; wait *= 2) {
      assert.ok(wait < 60_000, 'nothing more was saved');
      const { child, ended } = start(...args);
      const kill = () => child.kill(signal as NodeJS.Signals);
      child.stderr.on('data', (said) => /take about/.test(said) && setTimeout(kill, wait));
      const { code, output, errors } = await ended;
      assert.deepEqual([code, output], [status, '']);
      assert.match(errors, new RegExp(`^(?:${file}: resumes from .*\n)?${ESTIMATE}(?:evaluating: .*\n)*$`));
      const saved = existsSync(pathOf(file)) ? squaringsIn(file) : 0n;
      if (saved > reached) runs++;
      reached = saved;
    }
    const beside = readdirSync(folder).filter((name) => name.startsWith(`${file}.`));
    assert.deepEqual(beside, [], 'nothing is left beside it');
  });

test('a damaged checkpoint, or that of another evaluation, is refused and not changed', async () => {
  assert.equal(
    (await powmod('evaluate', ...statement(5000), '--checkpoint', 'mine', '--checkpoint-every', '0')).status,
    0,
  );
  const mine = readFileSync(pathOf('mine'));
  const refused = async (...args: string[]) => {
    const { status, stdout, stderr } = await powmod(...args, '--checkpoint', 'mine', '--checkpoint-every', '0');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^powmod (evaluate|prove): mine: checkpoint\.\w+: .* \(ERR_CHECKPOINT\)\n$/);
  };
  await refused('evaluate', ...statement(5001));
  await refused('prove', '--scheme', 'wesolowski', ...statement(5001), '--out', 'none.json');
  assert.deepEqual(readFileSync(pathOf('mine')), mine);
  const damaged = Buffer.from(mine);
  damaged[200] = (damaged[200] as number) ^ 1;
  writeFileSync(pathOf('mine'), damaged);
  await refused('evaluate', ...statement(5000));
  assert.deepEqual(readFileSync(pathOf('mine')), damaged);
  assert.equal(existsSync(pathOf('none.json')), false);
});

test('prove writes a file that verify accepts', async () => {
  const verify = (file: string, ...args: string[]) =>
    powmod('verify', file, '--modulus', String(n), '--seed', 'a seed', ...args);
  for (const args of [
    ['--scheme', 'wesolowski'],
    ['--scheme', 'pietrzak', '--profile', 'tokamak', '--delta', '9'],
  ]) {
    const made = await powmod('prove', ...args, ...statement(4096), '--out', 'proof.json', '--force');
    assert.deepEqual(made, { status: 0, stdout: '', stderr: '' });
    const { status, stdout } = await verify('proof.json', ...args.slice(2, 4));
    assert.equal(status, 0, stdout);
    assert.match(stdout, new RegExp(`^proof\\.json {2}${args[1]} .* T = 4096 {2}valid`));
  }
  // An input instead of a seed, and a delta that only verifiers take that are told.
  const input = ['--modulus', String(n), '--input', `0x${x.toString(16)}`, '--iterations'];
  assert.equal((await powmod('evaluate', ...input, '5000')).stdout, evaluated(5000));
  const far = await powmod('prove', '--scheme', 'pietrzak', '--delta', '12', ...input, '9999', '--out', 'far.json');
  assert.equal(far.status, 0);
  assert.equal(far.stderr, '--delta 12 makes a proof that verifiers refuse unless told otherwise, as by --max-delta\n');
  assert.equal((await verify('far.json')).stdout, 'far.json  malformed: delta: is above what the verifier allows\n');
  assert.equal((await verify('far.json', '--max-delta', '12', '--input', String(x))).status, 0);
  // The arguments of a contract.
  const call = async (...args: string[]) => {
    const { status, stdout } = await powmod('prove', ...args, ...statement(4096), '--format', 'evm', '--out', '-');
    assert.equal(status, 0);
    return JSON.parse(stdout);
  };
  const { input: shown, iterations, index } = await call('--scheme', 'wesolowski');
  assert.deepEqual([BigInt(shown), iterations, Number.isInteger(index)], [x, 4096, true]);
  const words = await call('--scheme', 'pietrzak', '--profile', 'tokamak', '--delta', '9');
  assert.deepEqual([BigInt(words.x.val), words.T, words.delta, words.v.length], [x, 4096, 9, 3]);
  const none = await powmod('prove', '--scheme', 'pietrzak', ...statement(4096), '--format', 'evm', '--out', 'none');
  assert.match(none.stderr, /^powmod prove: --format evm is for wesolowski or the profile tokamak\n/);
  // Proves from the checkpoint of an evaluation.
  assert.equal((await powmod('evaluate', ...statement(9999), '--checkpoint', 'done')).status, 0);
  assert.deepEqual(
    await powmod('prove', '--scheme', 'pietrzak', ...statement(9999), '--checkpoint', 'done', '--out', 'p'),
    {
      status: 0,
      stdout: '',
      stderr: 'done: resumes from 9,999 of 9,999 squarings (100 %)\n',
    },
  );
  assert.equal((await verify('p')).status, 0);
  const proof = JSON.parse(readFileSync(pathOf('p'), 'utf8')) as ProofFile;
  assert.equal(BigInt(proof.output), pm.element(BigInt(evaluated(9999).trim()), n));
});

test('bench --quick prints a table', async () => {
  const { status, stdout, stderr } = await powmod('bench', '--quick');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^powmod \d+\.\d+\.\d+, Node .*\n +BigInt .*\bscalar\b/);
  for (const name of [
    'modPow 2048, 2048 bits',
    'modPow2 2048, 256 bits',
    'square 2048, 10,000 times',
    'verify wesolowski',
  ])
    assert.match(stdout, new RegExp(`\n${name}.* \\d+\\.\\d{3} \\(\\d+\\.\\d\\)`));
});
