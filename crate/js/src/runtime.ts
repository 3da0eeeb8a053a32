/** The parts of the runtime. */

/**
 * A module of Node, where there is one: in Node, Bun and Deno. Some edge runtimes have a `process` whose properties throw.
 */
export const builtin = ((name: string) => {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}) as typeof process.getBuiltinModule;
