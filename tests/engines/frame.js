// Runs in the engine: calls frame.wat's function, and counts the runs in which a variable changed. Meanwhile a worker compiles:
// JavaScriptCore then interrupts every thread by a signal.

const CALLS = 1_000_000;

/** @param {{ bytes: number[], seconds: number }} task the module, and how long to run it */
export default async function run({ bytes, seconds }) {
  const module = new Uint8Array(bytes);
  const worker = new Worker(new URL('compiling.js', import.meta.url), { type: 'module' });
  worker.postMessage(module);
  const end = performance.now() + 1000 * seconds;
  let runs = 0;
  let wrong = 0;
  while (performance.now() < end) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
    for (let i = 0; i < 10; i++, runs++) if (exports.run(CALLS) !== 0) wrong++;
    await new Promise((resolve) => setTimeout(resolve));
  }
  worker.terminate();
  return { runs, wrong };
}
