/** One command of the command line. */
export interface Command {
  /** The form of the command after `powmod`: `pow BASE EXP MOD`. */
  usage: string;
  summary: string;
  /** Runs the command and gives the exit code. @throws UsageError if the arguments are wrong. */
  run(args: string[]): Promise<number>;
}

/** A mistake in the arguments. */
export class UsageError extends Error {}
