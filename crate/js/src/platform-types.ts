/**
 * Classes of the platform in public types. Programs may be compiled without the types of browsers, or of Node, and then
 * lack their names: nothing is of such a class there.
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
