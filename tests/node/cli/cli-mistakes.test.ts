// The command line says each mistake in a line, and exits with 2.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { init } from 'powmod';
import { pathOf, powmod, write } from '../../support/cli.ts';
import { makeWesolowski, seed, smallModulus } from '../../support/small-proofs.ts';

const N = '--modulus RSA-2048';
const TASK = `${N} --seed s --iterations 16`;
/** A command must find a mistake before it computes for hours; otherwise the test does not end. */
const ENDLESS = `${N} --seed s --iterations ${2 ** 50}`;

/** The commands, and the line that each says. */
const COMMANDS: [command: string, says: string][] = [
  ['', 'Usage:'],
  ['frobnicate', 'powmod: unknown command frobnicate'],
  ['toString', 'powmod: unknown command toString'],
  ['verify', 'powmod verify: a file is required'],
  ['verify --colour x valid.json', "powmod verify: Unknown option … (Node's words)"],
  ['verify missing.json', "missing.json  unreadable: ENOENT: … (the system's words)"],
  ['verify folder', 'folder  unreadable: has no .json file'],
  ['verify nowhere*.json', 'nowhere*.json  unreadable: fits no file'],
  ['verify valid.json --jobs 0', 'powmod verify: --jobs must be a whole number from 1 to 256'],
  ['verify empty.json', 'empty.json  malformed: file: is empty'],
  ['verify none.json', 'none.json  unreadable: holds no proof'],
  ['verify cut.json', 'cut.json  malformed: file: is not JSON text in UTF-8'],
  ['verify twice.json', 'twice.json  unreadable: iterations: stands twice in one object'],
  ['verify deep.json', 'deep.json  unreadable: is not JSON text in UTF-8'],
  ['verify unknown.json', 'unknown.json  malformed: ?[31mred: is not a field of a proof'],
  ['verify huge.json', 'huge.json  malformed: file: is longer than 262144 bytes'],
  ['verify chia.json', 'chia.json  malformed: challenge: must have 32 bytes'],
  ['verify block.json', 'block.json  malformed: reward_chain_block.reward_chain_ip_vdf: must be an object, not absent'],
  ['verify valid.json --challenge ab', 'powmod verify: --challenge must be 32 bytes in hex'],
  ['verify valid.json --modulus 0', 'powmod verify: --modulus: must be positive'],
  ['verify valid.json --modulus RSA-1', 'powmod verify: --modulus: must be RSA-2048, or an integer'],
  ['verify valid.json --modulus x', 'powmod verify: --modulus: must be an integer, decimal or in hex after 0x'],
  ['verify valid.json --modulus', "powmod verify: Option … (Node's words)"],
  ['verify valid.json --seed 0x123', 'powmod verify: --seed: must have two hex digits for each byte after 0x'],
  [
    'verify valid.json --iterations 9007199254740992',
    'powmod verify: --iterations: must be a whole number from 1 to 2^53 - 1, such as 1048576 or 2^20',
  ],
  ['verify valid.json --input x', 'powmod verify: --input: must be an integer, decimal or in hex after 0x'],
  ['verify valid.json --scheme snark', 'powmod verify: --scheme: must be one of wesolowski, pietrzak'],
  ['verify valid.json --profile chia', 'powmod verify: --profile: must be one of powmod-v1, tokamak'],
  ['verify valid.json --max-delta 21', 'powmod verify: --max-delta must be a whole number from 0 to 20'],
  ['pow', 'powmod pow: three numbers are required'],
  ['pow q r s', 'powmod pow: BASE: must be an integer, decimal or in hex after 0x'],
  ['pow 3 ff 7', 'powmod pow: EXP: hex digits stand after 0x'],
  ['pow 1e10 5 7', 'powmod pow: BASE: may be a power of ten or hex: write all digits, or hex after 0x'],
  ['pow 3 5 0b101', 'powmod pow: MOD: must be decimal, or hex after 0x'],
  ['pow -- 3 5', 'powmod pow: three numbers are required'],
  ['pow 3 5 0', 'powmod pow: modulus: must be positive'],
  ['pow 2 -1 4', 'powmod pow: base: has no inverse modulo the modulus'],
  [`evaluate ${N}`, 'powmod evaluate: --modulus, --iterations, and either --seed or --input are required'],
  [`evaluate ${TASK} --input 4`, 'powmod evaluate: --input and --seed exclude one another'],
  [`evaluate ${N} --input 0 --iterations 16`, 'powmod evaluate: --input: must be from 1 to the modulus less one'],
  ['evaluate --modulus 35 --seed s --iterations 16', 'powmod evaluate: --modulus: must have no factor below 2^16'],
  [
    `evaluate ${N} --seed s --iterations 0`,
    'powmod evaluate: --iterations: must be a whole number from 1 to 2^53 - 1, such as 1048576 or 2^20',
  ],
  [`evaluate ${TASK} --checkpoint-every never`, 'powmod evaluate: --checkpoint-every must be a number of seconds'],
  [
    `evaluate ${TASK} --checkpoint valid.json`,
    'powmod evaluate: valid.json: checkpoint.version: is not of a checkpoint (ERR_CHECKPOINT)',
  ],
  [`evaluate ${TASK} --checkpoint /dev/null`, 'powmod evaluate: /dev/null: is not a regular file'],
  [`evaluate ${TASK} --checkpoint .`, 'powmod evaluate: .: is a folder'],
  [`evaluate ${ENDLESS} --out no/where.txt`, 'powmod evaluate: no: is no folder yet, so make it first'],
  [`evaluate ${ENDLESS} --out=`, 'powmod evaluate: the name of a file is empty'],
  [`prove ${ENDLESS} --scheme pietrzak --out=`, 'powmod prove: the name of a file is empty'],
  [`evaluate ${ENDLESS} --checkpoint=`, 'powmod evaluate: the name of a file is empty'],
  [`evaluate ${ENDLESS} --out .`, 'powmod evaluate: .: is a folder'],
  [
    `evaluate ${ENDLESS} --out valid.json`,
    'powmod evaluate: valid.json: exists: give another file, or --force to replace it',
  ],
  [
    `prove ${ENDLESS} --scheme pietrzak --checkpoint state --out valid.json`,
    'powmod prove: valid.json: exists: give another file, or --force to replace it',
  ],
  [`evaluate ${ENDLESS} --checkpoint no/where.checkpoint`, 'powmod evaluate: no: is no folder yet, so make it first'],
  [`prove ${TASK}`, 'powmod prove: --scheme is required'],
  [`prove ${TASK} --scheme pietrzak`, 'powmod prove: --out is required'],
  [`prove ${TASK} --scheme snark --out p.json`, 'powmod prove: --scheme: must be one of wesolowski, pietrzak'],
  [
    `prove ${TASK} --scheme wesolowski --profile tokamak --out p.json`,
    'powmod prove: --profile: tokamak is for pietrzak only',
  ],
  [
    `prove ${TASK} --scheme pietrzak --delta 21 --out p.json`,
    'powmod prove: --delta must be a whole number from 0 to 20',
  ],
  [`prove ${ENDLESS} --scheme pietrzak --out no/where.json`, 'powmod prove: no: is no folder yet, so make it first'],
  ['info x', "powmod info: ENOENT: … (the system's words)"],
  ['info unknown.json', 'powmod info: unknown.json: ?[31mred: is not a field of a proof (ERR_MALFORMED_PROOF)'],
  ['info none.json', 'powmod info: file: holds no proof (ERR_MALFORMED_PROOF)'],
  ['pow 1 2 3 --x', 'powmod pow: three numbers are required'],
  ['bench --slow', "powmod bench: Unknown option … (Node's words)"],
];

