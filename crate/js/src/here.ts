/**
 * Where the package's files are, in Node, Bun and Deno. `import.meta` is no syntax of a classic script, into which some bundlers
 * copy it: so no entry for pages has it.
 */

/** A CommonJS module of the package has its address by this name. */
declare const powmodFileUrl: string | undefined;

export let here = typeof powmodFileUrl === 'string' ? powmodFileUrl : undefined;

export function setHere(url: string | undefined): void {
  here = url;
}
