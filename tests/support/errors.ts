import './built.mjs';
import assert from 'node:assert/strict';
import { MalformedProofError, PowmodError } from 'powmod';

export function throwsType(work: () => unknown, message: RegExp): void {
  assert.throws(work, (error) => error instanceof TypeError && message.test(error.message), String(message));
}

export function throwsRange(work: () => unknown, message: RegExp): void {
  assert.throws(
    work,
    (error) => error instanceof RangeError && message.test(error.message),
    `expected a RangeError ${message}, got ${caught(work)}`,
  );
}

export function throwsMalformed(work: () => unknown, field: string, reason = /./): void {
  assert.throws(
    work,
    (error) =>
      error instanceof MalformedProofError &&
      error instanceof PowmodError &&
      error.code === 'ERR_MALFORMED_PROOF' &&
      error.field === field &&
      reason.test(error.reason) &&
      error.message === `${field}: ${error.reason}`,
    `expected ${field}: ${reason}, got ${caught(work)}`,
  );
}

function caught(work: () => unknown): string {
  try {
    return `the result ${String(work())}`;
  } catch (error) {
    return String(error);
  }
}
