import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ChiaProof, verifyVdf } from '../chia/index.js';
import { MalformedProofError } from '../errors.js';
import { init } from '../init.js';
import type { Powmod } from '../powmod.js';
import { decodeUtf8, parse } from '../vdf/fields.js';
import type { Expectation } from '../vdf/options.js';
import { type ProofClaim, type ProofFile, readProof } from '../vdf/proof-file.js';
import { isOf, readChallenge, readChiaFile } from './chia.js';
import { type Command, UsageError } from './command.js';
import { readIterations, readModulus, readSeed } from './values.js';

/** The result for one proof, with the fields of `--json`. */
interface Report {
  file: string;
  result: 'valid' | 'invalid' | 'unchecked' | 'malformed' | 'unreadable';
  /** Why the proof is not checked, or is malformed or unreadable. */
  reason?: string;
  /** The malformed field. */
  field?: string;
  scheme?: string;
  profile?: string;
  bits?: number;
  iterations?: number;
  /** The source of the modulus. Without an expectation, anyone may have chosen the modulus in the file. */
  modulus?: 'built in' | 'expected' | 'from the file';
  /** The source of the challenge of a proof of Chia, with the same caution. */
  challenge?: 'expected' | 'from the file';
  /** The output is proved only up to sign: the proof shows `element`, min(y, N − y). */
  upToSign?: boolean;
  element?: string;
  milliseconds?: number;
}

/** What the options tell of the proofs: of a proof of Chia, `challenge`. */
type Expected = Expectation & { challenge?: string };

const MOST_FILE_BYTES = 2 ** 28;

export const verify: Command = {
  usage: 'verify FILE… [--modulus M] [--seed S] [--iterations T] [--challenge C] [--json]',
  summary:
    'Verifies the proofs in the files (one, or an array; - is standard input). A file may also hold a proof of Chia, or a block, of which it names the proofs that need earlier blocks. Exit code: 0 if all that could be checked are valid, 1 if any is invalid, 2 if any is unreadable, or none could be checked.',

  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        modulus: { type: 'string' },
        seed: { type: 'string' },
        iterations: { type: 'string' },
        challenge: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    if (positionals.length === 0) throw new UsageError('a file is required');
    const expect: Expected = {};
    if (values.modulus !== undefined) expect.modulus = readModulus(values.modulus, '--modulus');
    if (values.seed !== undefined) expect.seed = readSeed(values.seed, '--seed');
    if (values.iterations !== undefined) expect.iterations = readIterations(values.iterations, '--iterations');
    if (values.challenge !== undefined) expect.challenge = readChallenge(values.challenge, '--challenge');

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

async function* verifyFile(pm: Powmod, file: string, expect: Expected): AsyncGenerator<Report> {
  let proofs: unknown[];
  try {
    proofs = splitProofs(await read(file));
  } catch (error) {
    const reason = error instanceof MalformedProofError ? error.reason : (error as Error).message;
    yield { file, result: 'unreadable', reason };
    return;
  }
  for (const [i, proof] of proofs.entries()) {
    yield* verifyEntry(pm, proofs.length === 1 ? file : `${file}[${i}]`, proof, expect);
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

/** An entry of a file, which is one proof, or a block of Chia with several. */
async function* verifyEntry(pm: Powmod, file: string, source: unknown, expect: Expected): AsyncGenerator<Report> {
  try {
    const chia = readChiaFile(source instanceof Uint8Array ? jsonOf(source) : source);
    if (!chia) {
      yield verifyOne(pm, file, source, expect);
      return;
    }
    const nameOf = (name: string) => (name ? `${file}: ${name}` : file);
    for (const { name, proof } of chia.proofs) yield await verifyChia(nameOf(name), proof, expect);
    for (const { name, needs } of chia.incomplete) {
      const reason = `the block alone does not tell the ${needs.join(' and the ')}`;
      yield { file: nameOf(name), result: 'unchecked', reason };
    }
  } catch (error) {
    yield malformed(file, error);
  }
}

/** The value of a file, as far as it may be of Chia. Its errors are those of the file's other reader. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parse(bytes, MOST_FILE_BYTES);
  } catch {
    return undefined;
  }
}

async function verifyChia(file: string, proof: ChiaProof, expect: Expected): Promise<Report> {
  try {
    const { challenge, iterations, modulus, seed } = expect;
    const start = performance.now();
    const isExpected =
      modulus === undefined &&
      seed === undefined &&
      isOf(proof, { ...(challenge && { challenge }), ...(iterations && { iterations }) });
    const isValid = (await verifyVdf(proof)) && isExpected;
    return {
      file,
      result: isValid ? 'valid' : 'invalid',
      scheme: 'wesolowski',
      profile: 'chia',
      bits: 1024,
      iterations: Number(proof.iterations),
      challenge: challenge === undefined ? 'from the file' : 'expected',
      milliseconds: millisecondsSince(start),
    };
  } catch (error) {
    return malformed(file, error);
  }
}

/** The report of a malformed proof. @throws any other error */
function malformed(file: string, error: unknown): Report {
  if (!(error instanceof MalformedProofError)) throw error;
  return { file, result: 'malformed', reason: error.message, field: error.field };
}

function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1000;
}

function verifyOne(pm: Powmod, file: string, source: unknown, { challenge, ...expect }: Expected): Report {
  try {
    if (typeof source !== 'object' || source === null) throw new MalformedProofError('file', 'must hold objects');
    const claim = readProof(source as ProofFile);
    const start = performance.now();
    // A proof of Chia has a challenge, and this proof has none.
    const isValid = pm.verify(claim, { expect }) && challenge === undefined;
    const milliseconds = millisecondsSince(start);
    const report: Report = { file, result: isValid ? 'valid' : 'invalid', ...describe(claim, expect), milliseconds };
    if (isValid && report.upToSign) report.element = elementOf(pm, claim);
    return report;
  } catch (error) {
    return malformed(file, toUsageError(error));
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

function verdictOf({ result, modulus, challenge, upToSign }: Report): string {
  if (result !== 'valid') return result;
  const given = modulus === 'from the file' ? 'modulus' : challenge === 'from the file' ? 'challenge' : undefined;
  return `valid${given ? ` for the ${given} in the file` : ''}${upToSign ? ', up to sign' : ''}`;
}

function exitCode(reports: Report[]): number {
  if (reports.some(({ result }) => result === 'malformed' || result === 'unreadable')) return 2;
  if (reports.some(({ result }) => result === 'invalid')) return 1;
  return reports.some(({ result }) => result === 'valid') ? 0 : 2;
}
