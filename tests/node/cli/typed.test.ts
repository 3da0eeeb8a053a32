// What people type: one rule for the page and the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInteger, readIterations, readSeed } from '../../../workshop/typed.js';

const reasonOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof RangeError);
    return error.message;
  }
};

test('an integer is decimal, or hex after 0x, in groups as people and programs write them', () => {
  const right: [text: string, value: bigint][] = [
    ['0', 0n],
    ['-3', -3n],
    [' 1,000,003\n', 1000003n],
    ['1 000 003', 1000003n],
    ['1_0000', 10000n],
    ['123\r\n456\n7', 1234567n],
    ['65537n', 65537n],
    ['0xff', 255n],
    ['0XFF', 255n],
    ['-0x1_0001', -65537n],
    ['0x00:ab:cd', 0xabcdn],
    ['0xdead beef\n00ff', 0xdeadbeef00ffn],
    ['0xffn', 255n],
  ];
  for (const [text, value] of right) assert.equal(readInteger(text), value, text);
});

test('everything else is refused with its reason', () => {
  const exponent = 'may be a power of ten or hex: write all digits, or hex after 0x';
  const prefix = 'must be decimal, or hex after 0x';
  const hex = 'hex digits stand after 0x';
  const other = 'must be an integer, decimal or in hex after 0x';
  const wrong: Record<string, string> = {
    '': 'is empty',
    '-': 'is empty',
    '1e5': exponent,
    '1e10': exponent,
    '0b101': prefix,
    '0o17': prefix,
    ff: hex,
    '00:ab:cd': hex,
    '1:2': hex,
    '0x': other,
    '0xgg': other,
    '1.5': other,
    '1,5': other,
    '10,00': other,
    '1,000 003': other,
    '3 5': other,
    '--3': other,
    '- 3 - 4': other,
    many: other,
    _1: other,
    '1_': other,
  };
  for (const [text, reason] of Object.entries(wrong))
    assert.equal(
      reasonOf(() => readInteger(text)),
      reason,
      text,
    );
});

test('a long number is read as fast as it is written', () => {
  const digits = '1'.repeat(1 << 20);
  assert.equal(
    reasonOf(() => readInteger(`${digits} x`)),
    'must be an integer, decimal or in hex after 0x',
  );
  assert.equal(
    reasonOf(() => readInteger(`${' '.repeat(1 << 20)}x`)),
    'must be an integer, decimal or in hex after 0x',
  );
});

test('squarings are a safe integer or a power of two; a seed is text, or hex after 0x', () => {
  const counts = {
    '1': 1,
    '1,048,576': 2 ** 20,
    '2^20': 2 ** 20,
    ' 2 ^ 0 ': 1,
    '0x10': 16,
    '9007199254740991': 2 ** 53 - 1,
  };
  for (const [text, count] of Object.entries(counts)) assert.equal(readIterations(text), count, text);
  for (const text of ['', '0', '-1', '1e6', '1.5', '2^53', '2^99999', '9007199254740992', '1,5'])
    assert.match(String(reasonOf(() => readIterations(text))), /^must be a whole number from 1 to /, text);
  assert.deepEqual([...readSeed('0x00Ff')], [0, 255]);
  assert.deepEqual([...readSeed('0XfF')], [255]);
  assert.deepEqual([...readSeed('é0')], [0xc3, 0xa9, 0x30]);
  for (const text of ['0x1', '0xzz']) assert.match(String(reasonOf(() => readSeed(text))), /^must have two hex digits/);
});
