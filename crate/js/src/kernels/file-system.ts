/** Node's file system, where there is one: in Node, Bun and Deno. */
export function files() {
  return globalThis.process?.getBuiltinModule?.('node:fs');
}
