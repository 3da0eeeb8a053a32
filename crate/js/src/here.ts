/**
 * Where the package's files are, in Node, Bun and Deno. `import.meta` is no syntax of a classic script, into which some
 * bundlers copy it: so no entry for pages has it but `powmod/pool`.
 */
export let here: string | undefined;

export function setHere(url: string | undefined): void {
  here = url;
}
