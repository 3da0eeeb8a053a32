// Numbers from and to text, against Node's Buffer.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase64Url, fromHex, toBase64Url, toBytes, toHex } from 'powmod';
import { throwsRange } from '../../support/errors.ts';
import { runProgram } from '../../support/package.ts';
import { Random } from '../../support/random.ts';

const random = new Random();

test('text forms are those of Buffer', () => {
  for (let bits = 0; bits < 700; bits++) {
    const x = random.number(bits);
    for (const length of [undefined, 100]) {
      const bytes = Buffer.from(toBytes(x, length));
      assert.equal(toHex(x, length), bytes.toString('hex'));
      assert.equal(toBase64Url(x, length), bytes.toString('base64url'));
      assert.equal(fromHex(bytes.toString('hex').toUpperCase()), x);
      assert.equal(fromBase64Url(bytes.toString('base64url')), x);
    }
    assert.equal(fromHex(x.toString(16)), x);
    assert.equal(fromHex(`0x${x.toString(16)}`), x);
  }
  assert.deepEqual([fromHex(''), fromBase64Url('')], [0n, 0n]);
  const long = (1n << 800_000n) - 1n;
  assert.ok(fromHex(toHex(long)) === long && fromBase64Url(toBase64Url(long)) === long);
});

test('a text that is too long is not decoded', (t) => {
  const { mock } = t.mock.method(Buffer, 'from');
  throwsRange(() => fromBase64Url('A'.repeat(2 ** 24)), /^text: has more than \d+ characters$/);
  assert.equal(mock.callCount(), 0);
});

test('other texts are refused with the reason', () => {
  for (const [text, reason] of [
    ['0x', /^text: must be hexadecimal digits, not "x"$/],
    ['0X10', /not "X"$/],
    ['12 34', /not " "$/],
    ['-5', /not "-"$/],
    ['12\u001b', /not "\\u001b"$/],
    ['0'.repeat(2 ** 24 + 1), /^text: has more than 16777216 characters$/],
  ] as const)
    throwsRange(() => fromHex(text), reason);
  for (const [text, reason] of [
    ['AQ==', /^text: must be base64url without padding, not "="$/],
    ['a+b/', /not "\+"$/],
    ['A', /^text: must be base64url, which never has one character more than a multiple of 4$/],
    ['-----BEGIN RSA', /not " "$/],
  ] as const)
    throwsRange(() => fromBase64Url(text), reason);
  throwsRange(() => toBase64Url(256n, 1), /^x: has more than 1 bytes$/);
});

test('the same where the engine has neither Buffer nor the new methods', () => {
  const program = `
    delete globalThis.Buffer;
    for (const name of ['toHex', 'toBase64']) delete Uint8Array.prototype[name];
    for (const name of ['fromHex', 'fromBase64']) delete Uint8Array[name];
    const { fromBase64Url, fromHex, toBase64Url, toHex } = await import('powmod');
    const long = (1n << 100_001n) - 1n;
    console.log(toHex(65537n), toBase64Url(65537n), fromBase64Url('AQAB'), fromHex('0x010001'));
    console.log(fromBase64Url(toBase64Url(long)) === long, fromHex(toHex(long)) === long);`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout, '010001 AQAB 65537n 65537n\ntrue true\n', stderr);
});
