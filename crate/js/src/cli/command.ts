/** An option of a command, as `parseArgs` of node:util takes it, and what the help needs. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly default?: string;
  /** The name of its value: `FILE`. */
  readonly value?: string;
  readonly about: string;
  readonly isRequired?: boolean;
  /** The option that may stand in its place. */
  readonly or?: string;
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

/**
 * Translates an argument's name in an error to the command line: `modulus` or `options.expect.modulus` to `--modulus`.
 */
export function toUsageError(error: unknown): unknown {
  const argument = /^(?:options\.expect\.)?((?:modulus|seed|input|iterations|scheme|profile|delta): .*)/s;
  const found = error instanceof RangeError && argument.exec(error.message);
  return found ? new UsageError(`--${found[1]}`) : error;
}

/** The form of a command after `powmod`: `pow BASE EXP MOD`. */
export function formOf(name: string, { operands, options }: Command): string {
  const seconds = Object.values(options).map(({ or }) => or);
  const forms = Object.entries(options)
    .filter(([option]) => !seconds.includes(option))
    .map(([option, { isRequired, or, ...given }]) => {
      const form = formOfOption(option, given);
      if (or === undefined) return isRequired ? form : `[${form}]`;
      const either = `${form} or ${formOfOption(or, options[or] as Option)}`;
      return isRequired ? `(${either})` : `[${either}]`;
    });
  return [name, operands, ...forms].filter(Boolean).join(' ');
}

/** `--modulus M` */
export function formOfOption(name: string, { value }: Pick<Option, 'value'>): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
