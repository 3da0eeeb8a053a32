/** The command `completion`: what a shell needs to complete commands, options, words and files. */
import { parseArgs } from 'node:util';
import { type Command, type Commands, type Option, UsageError } from './command.js';

/** The script of each shell. */
const SHELLS: Record<string, (commands: Commands) => string> = { bash, zsh, fish };

const words = Object.keys(SHELLS);

export const completion: Command = {
  operands: 'SHELL',
  words,
  summary: `Prints a script that completes powmod's commands in ${words.join(', ')}: source <(powmod completion bash)`,
  options: {},

  async run(args, commands) {
    const [shell, ...more] = parseArgs({ args, options: {}, allowPositionals: true }).positionals;
    const script = shell !== undefined && Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script || more.length > 0) throw new UsageError(`SHELL must be one of ${words.join(', ')}`);
    process.stdout.write(script(commands));
    return 0;
  },
};

const isFile = ({ value }: Option) => value === 'FILE';
const takesFiles = ({ operands }: Command) => operands?.startsWith('FILE') ?? false;

function bash(commands: Commands): string {
  const cases = Object.entries(commands).map(([name, command]) => {
    const options = Object.entries(command.options);
    const ofValue = options
      .filter(([, { value }]) => value !== undefined)
      .map(([option, given]) => `--${option}) ${bashWords(given.words ?? [], isFile(given))} ;;`);
    const own = [...options.map(([option]) => `--${option}`), '--help', ...(command.words ?? [])];
    return `    ${name})
      case "$before" in
${[...ofValue, `*) ${bashWords(own, takesFiles(command))} ;;`].map((line) => `        ${line}\n`).join('')}      esac ;;
`;
  });
  return `# powmod: completion for bash
_powmod() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${bashWords([...Object.keys(commands), '--help', '--version'], false)}
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
}
complete -o filenames -F _powmod powmod
`;
}

/** The words, and files, that begin as the word before the cursor. */
function bashWords(words: readonly string[], withFiles: boolean): string {
  return `mapfile -t COMPREPLY < <(compgen ${withFiles ? '-f ' : ''}-W '${words.join(' ')}' -- "$word")`;
}

function zsh(commands: Commands): string {
  const described = Object.entries(commands).map(
    ([name, { summary }]) => `    ${quoted(`${name}:${zshText(summary)}`)}\n`,
  );
  const cases = Object.entries(commands).map(([name, command]) => {
    const options = Object.entries(command.options).map(([option, given]) => {
      const action = isFile(given) ? '_files' : given.words ? `(${given.words.join(' ')})` : ' ';
      const value = given.value === undefined ? '' : `:${given.value}:${action}`;
      return quoted(`--${option}[${zshText(given.about)}]${value}`);
    });
    const operands = takesFiles(command)
      ? [quoted('*:file:_files')]
      : command.words
        ? [quoted(`:${command.operands}:(${command.words.join(' ')})`)]
        : [];
    const all = [...options, quoted(`--help[${zshText('Prints the help of this command.')}]`), ...operands];
    return `    ${name}) _arguments ${all.join(' ')} ;;\n`;
  });
  return `#compdef powmod
# powmod: completion for zsh
_powmod() {
  local -a commands
  commands=(
${described.join('')}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('')}  esac
}
if [ "\${funcstack[1]}" = _powmod ]; then _powmod "$@"; else compdef _powmod powmod; fi
`;
}

function fish(commands: Commands): string {
  const lines = ['# powmod: completion for fish', 'complete -c powmod -f'];
  for (const [name, command] of Object.entries(commands)) {
    lines.push(`complete -c powmod -n __fish_use_subcommand -a ${name} -d ${fishText(command.summary)}`);
    const inside = `complete -c powmod -n '__fish_seen_subcommand_from ${name}'`;
    if (takesFiles(command)) lines.push(`${inside} -F`);
    if (command.words) lines.push(`${inside} -a '${command.words.join(' ')}'`);
    for (const [option, given] of Object.entries(command.options)) {
      const value = given.value === undefined ? '' : isFile(given) ? ' -r -F' : ' -x';
      const words = given.words ? ` -a '${given.words.join(' ')}'` : '';
      lines.push(`${inside} -l ${option}${value}${words} -d ${fishText(given.about)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Text in an argument of zsh's _arguments and _describe. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
