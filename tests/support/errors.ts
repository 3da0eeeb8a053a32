import './built.mjs';
import assert from 'node:assert/strict';

export const throwsType = (work: () => unknown, message: RegExp) => assert.throws(work, { name: 'TypeError', message });

export const throwsRange = (work: () => unknown, message: RegExp) =>
  assert.throws(work, { name: 'RangeError', message });

/** Throws an error for a field of a proof, with this reason. */
export const throwsMalformed = (work: () => unknown, field: string, reason = /./) =>
  assert.throws(work, { name: 'MalformedProofError', code: 'ERR_MALFORMED_PROOF', field, reason });
