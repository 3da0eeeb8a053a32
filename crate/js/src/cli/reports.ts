/** Verifies one proof, or the proofs of a block, and says what came out. */
import type { ChiaProof } from '../chia/index.js';
import type { Expectation, VerifyOptions } from '../vdf/options.js';
import type { ProofClaim, ProofFile } from '../vdf/proof-file.js';
import { readChiaFile } from './chia.js';
import { toUsageError } from './command.js';
import {
  checkHex,
  createPool,
  DEFAULT_PROFILE,
  groups,
  init,
  isGroupName,
  MalformedProofError,
  parse,
  readProof,
  verifyVdf,
} from './package.js';
import { MAX_FILE_BYTES } from './proof-files.js';
import { hexOf } from './proof-info.js';

/** The result for one proof, with the fields of `--json`. */
export interface Report {
  file: string;
  result: 'valid' | 'invalid' | 'unchecked' | 'malformed' | 'unreadable';
  /** Why the proof is not valid, or is not checked. */
  reason?: string;
  /** The expectations that the proof does not meet. An invalid proof without them is false. */
  mismatch?: string[];
  /** The malformed field. */
  field?: string;
  scheme?: string;
  profile?: string;
  bits?: number;
  iterations?: number;
  /** The source of the modulus. Without an expectation, anyone may have chosen the modulus in the file. */
  modulus?: 'built in' | 'expected' | 'from the file';
  /** The source of the input. Without an expectation, the proof may be of anybody's seed. */
  input?: 'expected' | 'from the file';
  /** The source of the challenge of a proof of Chia, with the same caution. */
  challenge?: 'expected' | 'from the file';
  /** The output is proved only up to sign: the proof shows `element`, min(y, N − y). */
  upToSign?: boolean;
  element?: string;
  milliseconds?: number;
}

/** What the options tell of the proofs: of a proof of Chia, `challenge`. */
export interface Checks {
  expect: Expectation;
  challenge?: string;
  maxDelta?: number;
}

/** What computes the verdicts. */
export interface Checker {
  verify(claim: ProofClaim, options: VerifyOptions): Promise<boolean>;
  /** The input of a seed. */
  hashToGroup(seed: Uint8Array, modulus: bigint): bigint;
  verifyVdf(proof: ChiaProof): Promise<boolean>;
  close(): Promise<void>;
}

/** A checker for `jobs` proofs at a time: with workers, if there are several. */
export async function openChecker(jobs: number): Promise<Checker> {
  const pm = await init();
  const hashToGroup = (seed: Uint8Array, modulus: bigint) => pm.hashToGroup(seed, modulus);
  if (jobs === 1) {
    return {
      verify: async (claim, options) => pm.verify(claim, options),
      hashToGroup,
      verifyVdf: (proof) => verifyVdf(proof),
      close: async () => {},
    };
  }
  const pool = await createPool({ workers: jobs });
  return {
    verify: (claim, options) => pool.verify(claim, options),
    hashToGroup,
    verifyVdf: (proof) => verifyVdf(proof, { pool }),
    close: () => pool.close(),
  };
}

/** An entry of a file, which is one proof, or a block of Chia with several. */
export async function reportsOn(checker: Checker, file: string, source: unknown, checks: Checks): Promise<Report[]> {
  try {
    const chia = readChiaFile(source instanceof Uint8Array ? jsonOf(source) : source);
    if (!chia) return [await verifyOne(checker, file, source, checks)];
    const nameOf = (name: string) => (name ? `${file}: ${name}` : file);
    const reports: Report[] = [];
    // What the options tell names a proof of a block, which may have others: each has its own challenge and iterations.
    const isNamed = [...chia.proofs, ...chia.incomplete].some(({ proof }) => isAsExpected(proof, checks));
    for (const { name, proof } of chia.proofs)
      reports.push(await verifyChia(checker, nameOf(name), proof, checks, isNamed));
    for (const { name, needs } of chia.incomplete) {
      const reason = `the block alone does not tell the ${needs.join(' and the ')}`;
      reports.push({ file: nameOf(name), result: 'unchecked', reason });
    }
    return reports;
  } catch (error) {
    return [malformed(file, toUsageError(error))];
  }
}

/** The value of a file, as far as it may be of Chia. Its errors are those of the file's other reader. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parse(bytes, MAX_FILE_BYTES);
  } catch {
    return undefined;
  }
}

/** The expectations that a proof of Chia does not meet. */
function mismatchOfChia({ challenge, iterations }: ChiaProof, checks: Checks): string[] {
  const { scheme, iterations: expected, ...others } = checks.expect;
  const mismatch = Object.keys(others); // it has nothing of these
  if (scheme === 'pietrzak') mismatch.push('scheme');
  if (expected !== undefined && BigInt(expected) !== BigInt(iterations)) mismatch.push('iterations');
  if (checks.challenge !== undefined && checkHex(String(challenge), 'challenge', 32) !== checks.challenge)
    mismatch.push('challenge');
  return mismatch;
}

function isAsExpected(proof: ChiaProof, checks: Checks): boolean {
  try {
    return mismatchOfChia(proof, checks).length === 0;
  } catch (error) {
    if (error instanceof MalformedProofError) return false; // its report says so
    throw error;
  }
}

