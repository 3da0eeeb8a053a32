import '../here-in-node.js';
import { bench } from './bench.js';
import { type Commands, formOf, UsageError } from './command.js';
import { evaluate } from './evaluate.js';
import { helpOf, helpOfAll } from './help.js';
import { info } from './info.js';
import { tell } from './messages.js';
import { PowmodError } from './package.js';
import { pow } from './pow.js';
import { prove } from './prove.js';
import { verify } from './verify.js';

/** Each command is a file in this folder and a name in this table. */
const commands: Commands = { verify, evaluate, prove, pow, info, bench };

/** The exit code of a program that is ended because nobody reads what it writes. */
const SIGPIPE = 128 + 13;

// 1 says that a proof is invalid, so nothing unforeseen ends with 1.
process.exitCode = 2;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(SIGPIPE);
  tell(`powmod: standard output: ${error.message}`);
  process.exit(2);
});
process.stderr.on('error', () => {}); // nobody is left to tell

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--version') {
    console.log(POWMOD_VERSION);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(helpOfAll(commands));
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name !== undefined && command && args.includes('--help')) {
    process.stdout.write(helpOf(name, command));
    return 0;
  }
  if (name === undefined || !command) {
    if (name !== undefined) tell(`powmod: unknown command ${name}`);
    process.stderr.write(`${name === undefined ? '' : '\n'}${helpOfAll(commands)}`);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof PowmodError ? ` (${error.code})` : '';
    tell(`powmod ${name}: ${error.message}${code}`);
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
