import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MalformedProofError } from '../errors.js';
import { init } from '../init.js';
import type { Powmod } from '../powmod.js';
import { decodeUtf8 } from '../vdf/fields.js';
import type { Expectation } from '../vdf/options.js';
import { type ProofClaim, type ProofFile, readProof } from '../vdf/proof-file.js';
import { type Command, UsageError } from './command.js';
import { readIterations, readModulus, readSeed } from './values.js';

/** The result for one proof, with the fields of `--json`. */
interface Report {
  file: string;
  result: 'valid' | 'invalid' | 'malformed' | 'unreadable';
  /** Why the proof is malformed or unreadable. */
  reason?: string;
  /** The malformed field. */
  field?: string;
  scheme?: string;
  profile?: string;
  bits?: number;
  iterations?: number;
  /** The source of the modulus. Without an expectation, anyone may have chosen the modulus in the file. */
  modulus?: 'built in' | 'expected' | 'from the file';
  /** The output is proved only up to sign: the proof shows `element`, min(y, N − y). */
  upToSign?: boolean;
  element?: string;
  milliseconds?: number;
}

const MOST_FILE_BYTES = 2 ** 28;

export const verify: Command = {
  usage: 'verify FILE… [--modulus M] [--seed S] [--iterations T] [--json]',
  summary:
    'Verifies the proofs in the files (one, or an array; - is standard input). Exit code: 0 if all are valid, 1 if any is invalid, 2 if any is unreadable.',

  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        modulus: { type: 'string' },
        seed: { type: 'string' },
        iterations: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    if (positionals.length === 0) throw new UsageError('a file is required');
    const expect: Expectation = {};
    if (values.modulus !== undefined) expect.modulus = readModulus(values.modulus, '--modulus');
    if (values.seed !== undefined) expect.seed = readSeed(values.seed, '--seed');
    if (values.iterations !== undefined) expect.iterations = readIterations(values.iterations, '--iterations');

    const pm = await init();
    const reports: Report[] = [];
    for (const file of positionals) {
      for await (const report of verifyFile(pm, file, expect)) {
        if (!values.json) console.log(lineOf(report));
        reports.push(report);
      }
    }
    if (values.json) console.log(JSON.stringify(reports, null, 2));
    return exitCode(reports);
  },
};

async function* verifyFile(pm: Powmod, file: string, expect: Expectation): AsyncGenerator<Report> {
  let proofs: unknown[];
  try {
    proofs = splitProofs(await read(file));
  } catch (error) {
    const reason = error instanceof MalformedProofError ? error.reason : (error as Error).message;
    yield { file, result: 'unreadable', reason };
    return;
  }
  for (const [i, proof] of proofs.entries()) {
    yield verifyOne(pm, proofs.length === 1 ? file : `${file}[${i}]`, proof, expect);
  }
}

async function read(file: string): Promise<Uint8Array> {
  if (file !== '-') {
    if ((await stat(file)).size > MOST_FILE_BYTES) throw new Error(`is longer than ${MOST_FILE_BYTES} bytes`);
    return readFile(file);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MOST_FILE_BYTES) throw new Error(`is longer than ${MOST_FILE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The proofs of a file that holds an array of them, or the file itself as its one proof. */
function splitProofs(bytes: Uint8Array): unknown[] {
  const firstCharacter = bytes.find((byte) => byte > 0x20);
  if (firstCharacter !== '['.charCodeAt(0)) return [bytes];
  let proofs: unknown[];
  try {
    proofs = JSON.parse(decodeUtf8(bytes));
  } catch {
    throw new MalformedProofError('file', 'is not JSON text in UTF-8');
  }
  if (proofs.length === 0) throw new MalformedProofError('file', 'holds no proof');
  return proofs;
}

function verifyOne(pm: Powmod, file: string, source: unknown, expect: Expectation): Report {
  try {
    if (typeof source !== 'object' || source === null) throw new MalformedProofError('file', 'must hold objects');
    const claim = readProof(source as ProofFile);
    const start = performance.now();
    const isValid = pm.verify(claim, { expect });
    const milliseconds = Math.round((performance.now() - start) * 1000) / 1000;
    const report: Report = { file, result: isValid ? 'valid' : 'invalid', ...describe(claim, expect), milliseconds };
    if (isValid && report.upToSign) report.element = elementOf(pm, claim);
    return report;
  } catch (error) {
    if (!(error instanceof MalformedProofError)) throw toUsageError(error);
    return { file, result: 'malformed', reason: error.message, field: error.field };
  }
}

/** Translates an argument's name in an error to the command line: `options.expect.modulus` to `--modulus`. */
function toUsageError(error: unknown): unknown {
  const [prefix = '', name] = /^options\.expect\.(\w+)/.exec((error as Error).message) ?? [];
  return name ? new UsageError(`--${name}${(error as Error).message.slice(prefix.length)}`) : error;
}

/** The claim and the source of its modulus, as fields of the report. */
function describe(claim: ProofClaim, expect: Expectation): Partial<Report> {
  const { scheme, profile, bits, iterations, modulusName } = claim;
  const report: Partial<Report> = { scheme, profile, bits, iterations, modulus: 'from the file' };
  if (modulusName !== undefined) report.modulus = 'built in';
  if (expect.modulus !== undefined) report.modulus = 'expected';
  if (profile === 'tokamak') report.upToSign = true;
  return report;
}

function elementOf(pm: Powmod, { output, modulus, bits }: ProofClaim): string {
  const digits = 2 * Math.ceil(bits / 8);
  return `0x${pm.element(output, modulus).toString(16).padStart(digits, '0')}`;
}

function lineOf(report: Report): string {
  const { file, result, reason } = report;
  if (reason !== undefined) return `${file}  ${result}: ${reason}`;
  const { scheme, profile, bits, iterations, milliseconds } = report;
  return `${file}  ${scheme}  ${profile}  ${bits} bits  T = ${iterations}  ${verdictOf(report)}  ${milliseconds?.toFixed(1)} ms`;
}

function verdictOf({ result, modulus, upToSign }: Report): string {
  if (result !== 'valid') return result;
  return `valid${modulus === 'from the file' ? ' for the modulus in the file' : ''}${upToSign ? ', up to sign' : ''}`;
}

function exitCode(reports: Report[]): number {
  if (reports.some(({ result }) => result === 'malformed' || result === 'unreadable')) return 2;
  return reports.every(({ result }) => result === 'valid') ? 0 : 1;
}
