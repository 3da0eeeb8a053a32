const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the work of a command and gives the exit code. Ctrl-C or SIGTERM aborts the work; a second one ends the process
 * at once.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const controller = new AbortController();
  const names = Object.keys(CODES) as (keyof typeof CODES)[];
  const onSignal = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) return controller.abort(name);
    stopHandling();
    process.kill(process.pid, name);
  };
  const stopHandling = () => {
    for (const name of names) process.off(name, onSignal);
  };
  // Not `once`: the library of locks ends the process at a signal for which it finds no other handler.
  for (const name of names) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) return CODES[error as keyof typeof CODES];
    throw error;
  } finally {
    stopHandling();
  }
}
