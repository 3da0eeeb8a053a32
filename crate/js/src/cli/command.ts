/** One command of the command line. */
export interface Command {
  /** What stands after `powmod`: `pow BASE EXP MOD`. */
  usage: string;
  summary: string;
  /** Runs it and gives the exit code. @throws UsageError when the arguments make no sense. */
  run(args: string[]): Promise<number>;
}

/** A mistake in the arguments. */
export class UsageError extends Error {}
