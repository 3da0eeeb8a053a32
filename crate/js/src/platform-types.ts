/**
 * Classes of the platform in public types. A program may be compiled without the types of browsers, or of Node. Such a
 * class is then `never` in our types, and the program compiles.
 */
type ClassOf<Name extends string> = typeof globalThis extends { [Known in Name]: { prototype: infer Class } }
  ? Class
  : never;

/** `AbortSignal`. */
export type Signal = ClassOf<'AbortSignal'>;

/** `URL`. */
export type Url = ClassOf<'URL'>;

/** `Response`, of `fetch`. */
export type FetchResponse = ClassOf<'Response'>;
