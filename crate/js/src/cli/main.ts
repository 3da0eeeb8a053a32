import { PowmodError } from '../errors.js';
import { bench } from './bench.js';
import { type Commands, formOf, UsageError } from './command.js';
import { evaluate } from './evaluate.js';
import { helpOf, helpOfAll } from './help.js';
import { info } from './info.js';
import { pow } from './pow.js';
import { prove } from './prove.js';
import { verify } from './verify.js';

/** Each command is a file in this folder and a name in this table. */
const commands: Commands = { verify, evaluate, prove, pow, info, bench };

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--version') {
    console.log(POWMOD_VERSION);
    return 0;
  }
  if (name === '--help') {
    process.stdout.write(helpOfAll(commands));
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name !== undefined && command && args.includes('--help')) {
    process.stdout.write(helpOf(name, command));
    return 0;
  }
  if (name === undefined || !command) {
    process.stderr.write(`${name === undefined ? '' : `powmod: unknown command ${name}\n\n`}${helpOfAll(commands)}`);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof PowmodError ? ` (${error.code})` : '';
    process.stderr.write(`powmod ${name}: ${error.message}${code}\n`);
    if (error instanceof UsageError || isArgumentError(error))
      process.stderr.write(`\nUsage: powmod ${formOf(name, command)}\n`);
    return 2;
  }
}

/** Whether the error comes from `parseArgs` of node:util. */
function isArgumentError(error: Error & { code?: unknown }): boolean {
  return typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS');
}

declare global {
  /** The bundler puts the version in. */
  var POWMOD_VERSION: string;
}
