import { type Command, UsageError } from './command.js';
import { init } from './package.js';
import { readNumber } from './values.js';

export const pow: Command = {
  operands: 'BASE EXP MOD',
  summary: 'Prints BASE^EXP mod MOD. Numbers are decimal, or hex after 0x; the result is written as MOD is.',
  options: {},

  // Without parseArgs, because -3 is a number here. Scripts put `--` before operands that they do not know.
  async run(args) {
    const [base, exponent, modulus, ...more] = args[0] === '--' ? args.slice(1) : args;
    if (base === undefined || exponent === undefined || modulus === undefined || more.length > 0) {
      throw new UsageError('three numbers are required');
    }
    const numbers = [readNumber(base, 'BASE'), readNumber(exponent, 'EXP'), readNumber(modulus, 'MOD')] as const;
    const pm = await init();
    const power = pm.modPow(...numbers);
    console.log(/0x/i.test(modulus) ? `0x${power.toString(16)}` : String(power));
    return 0;
  },
};
