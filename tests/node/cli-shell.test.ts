// What the command line tells shells and readers: completion and the manual page, made of the same source as the help.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { root } from '../support/vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'powmod-shell-'));
after(() => rmSync(folder, { recursive: true }));

const program = join(root, 'crate/js/bin/powmod.js');
const powmod = (...args: string[]) => execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });

/** The commands, and the options of each, as the help lists them. */
const commands = new Map(
  [...powmod('--help').matchAll(/^ {2}powmod (\w+)(.*)$/gm)].map(([, name = '', form = '']) => [
    name,
    [...form.matchAll(/--[\w-]+/g)].map(([option]) => option),
  ]),
);

test('the help of a command explains each of its options', () => {
  assert.ok(commands.size >= 8);
  for (const [name, options] of commands) {
    const [, ...lines] = powmod(name, '--help').split(/\nOptions:\n|\n/);
    for (const option of options)
      assert.ok(
        lines.some((line) => new RegExp(`^ {2}${option}\\b.* {2}\\S`).test(line)),
        `${name} ${option}`,
      );
  }
});

test('the manual page has every command and option, and lies in the package', () => {
  const page = powmod('manual');
  const { man } = JSON.parse(readFileSync(join(root, 'crate/js/package.json'), 'utf8'));
  assert.deepEqual(man, ['./dist/powmod.1']);
  assert.equal(readFileSync(join(root, 'crate/js/dist/powmod.1'), 'utf8'), page);
  assert.match(page, /^\.TH POWMOD 1 "" "powmod \d+\.\d+\.\d+" "User Commands"\n\.SH NAME\npowmod \\- /);
  for (const [name, options] of commands) {
    const [, section = ''] = page.split(`\n.SS ${name}`);
    for (const option of options)
      assert.ok(section.split('\n.S')[0]?.includes(`\n.B ${option.replaceAll('-', '\\-')}`), `${name} ${option}`);
  }
  // No line of text is read as a command.
  for (const line of page.split('\n').filter((line) => line.startsWith('.')))
    assert.match(line, /^\.(TH|SH|SS|TP|B|I|br)( |$)/);
});

describe('completion', () => {
  /** What bash offers for the last of these words. */
  function offered(...words: string[]): string[] {
    writeFileSync(join(folder, 'powmod.bash'), powmod('completion', 'bash'));
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `. ./powmod.bash; COMP_WORDS=(powmod ${line}); COMP_CWORD=${words.length}; _powmod; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-ec', script], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean).sort();
  }

  test('in bash offers commands, options, words and files', () => {
    writeFileSync(join(folder, 'proof.json'), '');
    assert.deepEqual(offered(''), ['--help', '--version', ...commands.keys()].sort());
    assert.deepEqual(offered('ver'), ['verify']);
    for (const [name, options] of commands)
      assert.deepEqual(offered(name, '--'), [...options, '--help'].sort(), `powmod ${name} --`);
    assert.deepEqual(offered('verify', 'pro'), ['proof.json']);
    assert.deepEqual(offered('verify', 'proof.json', '--js'), ['--json']);
    assert.deepEqual(offered('prove', '--scheme', 'p'), ['pietrzak']);
    assert.deepEqual(offered('prove', '--profile', ''), ['powmod-v1', 'tokamak']);
    assert.deepEqual(offered('evaluate', '--out', 'pro'), ['proof.json']);
    assert.deepEqual(offered('evaluate', '--seed', 'pro'), []);
    assert.deepEqual(offered('completion', ''), ['--help', 'bash', 'fish', 'zsh']);
  });

  for (const shell of ['zsh', 'fish'])
    test(`in ${shell} names every command and option`, () => {
      const script = powmod('completion', shell);
      for (const [name, options] of commands) {
        const [line = ''] = script.match(new RegExp(`^ +${name}\\) .*$`, 'm')) ?? [];
        for (const option of options)
          assert.ok(
            shell === 'zsh'
              ? line.includes(`'${option}[`)
              : new RegExp(`_from ${name}' -l ${option.slice(2)}[ \n]`).test(script),
            `${name} ${option}`,
          );
      }
      // Where the shell is installed, it reads the script.
      const { status, error, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
      assert.ok(error || status === 0, stderr);
    });

  test('of another shell is refused', () => {
    for (const args of [[], ['tcsh'], ['toString'], ['bash', 'zsh']]) {
      const { status, stderr } = spawnSync(process.execPath, [program, 'completion', ...args], { encoding: 'utf8' });
      assert.equal(status, 2);
      assert.match(
        stderr,
        /^powmod completion: SHELL must be one of bash, zsh, fish\n\nUsage: powmod completion SHELL\n$/,
      );
    }
  });
});
