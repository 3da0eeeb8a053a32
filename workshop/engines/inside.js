// For code that runs inside an engine, whether a runtime or a browser.

/** The bytes of a file of the repository, from the file system or from the server of browser.mjs. */
export async function read(path) {
  const url = new URL(`../../${path}`, import.meta.url);
  if (url.protocol === 'file:') return new Uint8Array(await (await import('node:fs/promises')).readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Loads the bench build of a kernel. Returns the exports of crate/wasm/src/bench.rs. */
export async function loadBench(kernel) {
  const folder = `target/wasm/${kernel}-bench/package`;
  const module = await WebAssembly.compile(await read(`${folder}/powmod_bg.wasm`));
  const glue = new TextDecoder().decode(await read(`${folder}/powmod.js`));
  const bindings = new Function(`${glue}; return wasm_bindgen;`)();
  bindings.initSync({ module });
  return bindings;
}

/** Lets the engine do pending work: answer its driver, switch to optimised code. */
export function breathe() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Breathes every 50 ms at most, because a page's timer takes longer than a short sample. */
export function seldom() {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 50) return;
    await breathe();
    last = performance.now();
  };
}
