import { parseArgs } from 'node:util';
import type { Expectation } from '../vdf/options.js';
import { readChallenge } from './chia.js';
import { type Command, type Options, UsageError } from './command.js';
import { printable, printJson, tell } from './messages.js';
import { MalformedProofError, profiles, readChoice, schemes } from './package.js';
import { display } from './progress.js';
import { findFiles, type NamedFile, readEntries } from './proof-files.js';
import { type Checks, lineOf, openChecker, type Report, reportsOn } from './reports.js';
import { readCount, readModulus, readNumber, readSeedOf, readWhole } from './values.js';

const options = {
  modulus: { type: 'string', value: 'M', about: 'The modulus that a proof must have: RSA-2048, or a number.' },
  seed: { type: 'string', value: 'S', or: 'input', about: 'The seed of its input: text, or hex after 0x.' },
  input: { type: 'string', value: 'X', about: 'Its input, a number.' },
  iterations: { type: 'string', value: 'T', about: 'Its number of squarings.' },
  profile: {
    type: 'string',
    value: 'P',
    about: 'Its profile: powmod-v1, the default, or tokamak, which proves an output only up to sign.',
  },
  scheme: { type: 'string', value: 'S', about: 'Its scheme: wesolowski or pietrzak.' },
  'max-delta': { type: 'string', value: 'D', about: 'The largest delta of a proof of pietrzak, 0 to 20. Default 10.' },
  challenge: {
    type: 'string',
    value: 'C',
    about: 'The challenge of a proof of Chia: 32 bytes in hex. Of a block, that of at least one proof.',
  },
  jobs: { type: 'string', value: 'N', default: '1', about: 'How many proofs are verified at a time. Default 1.' },
  json: { type: 'boolean', about: 'Prints all results as JSON.' },
} as const satisfies Options;

export const verify: Command = {
  operands: 'FILE…',
  summary:
    'Verifies the proofs in the files (one, or an array; - is standard input), in the .json files of a folder, ' +
    'or in the files that fit a pattern such as "proofs/**/*.json". A file may also hold a proof of Chia, ' +
    'or a block, of which it names the proofs that need earlier blocks. Exit code: 0 if all that could be ' +
    'checked are valid, 1 if any is invalid, 2 if any is unreadable, or none could be checked, 141 if ' +
    'nobody reads the output.',
  options,

  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (positionals.length === 0) throw new UsageError('a file is required');
    const { modulus, seed, input, iterations, profile, scheme, challenge, 'max-delta': maxDelta } = values;
    const expect: Expectation = Object.create(null);
    if (modulus !== undefined) expect.modulus = readModulus(modulus, '--modulus');
    if (seed !== undefined) expect.seed = readSeedOf(seed, '--seed');
    if (input !== undefined) expect.input = readNumber(input, '--input');
    if (iterations !== undefined) expect.iterations = readCount(iterations, '--iterations');
    if (profile !== undefined) expect.profile = readChoice(profile, '--profile', profiles);
    if (scheme !== undefined) expect.scheme = readChoice(scheme, '--scheme', schemes);
    const checks = { __proto__: null, expect } as Checks;
    if (challenge !== undefined) checks.challenge = readChallenge(challenge, '--challenge');
    if (maxDelta !== undefined) checks.maxDelta = readWhole(maxDelta, '--max-delta', 0, 20);
    const jobs = readWhole(values.jobs, '--jobs', 1, 256);

    const files = await findFiles(positionals);
    const checker = await openChecker(jobs);
    const began = performance.now();
    const shown = display('verifying');
    const reports: Report[] = [];
    /** The entries found, and one for each file that is not read. */
    const counts = { done: 0, total: files.length };
    const parts = partsOf(files, counts, (name, entry) => reportsOn(checker, name, entry, checks));
    try {
      for await (const found of inOrder(jobs, parts)) {
        counts.done++;
        if (!values.json) for (const report of found) shown.print(printable(lineOf(report)));
        reports.push(...found);
        const { done, total } = counts;
        const perSecond = (1000 * done) / (performance.now() - began);
        if (total > 1) shown.show({ done, total, perSecond });
      }
    } finally {
      shown.end();
      await checker.close();
    }
    if (values.json) printJson(reports);
    if (reports.length > 1) tell(summaryOf(reports, performance.now() - began));
    return exitCode(reports);
  },
};

/** The work on all entries of the files, each of which is read when its turn comes. */
async function* partsOf(
  files: readonly NamedFile[],
  counts: { total: number },
  work: (name: string, entry: unknown) => Promise<Report[]>,
): AsyncGenerator<() => Promise<Report[]>> {
  for (const { file, problem } of files) {
    let entries: Awaited<ReturnType<typeof readEntries>>;
    try {
      if (problem !== undefined) throw new Error(problem);
      entries = await readEntries(file);
    } catch (error) {
      const isOfFile = error instanceof MalformedProofError && error.field === 'file';
      const reason = isOfFile ? error.reason : (error as Error).message;
      yield async () => [{ file, result: 'unreadable', reason }];
      continue;
    }
    counts.total += entries.length - 1;
    for (const { name, entry } of entries) yield () => work(name, entry);
  }
}

/** Does at most `most` parts at a time, and gives their results in order. */
async function* inOrder<T>(most: number, parts: AsyncIterable<() => Promise<T>>): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  for await (const part of parts) {
    const result = part();
    // It is awaited in its turn.
    result.catch(() => {});
    running.push(result);
    if (running.length >= most) yield (await running.shift()) as T;
  }
  for (const result of running) yield await result;
}

/** `5 proofs: 3 valid, 2 invalid; 0.4 s` */
function summaryOf(reports: readonly Report[], milliseconds: number): string {
  const results = ['valid', 'invalid', 'unchecked', 'malformed', 'unreadable'] as const;
  const counts = results
    .map((result) => [reports.filter((report) => report.result === result).length, result] as const)
    .filter(([count]) => count > 0);
  const seconds = (milliseconds / 1000).toFixed(1);
  return `${reports.length} proofs: ${counts.map((count) => count.join(' ')).join(', ')}; ${seconds} s`;
}

function exitCode(reports: readonly Report[]): number {
  if (reports.some(({ result }) => result === 'malformed' || result === 'unreadable')) return 2;
  if (reports.some(({ result }) => result === 'invalid')) return 1;
  return reports.some(({ result }) => result === 'valid') ? 0 : 2;
}
