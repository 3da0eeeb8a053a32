const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the work of a command and gives the exit code. Ctrl-C or SIGTERM aborts the work; a second one ends the process
 * at once.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const controller = new AbortController();
  const names = Object.keys(CODES) as (keyof typeof CODES)[];
  const onSignal = (name: NodeJS.Signals) => controller.abort(name);
  for (const name of names) process.once(name, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) return CODES[error as keyof typeof CODES];
    throw error;
  } finally {
    for (const name of names) process.off(name, onSignal);
  }
}
