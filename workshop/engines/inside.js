// Runs in every engine.

/** The bytes of a file of the repository, from the file system or from the server of browser.mjs. */
export async function read(path) {
  const url = new URL(`../../${path}`, import.meta.url);
  if (url.protocol === 'file:') return new Uint8Array(await (await import('node:fs/promises')).readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A kernel's bench build, running: what crate/wasm/src/bench.rs exports. */
export async function loadBench(kernel) {
  const folder = `target/wasm/${kernel}-bench/package`;
  const module = await WebAssembly.compile(await read(`${folder}/powmod_bg.wasm`));
  const glue = new TextDecoder().decode(await read(`${folder}/powmod.js`));
  const bindings = new Function(`${glue}; return wasm_bindgen;`)();
  bindings.initSync({ module });
  return bindings;
}

/** Lets the engine do what it has put off: answer its driver, take up optimised code. */
export function breathe() {
  return new Promise((resolve) => setTimeout(resolve));
}
