// The secret path under valgrind: only the result depends on an exponent.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';

const program = `${root}/target/release/secret-path`;

// The profile of native programs that use the crate. The release profile optimises wasm for size.
const build = 'build --profile bench --locked --package powmod-secret-test --features valgrind';
execFileSync('cargo', build.split(' '), { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const kernels = execFileSync(program, ['--list'], { encoding: 'utf8' }).trimEnd().split('\n');

const valgrind = (...args: string[]) => {
  const { status, stderr, error } = spawnSync('valgrind', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (error) throw error;
  return { status, stderr };
};

const memcheck = (...args: string[]) => valgrind('--quiet', '--error-exitcode=9', program, ...args);

test('memcheck finds a jump that depends on an exponent', () => {
  const { status, stderr } = memcheck('control');
  assert.equal(status, 9);
  assert.match(stderr, /Conditional jump or move depends on uninitialised value/);
});

for (const kernel of kernels) {
  test(`${kernel}: no jump and no address depends on an exponent`, () => {
    const { status, stderr } = memcheck(kernel, 'mixed');
    assert.equal(status, 0, stderr);
  });

  test(`${kernel}: every exponent takes the same instructions`, () => {
    const counts = ['zeros', 'ones', 'mixed'].map((exponent) => {
      const collect = '--toggle-collect=secret_path::on_secrets*';
      // Not /dev/null, because valgrind, run by root, would replace it with a file.
      const out = `--callgrind-out-file=${root}/target/release/callgrind.out`;
      const { stderr } = valgrind('--tool=callgrind', collect, out, program, kernel, exponent);
      return Number(/Collected : (\d+)/.exec(stderr)?.[1]);
    });
    const [zeros = 0, ...others] = counts;
    assert.ok(zeros > 500_000, `${zeros} instructions were counted`);
    assert.deepEqual(others, [zeros, zeros]);
  });
}