const valid = makeWesolowski(await init(), smallModulus, seed, 1000);
const files = {
  'valid.json': JSON.stringify(valid),
  'empty.json': '',
  'none.json': '[]',
  'cut.json': JSON.stringify(valid).slice(0, 99),
  'twice.json': `[${JSON.stringify(valid).replace('{', '{"iterations":1000,')}]`,
  'deep.json': '['.repeat(1e6),
  'unknown.json': JSON.stringify({ ...valid, '\u001b[31mred': 1 }),
  'chia.json': JSON.stringify({ challenge: '00', iterations: 5, output: '00', witness: '00', witnessType: 0 }),
  'block.json': JSON.stringify({ reward_chain_block: {}, finished_sub_slots: [] }),
  'huge.json': JSON.stringify({ ...valid, input: `0x${'0'.repeat(1e6)}` }),
};
for (const [name, content] of Object.entries(files)) write(name, content);
mkdirSync(pathOf('folder'));

for (const [command, says] of COMMANDS)
  test(`powmod ${command}`, async () => {
    const { status, stdout, stderr } = await powmod(...command.split(' ').filter(Boolean));
    // A line about a file on standard output is a result and not an error.
    const [line = ''] = (stderr || stdout).split('\n');
    assert.deepEqual([status, hostsOwn(line)], [2, says]);
  });

/** Replaces the parts of a message that differ between versions of Node and between systems. */
function hostsOwn(line: string): string {
  return line
    .replace(/(Unknown option|Unexpected argument|Option) '.*/, "$1 … (Node's words)")
    .replace(/\b(E[A-Z]{3,}): .*/, "$1: … (the system's words)");
}
