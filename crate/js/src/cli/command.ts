/** An option of a command, as `parseArgs` of node:util takes it, and what the help needs. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly default?: string;
  /** The name of its value: `FILE`. */
  readonly value?: string;
  readonly about: string;
  readonly isRequired?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

/** One command of the command line. The help is made of it. */
export interface Command {
  /** Its arguments before the options: `BASE EXP MOD`. */
  operands?: string;
  summary: string;
  options: Options;
  /** Runs the command and gives the exit code. @throws UsageError if the arguments are wrong. */
  run(args: string[]): Promise<number>;
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
