/** Tells which engine runs the package, and loads modules of Node. */

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

/** The engines that differ in speed enough to be told apart. */
export type EngineName = 'V8' | 'JavaScriptCore' | 'SpiderMonkey';

/** The engine, by the fields that only its errors have. An engine that is none of the three counts as V8. */
export function engineName(): EngineName {
  const error = new Error();
  if ('lineNumber' in error) return 'SpiderMonkey';
  return 'line' in error ? 'JavaScriptCore' : 'V8';
}

/** A function that loads once. A failed attempt is forgotten, and made again by the next call. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
