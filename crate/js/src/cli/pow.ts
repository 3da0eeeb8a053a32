import { init } from '../init.js';
import { type Command, UsageError } from './command.js';
import { readInteger } from './values.js';

export const pow: Command = {
  usage: 'pow BASE EXP MOD',
  summary: 'BASE^EXP mod MOD; decimal, or hex after 0x. The answer is written as MOD is.',

  // Not parseArgs: -3 is a number here.
  async run(args) {
    const [base, exponent, modulus, ...more] = args;
    if (base === undefined || exponent === undefined || modulus === undefined || more.length > 0) {
      throw new UsageError('there must be three numbers');
    }
    const numbers = [readInteger(base, 'BASE'), readInteger(exponent, 'EXP'), readInteger(modulus, 'MOD')] as const;
    const pm = await init();
    const power = pm.modPow(...numbers);
    console.log(/0x/i.test(modulus) ? `0x${power.toString(16)}` : String(power));
    return 0;
  },
};