/** The report of a proof. `isNamed` says that a proof of its file meets the expectations. */
async function verifyChia(
  checker: Checker,
  file: string,
  proof: ChiaProof,
  checks: Checks,
  isNamed: boolean,
): Promise<Report> {
  try {
    const start = performance.now();
    const isTrue = await checker.verifyVdf(proof);
    const mismatch = mismatchOfChia(proof, checks);
    const isOther = isNamed && mismatch.length > 0;
    const result = isOther && !isTrue ? resultOf(false, []) : resultOf(isTrue, mismatch);
    if (isOther && isTrue) {
      result.result = 'unchecked';
      result.reason += ', which another proof of the block has';
    }
    return {
      file,
      ...result,
      scheme: 'wesolowski',
      profile: 'chia',
      bits: 1024,
      iterations: Number(proof.iterations),
      challenge: checks.challenge === undefined || isOther ? 'from the file' : 'expected',
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

async function verifyOne(
  checker: Checker,
  file: string,
  source: unknown,
  { challenge, expect, ...options }: Checks,
): Promise<Report> {
  if (typeof source !== 'object' || source === null) throw new MalformedProofError('file', 'must hold objects');
  const claim = readProof(source as ProofFile);
  const start = performance.now();
  const isTrue = await checker.verify(claim, { ...options, expect });
  const milliseconds = millisecondsSince(start);
  const mismatch = isTrue ? [] : mismatchOf(checker, claim, expect);
  if (challenge !== undefined) mismatch.push('challenge'); // a proof of Chia has one
  const result = resultOf(isTrue, mismatch, expect.profile === undefined ? claim.profile : undefined);
  const report: Report = { file, ...result, ...describe(claim, expect), milliseconds };
  if (report.result === 'valid' && report.upToSign) report.element = elementOf(claim);
  return report;
}

/** The expectations that a claim does not meet, whether it is true or false. */
function mismatchOf(checker: Checker, claim: ProofClaim, { seed, ...others }: Expectation): string[] {
  const { modulus } = others;
  const expected = { profile: DEFAULT_PROFILE, ...others, ...(isGroupName(modulus) && { modulus: groups[modulus] }) };
  const mismatch = (Object.keys(expected) as (keyof typeof expected)[]).filter(
    (name) => expected[name] !== claim[name],
  );
  const hasOtherGroup = mismatch.includes('modulus'); // where a seed gives another input
  return seed === undefined || hasOtherGroup || isFromSeed(checker, claim, seed) ? mismatch : [...mismatch, 'seed'];
}

/** Whether the input is that of the seed. Of an unfit modulus nobody can tell. */
function isFromSeed(checker: Checker, { input, modulus }: ProofClaim, seed: Uint8Array): boolean {
  try {
    return checker.hashToGroup(seed, modulus) === input;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** `unnamed` is the profile of a proof whose verifier named none. */
function resultOf(
  isTrue: boolean,
  mismatch: string[],
  unnamed?: string,
): Pick<Report, 'result' | 'reason' | 'mismatch'> {
  if (mismatch.length === 0) return isTrue ? { result: 'valid' } : { result: 'invalid', reason: 'the proof is false' };
  const isNamed = (name: string) => name !== 'profile' || unnamed === undefined;
  const names = mismatch.filter(isNamed).map((name) => `--${name}`);
  const reasons = names.length > 0 ? [`differs from ${names.join(' and ')}`] : [];
  if (names.length < mismatch.length)
    reasons.push(`${unnamed} proves an output only up to sign, add --profile ${unnamed}`);
  return { result: 'invalid', reason: reasons.join('; '), mismatch };
}

/** The claim, and the sources of its modulus and its input, as fields of the report. */
function describe(claim: ProofClaim, expect: Expectation): Partial<Report> {
  const { scheme, profile, bits, iterations, modulusName } = claim;
  const report: Partial<Report> = { scheme, profile, bits, iterations, modulus: 'from the file' };
  if (modulusName !== undefined) report.modulus = 'built in';
  if (expect.modulus !== undefined) report.modulus = 'expected';
  report.input = expect.seed === undefined && expect.input === undefined ? 'from the file' : 'expected';
  if (profile === 'tokamak') report.upToSign = true;
  return report;
}

function elementOf({ output, modulus, bits }: ProofClaim): string {
  const negated = modulus - output;
  return hexOf(output < negated ? output : negated, bits);
}

export function lineOf(report: Report): string {
  const { file, result, reason } = report;
  if (report.scheme === undefined) return `${file}  ${result}: ${reason}`;
  const { scheme, profile, bits, iterations, milliseconds } = report;
  return (
    `${file}  ${scheme}  ${profile}  ${bits} bits  T = ${iterations}  ${verdictOf(report)}  ` +
    `${milliseconds?.toFixed(1)} ms`
  );
}

function verdictOf(report: Report): string {
  const { result, reason, upToSign } = report;
  if (result !== 'valid') return `${result}: ${reason}`;
  const given = (['modulus', 'input', 'challenge'] as const).filter((name) => report[name] === 'from the file');
  const caution = given.length > 0 ? ` for the ${given.join(' and the ')} in the file` : '';
  return `valid${caution}${upToSign ? ', up to sign' : ''}`;
}
