/**
 * Tells which engine runs the package, and what it has. What others put on `Object.prototype` is no part of an engine,
 * nor of anything else: so a name that may be absent is read by {@link partOf}, and a list is never read beyond its
 * end.
 */

const isOwn = (holder: object, name: PropertyKey) => Object.hasOwn(holder, name);

/**
 * Whether an object has a property, by itself or by its class. A property of `Object.prototype`, of any realm, does
 * not count.
 */
export function has(value: object, name: PropertyKey): boolean {
  let holder: object | null = value;
  while (holder && !isOwn(holder, name)) holder = Object.getPrototypeOf(holder);
  return holder === value || (holder !== null && !isOwn(holder, 'isPrototypeOf'));
}

/** A property that not every engine, realm or object of a class has. */
export function partOf<T extends object, Name extends keyof T>(whole: T, name: Name): T[Name] | undefined {
  return has(whole, name) ? whole[name] : undefined;
}

/** A global that not every engine has. */
export const globalOf = <Name extends keyof typeof globalThis>(name: Name) => partOf(globalThis, name);

/** Options for the platform, which would also take those that they inherit. */
export function bare<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options);
}

/** Defines a property that no loop over the object finds. */
export function defineHidden(object: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(object, name, bare({ configurable: true, writable: true, value }));
}

/**
 * `[make(0), …, make(count − 1)]`. Libraries of old pages replace `Array.from` by their own, which calls no function.
 */
export function listOf<T>(count: number, make: (i: number) => T): T[] {
  const list: T[] = [];
  for (let i = 0; i < count; i++) list.push(make(i));
  return list;
}

/**
 * A module of Node, where there is one: in Node, Bun and Deno. Some edge runtimes have a `process` whose properties
 * throw.
 */
export const builtin = ((name: string) => {
  try {
    const process = globalOf('process');
    return process && partOf(process, 'getBuiltinModule')?.call(process, name);
  } catch {
    return undefined;
  }
}) as typeof process.getBuiltinModule;

/** Starts a timer that keeps no process alive. In a page a timer is a number. */
export function startTimer(work: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, milliseconds);
  partOf(Object(timer) as { unref?(): void }, 'unref')?.call(timer);
  return timer;
}

/** The engines that differ in speed enough to be told apart. */
export type EngineName = 'V8' | 'JavaScriptCore' | 'SpiderMonkey';

/** The engine, by the fields that only its errors have. An engine that is none of the three counts as V8. */
export function engineName(): EngineName {
  const error = new Error();
  if (has(error, 'lineNumber')) return 'SpiderMonkey';
  return has(error, 'line') ? 'JavaScriptCore' : 'V8';
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

/**
 * Resolves in a later task, after those that wait: a page paints and reads its input. Bare shells of engines have no
 * timers.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (globalOf('setTimeout')) setTimeout(resolve, 0);
    else resolve();
  });
}
