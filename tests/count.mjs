// Reads the numbers of passed, failed and skipped tests from the output of a suite.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** For a check that only passes or fails. @returns {Counts} */
export function exitCode(_output, failed) {
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 };
}

/** For `node --test`, whose summary has two forms. @returns {Counts} */
export function nodeTests(output, failed) {
  const sum = (word) => total(output, new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'));
  return checked(
    { passed: sum('pass'), failed: sum('fail') + sum('cancelled'), skipped: sum('skipped') + sum('todo') },
    failed,
  );
}

/** For `cargo test`, which prints a line for each of its binaries. @returns {Counts} */
export function rustTests(output, failed) {
  const sum = (word) => total(output, new RegExp(`^test result: .*?\\b(\\d+) ${word}`, 'gm'));
  return checked({ passed: sum('passed'), failed: sum('failed'), skipped: sum('ignored') }, failed);
}

/** The failing tests' own lines in a failed suite's output, or the last lines if it names no test. */
export function failuresIn(output) {
  const LINES = 200;
  const ofRust = output.match(/^failures:\n[\s\S]*?(?=^test result:)/gm)?.join('');
  const ofNode = /^✖ failing tests:[\s\S]*/m.exec(output)?.[0];
  const lines = (ofRust ?? ofNode ?? output.trimEnd().split('\n').slice(-60).join('\n')).trimEnd().split('\n');
  return lines.length > LINES ? [...lines.slice(0, LINES), '…'].join('\n') : lines.join('\n');
}

function total(output, pattern) {
  let sum = 0;
  for (const [, n] of output.matchAll(pattern)) sum += Number(n);
  return sum;
}

/** A suite that failed without naming a test, or that found no tests, counts as one failure. */
function checked(counts, failed) {
  const empty = counts.passed + counts.failed + counts.skipped === 0;
  if ((failed || empty) && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}
