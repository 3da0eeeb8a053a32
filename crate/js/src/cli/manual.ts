/** The command `manual`: the manual page, in the language of man(7). The package has it as dist/powmod.1. */
import { parseArgs } from 'node:util';
import { type Command, type Commands, formOf, formOfOption } from './command.js';

export const manual: Command = {
  summary: 'Prints the manual page, for man: powmod manual | man -l -',
  options: {},

  async run(args, commands) {
    parseArgs({ args, options: {} });
    process.stdout.write(pageOf(commands));
    return 0;
  },
};

function pageOf(commands: Commands): string {
  const sections = Object.entries(commands).map(([name, command]) => {
    const options = Object.entries(command.options).map(
      ([option, given]) => `.TP\n.B ${escaped(formOfOption(option, given))}\n${escaped(given.about)}\n`,
    );
    return `.SS ${escaped(formOf(name, command))}\n${escaped(command.summary)}\n${options.join('')}`;
  });
  return `.TH POWMOD 1 "" "powmod ${POWMOD_VERSION}" "User Commands"
.SH NAME
powmod \\- modular exponentiation and delay proofs
.SH SYNOPSIS
.B powmod
.I COMMAND
[\\fIARGUMENT\\fR]...
.br
.B powmod
\\-\\-help | \\fICOMMAND\\fR \\-\\-help | \\-\\-version
.SH COMMANDS
${sections.join('')}.SH EXIT STATUS
0 on success. 2 if an argument is wrong or the work failed. 130 after Ctrl\\-C, 143 after SIGTERM. The codes of
verify are above.
`;
}

/** Text that the language does not read as commands. */
function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/…/g, '...')
    .replace(/^(['.])/gm, '\\&$1');
}
