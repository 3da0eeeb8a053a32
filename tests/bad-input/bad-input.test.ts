// Every mistake gives an error that has a documented class and names the argument, and the next call works.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, type Kernel, MalformedProofError, PowmodError } from 'powmod';
import { type Case, cases } from './cases.ts';
import { commandRows } from './command-line.ts';
import { MESSAGES } from './messages.ts';
import { pageRows, SAYS } from './page.ts';

/** The error of each case, as text. */
async function errorsOn(kernel: 'auto' | Kernel): Promise<{ problems: string[]; kinds: string[]; shown: string[] }> {
  const pm = await init({ kernel });
  const { list, end } = await cases(kernel);
  const problems: string[] = [];
  const kinds = new Set<string>();
  const shown: string[] = [];
  for (const each of list) {
    const error = await errorOf(each.work);
    const problem = problemOf(each, error);
    if (problem) problems.push(`${each.call}, ${each.given}: ${problem}`);
    else kinds.add(kindOf(error as Error));
    shown.push(`${each.call}, ${each.argument}, ${each.given}: ${error}`);
    assert.equal(pm.modPow(3n, 200n, 1009n), 985n, `after ${each.call}, ${each.given}`);
  }
  await end();
  return { problems, kinds: [...kinds], shown };
}

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? 'nothing was thrown';
  }
}

/** The problem with an error; undefined if there is none. */
function problemOf({ argument }: Case, error: unknown): string | undefined {
  if (error === undefined) return 'it was taken';
  if (!(error instanceof Error)) return `${String(error)} is no error`;
  const isMistake = error.constructor === TypeError || error.constructor === RangeError;
  if (!isMistake && !(error instanceof PowmodError)) return `is a ${error.constructor.name}`;
  if (error instanceof MalformedProofError && error.field !== argument) return `names the field ${error.field}`;
  if (argument === '' || (/^[:.[]/.test(error.message.slice(argument.length)) && error.message.startsWith(argument)))
    return undefined;
  return `does not name ${argument}: ${error.message}`;
}

/** The class or code of an error, and its message in the form of `MESSAGES`. */
function kindOf(error: Error): string {
  const kind = error instanceof PowmodError ? error.code : error.constructor.name;
  const message = error.message
    .replace(/^(?:[\w.[\]]+|.*(?=: is not an option)): /, '')
    .replace(/\d+(\.\d+)?/g, '#')
    .replace(/, not (null|undefined|absent|an? \w+)$/, ', not …')
    .replace(/(there are|must be one of|does not fit this version of the package:) .*/, '$1 …');
  return `${kind}: ${message}`;
}

const known = Object.entries(MESSAGES).flatMap(([kind, messages]) => messages.map((message) => `${kind}: ${message}`));

test('every mistake gives an error that names the argument, by a known message', async () => {
  const { problems, kinds } = await errorsOn('auto');
  assert.deepEqual(problems, []);
  assert.deepEqual(kinds.sort(), known.sort());
});

test('the kernel bigint gives the same errors', async () => {
  const { problems, shown } = await errorsOn('bigint');
  assert.deepEqual(problems, []);
  const { shown: others } = await errorsOn('scalar');
  assert.deepEqual(
    shown.filter((line, i) => line !== others[i]),
    [],
  );
});

test('the command line says each mistake in a line, and exits with 2', async () => {
  for (const { command, code, line, says } of await commandRows()) {
    assert.equal(code, 2, command);
    assert.equal(line, says, command);
  }
});

test('the page says what to write', async () => {
  for (const { field, written, says } of await pageRows()) assert.equal(says, SAYS[field], `${field}: ${written}`);
});
