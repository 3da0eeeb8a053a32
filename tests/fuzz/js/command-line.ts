// The command line's readers of arguments.
import fc from 'fast-check';
import { UsageError } from '../../../crate/js/src/cli/command.ts';
import {
  readInteger,
  readIterations,
  readModulus,
  readSeconds,
  readSeed,
  readWhole,
} from '../../../crate/js/src/cli/values.ts';
import { outcomeOf } from './judge.ts';
import type { Target } from './target.ts';

const READERS = { readInteger, readModulus, readSeed, readWhole, readSeconds, readIterations };

const digits = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEFxX-+.eE_ n'), { maxLength: 40 })
  .map((list) => list.join(''));
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  digits,
  digits.map((text) => `0x${text}`),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom(
    '',
    '0x',
    '-',
    '--',
    '1e3',
    '9007199254740991',
    '9007199254740992',
    'RSA-2048',
    '__proto__',
    '9'.repeat(20_000),
  ),
);

/** The meaning of a text for each reader, written independently of the reader. */
function meaning(name: keyof typeof READERS, text: string): unknown {
  const decimal = /^[0-9]+$/.test(text);
  switch (name) {
    case 'readModulus':
      if (text === 'RSA-2048') return text;
      return meaning('readInteger', text);
    case 'readInteger': {
      const digits = text.startsWith('-') ? text.slice(1) : text;
      if (!/^[0-9]+$/.test(digits) && !/^0[xX][0-9a-fA-F]+$/.test(digits)) return undefined;
      return digits === text ? BigInt(digits) : -BigInt(digits);
    }
    case 'readSeed':
      if (!text.startsWith('0x')) return Buffer.from(text).toString('hex');
      return /^0x([0-9a-fA-F][0-9a-fA-F])*$/.test(text) ? text.slice(2).toLowerCase() : undefined;
    case 'readWhole':
      return decimal && text.length <= 9 ? Number(text) : undefined;
    case 'readIterations':
      return decimal && Number(text) >= 1 && Number(text) < 2 ** 53 ? Number(text) : undefined;
    case 'readSeconds':
      return /^[0-9]+([.][0-9]+)?$/.test(text) ? Number(text) : undefined;
  }
}

export const commandLine: Target = {
  name: 'command-line',
  property: () =>
    fc.property(fc.constantFrom(...(Object.keys(READERS) as (keyof typeof READERS)[])), text, (name, text) => {
      const outcome = outcomeOf(() => READERS[name](text, '--name'));
      const expected = meaning(name, text);
      if ('error' in outcome) {
        const { error } = outcome;
        if (expected !== undefined || !(error instanceof UsageError) || !/^--name\b.* must /.test(error.message))
          throw new Error(`${error}`);
        return;
      }
      const value = outcome.value instanceof Uint8Array ? Buffer.from(outcome.value).toString('hex') : outcome.value;
      if (value !== expected) throw new Error(`${String(value)}, not ${String(expected)}`);
    }),
};
