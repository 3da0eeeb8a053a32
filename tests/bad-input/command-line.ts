// Mistakes on the command line: the message and the exit code.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { init } from 'powmod';
import { makeWesolowski, smallModulus } from '../support/small-proofs.ts';
import { root } from '../support/vectors.ts';

export interface CommandRow {
  command: string;
  code: number;
  line: string;
}

const N = ['--modulus', 'RSA-2048'];
const TASK = [...N, '--seed', 's', '--iterations', '16'];
/** A command must find a mistake before it computes for hours; otherwise the test does not end. */
const ENDLESS = [...N, '--seed', 's', '--iterations', String(2 ** 50)];

const COMMANDS: string[][] = [
  [],
  ['frobnicate'],
  ['toString'],
  ['verify'],
  ['verify', '--colour', 'x', 'valid.json'],
  ['verify', 'missing.json'],
  ['verify', 'folder'],
  ['verify', 'nowhere*.json'],
  ['verify', 'valid.json', '--jobs', '0'],
  ['verify', 'empty.json'],
  ['verify', 'none.json'],
  ['verify', 'cut.json'],
  ['verify', 'deep.json'],
  ['verify', 'unknown.json'],
  ['verify', 'huge.json'],
  ['verify', 'chia.json'],
  ['verify', 'block.json'],
  ['verify', 'valid.json', '--challenge', 'ab'],
  ['verify', 'valid.json', '--modulus', '0'],
  ['verify', 'valid.json', '--modulus', 'RSA-1'],
  ['verify', 'valid.json', '--modulus'],
  ['verify', 'valid.json', '--seed', '0x123'],
  ['verify', 'valid.json', '--iterations', '1e3'],
  ['verify', 'valid.json', '--iterations', '9007199254740992'],
  ['pow'],
  ['pow', '1', '2'],
  ['pow', 'a', 'b', 'c'],
  ['pow', '1', '2', '3', '4'],
  ['pow', '3', '5', '0'],
  ['pow', '3', '5', '-7'],
  ['pow', '2', '-1', '4'],
  ['evaluate', ...N],
  ['evaluate', '--modulus', '35', '--seed', 's', '--iterations', '16'],
  ['evaluate', '--modulus', 'x', '--seed', 's', '--iterations', '16'],
  ['evaluate', ...N, '--seed', '0xz', '--iterations', '16'],
  ['evaluate', ...N, '--seed', 's', '--iterations', '0'],
  ['evaluate', ...TASK, '--checkpoint-every', 'never'],
  ['evaluate', ...TASK, '--checkpoint', 'valid.json'],
  ['evaluate', ...TASK, '--checkpoint', '.'],
  ['evaluate', ...ENDLESS, '--out', 'no/where.txt'],
  ['evaluate', ...ENDLESS, '--out', '.'],
  ['evaluate', ...ENDLESS, '--checkpoint', 'no/where.checkpoint'],
  ['prove', ...TASK],
  ['prove', ...TASK, '--scheme', 'pietrzak'],
  ['prove', ...TASK, '--scheme', 'snark', '--out', 'p.json'],
  ['prove', ...TASK, '--scheme', 'wesolowski', '--profile', 'tokamak', '--out', 'p.json'],
  ['prove', ...TASK, '--scheme', 'wesolowski', '--delta', '1', '--out', 'p.json'],
  ['prove', ...TASK, '--scheme', 'pietrzak', '--delta', '21', '--out', 'p.json'],
  ['prove', ...TASK, '--scheme', 'pietrzak', '--delta', '-1', '--out', 'p.json'],
  ['prove', ...ENDLESS, '--scheme', 'pietrzak', '--out', 'no/where.json'],
  ['info', 'x'],
  ['completion'],
  ['completion', 'tcsh'],
  ['manual', 'x'],
  ['bench', '--slow'],
];

/** Runs all commands, two at a time. */
export async function commandRows(): Promise<CommandRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-bad-input-'));
  const pm = await init();
  const valid = makeWesolowski(pm, smallModulus(pm), new TextEncoder().encode('a seed'), 1000);
  const files = {
    'valid.json': JSON.stringify(valid),
    'empty.json': '',
    'none.json': '[]',
    'cut.json': JSON.stringify(valid).slice(0, 99),
    'deep.json': '['.repeat(1e6),
    'unknown.json': JSON.stringify({ ...valid, '\u001b[31mred': 1 }),
    'chia.json': JSON.stringify({ challenge: '00', iterations: 5, output: '00', witness: '00', witnessType: 0 }),
    'block.json': JSON.stringify({ reward_chain_block: {}, finished_sub_slots: [] }),
    'huge.json': JSON.stringify({ ...valid, input: `0x${'0'.repeat(1e6)}` }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'folder'));
  const rows: CommandRow[] = [];
  let next = 0;
  const lane = async () => {
    while (next < COMMANDS.length) {
      const place = next++;
      rows[place] = await rowOf(COMMANDS[place] as string[], folder);
    }
  };
  await Promise.all([lane(), lane()]);
  rmSync(folder, { recursive: true });
  return rows;
}

function rowOf(args: string[], cwd: string): Promise<CommandRow> {
  const program = join(root, 'crate/js/bin/powmod.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0;
      // A line about a file on standard output is a result and not an error.
      const [line = ''] = (stderr || stdout).split('\n');
      resolve({ command: ['powmod', ...args].join(' '), code, line: hostsOwn(line) });
    });
  });
}

/** Replaces the parts of a message that differ between versions of Node and between systems. */
function hostsOwn(line: string): string {
  return line
    .replace(/(Unknown option|Unexpected argument|Option) '.*/, "$1 … (Node's words)")
    .replace(/\b(E[A-Z]{3,}): .*/, "$1: … (the system's words)");
}
