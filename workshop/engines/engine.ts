// An engine: a runtime or a browser that runs a module of the repository and returns its result.

import type { Page } from '../browsers/driver.ts';

export interface Engine {
  name: string;
  /** What the engine has, whatever its version, as in crate/wasm/variants.mjs. */
  features: readonly string[];
  /** The kernels in WebAssembly that need no more: the engine must run them. */
  kernels: readonly string[];
  /** The kernels that another engine of the list runs by the same compilers: here they need no tests. */
  known?: readonly string[];
  /** The engine accepts relaxed SIMD but rounds a multiply-add twice. */
  isUnfused?: boolean;
  /** The code of the engine's baseline compiler loses variables by chance: tests/engines/README.md. */
  losesVariables?: boolean;
  /** Why this machine cannot start the engine; undefined when it can. */
  missing(): string | undefined;
  open(): Promise<OpenEngine>;
}

export interface OpenEngine {
  version: string;
  /**
   * Calls the default export of a module, whose path is below the repository's root. The argument and the result
   * travel as JSON.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each module has its own result
  call(module: string, argument?: unknown): Promise<any>;
  close(): Promise<void>;
}

export interface OpenBrowser extends OpenEngine {
  /** Calls the default export of a module in a page that stays open. */
  openPage(module: string): Promise<Page>;
}
