/** An option of a command, as `parseArgs` of node:util takes it, and what the help, the manual and completion need. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly default?: string;
  /** The name of its value: `FILE`. A value of this name is completed as a file. */
  readonly value?: string;
  readonly about: string;
  /** The words that it takes. */
  readonly words?: readonly string[];
  readonly isRequired?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

/** One command of the command line. The help, the manual and the completion are made of it. */
export interface Command {
  /** Its arguments before the options: `BASE EXP MOD`. `FILE…` is completed as files. */
  operands?: string;
  /** The words that its argument can be. */
  words?: readonly string[];
  summary: string;
  options: Options;
  /** Runs the command and gives the exit code. @throws UsageError if the arguments are wrong. */
  run(args: string[], commands: Commands): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** A mistake in the arguments. */
export class UsageError extends Error {}

/** The form of a command after `powmod`: `pow BASE EXP MOD`. */
export function formOf(name: string, { operands, options }: Command): string {
  const forms = Object.entries(options).map(([option, { isRequired, ...given }]) => {
    const form = formOfOption(option, given);
    return isRequired ? form : `[${form}]`;
  });
  return [name, operands, ...forms].filter(Boolean).join(' ');
}

/** `--modulus M` */
export function formOfOption(name: string, { value }: Pick<Option, 'value'>): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
