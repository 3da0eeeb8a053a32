// A worker that keeps the engine's compilers busy: it runs a fresh module again and again.

/** Enough calls that the engine compiles the module. */
const CALLS = 3000;

addEventListener('message', async ({ data: module }) => {
  for (;;) {
    for (let i = 0; i < 20; i++) new WebAssembly.Instance(new WebAssembly.Module(module)).exports.run(CALLS);
    await new Promise((resolve) => setTimeout(resolve));
  }
});
