/** The help, of all commands or of one. */
import { type Command, type Commands, formOf, formOfOption } from './command.js';

export function helpOfAll(commands: Commands): string {
  const forms = Object.entries(commands).map(
    ([name, command]) => `  powmod ${formOf(name, command)}\n      ${command.summary}\n`,
  );
  return `Usage:\n${forms.join('')}  powmod --help | COMMAND --help | --version\n`;
}

export function helpOf(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, given]) => [formOfOption(option, given), given.about]);
  const width = Math.max(...options.map(([form = '']) => form.length));
  const lines = options.map(([form = '', about = '']) => `  ${form.padEnd(width)}  ${about}\n`);
  const list = lines.length > 0 ? `\nOptions:\n${lines.join('')}` : '';
  return `Usage: powmod ${formOf(name, command)}\n\n${command.summary}\n${list}`;
}
