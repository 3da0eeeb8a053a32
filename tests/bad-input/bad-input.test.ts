// Every mistake gives an error that has a documented class and names the argument, and the next call works.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import * as powmod from 'powmod';
import { init, type Kernel, MalformedProofError, PowmodError } from 'powmod';
import * as chia from 'powmod/chia';
import * as poolEntry from 'powmod/pool';
import { createPool } from 'powmod/pool';
import * as powers from 'powmod/powers';
import * as alone from 'powmod/static';
import * as verifyEntry from 'powmod/verify';
import { methodsOf, objectsOf } from '../support/methods.js';
import { type Case, cases } from './cases.ts';

/** The error of each case, as text. */
async function errorsOn(kernel: 'auto' | Kernel): Promise<{ problems: string[]; shown: string[] }> {
  const pm = await init({ kernel });
  const { list, end } = await cases(kernel);
  const problems: string[] = [];
  const shown: string[] = [];
  for (const each of list) {
    const error = await errorOf(each.work);
    const problem = problemOf(each, error);
    if (problem) problems.push(`${each.call}, ${each.given}: ${problem}`);
    shown.push(`${each.call}, ${each.argument}, ${each.given}: ${error}`);
    assert.equal(pm.modPow(3n, 200n, 1009n), 985n, `after ${each.call}, ${each.given}`);
  }
  await end();
  return { problems, shown };
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
  if (error.message.length > 400 || /\p{Cc}/u.test(error.message)) return 'shows too much of what was given';
  if (argument === '' || (/^[:.[]/.test(error.message.slice(argument.length)) && error.message.startsWith(argument)))
    return undefined;
  return `does not name ${argument}: ${error.message}`;
}

test('every mistake gives an error that names the argument', async () => {
  assert.deepEqual((await errorsOn('auto')).problems, []);
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

test('the functions give the errors of an instance', async () => {
  const { shown } = await errorsOn('auto');
  const functions = shown.filter((line) => /^modPow/.test(line));
  assert.ok(functions.length >= 50, `${functions.length} cases`);
  for (const line of functions) assert.ok(shown.includes(`pm.${line}`), line);
});

/** What takes no argument. */
const WITHOUT_ARGUMENTS = /(\.(free|close)|^ready)$/;

test('every call of every entry and object is in the table', async () => {
  const { list, end } = await cases('auto');
  await end();
  const tried = new Set(list.map(({ call }) => /^[\w.]*/.exec(call)?.[0]));
  const pool = await createPool({ workers: 1 });
  const objects = { ...objectsOf(await init()), pool };
  const calls = Object.entries(objects).flatMap(([name, object]) =>
    methodsOf(object).map((method) => `${name}.${method}`),
  );
  for (const entry of [powmod, powers, verifyEntry, poolEntry, chia, alone])
    for (const [name, value] of Object.entries(entry))
      if (typeof value === 'function' && !(value.prototype instanceof Error)) calls.push(name);
  await pool.close();
  assert.ok(calls.length > 80, `${calls.length}`);
  assert.deepEqual(
    calls.filter((call) => !tried.has(call) && !WITHOUT_ARGUMENTS.test(call)),
    [],
  );
});

test('an error says what was given, without its value, and what to write in its place', async () => {
  const pm = await init();
  const buffer = ': wrap it, new Uint8Array(buffer)';
  const view = ': wrap its bytes, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)';
  const words = ', whose elements are no bytes: make a bigint of them';
  const bytes = ': write Uint8Array.from(array), if it has the bytes';
  const kinds = [
    [5, 'a number', ': write 65537n, or BigInt(number) below 2^53'],
    ['5', 'a string', ': write BigInt(text), for hexadecimal digits after 0x'],
    [[1, 0, 1], 'an array', bytes],
    [new ArrayBuffer(3), 'an ArrayBuffer', buffer],
    [runInNewContext('new ArrayBuffer(3)'), 'an ArrayBuffer', buffer],
    [new DataView(new ArrayBuffer(3)), 'another view', view],
    [Int8Array.of(5), 'another view', view],
    [Uint32Array.of(65537), 'a Uint32Array', words],
    [runInNewContext('Float64Array.of(5)'), 'a Float64Array', words],
    [null, 'null', ''],
    [true, 'a boolean', ''],
    [Symbol('x'), 'a symbol', ''],
    [() => 1n, 'a function', ''],
  ] as const;
  for (const [value, kind, advice] of kinds) {
    const error = (expected: string, told = advice) => ({
      name: 'TypeError',
      message: `${expected}, not ${kind}${told}`,
    });
    const given = value as never;
    assert.throws(() => pm.modPow(given, 3n, 7n), error('base: must be a bigint or a Uint8Array'));
    assert.throws(() => pm.modPow(3n, given, 7n), error('exponent: must be a bigint or a Uint8Array'));
    assert.throws(() => powmod.toBigint(given), error('bytes: must be a Uint8Array'));
    // Buffers and views are objects.
    if (advice !== buffer && !ArrayBuffer.isView(value))
      assert.throws(() => pm.modPow(3n, 5n, 7n, given), error('options: must be an object', ''));
  }
});
