// Preloaded with `--import`: an engine without WebAssembly. Node's parser of CommonJS is itself WebAssembly, compiled when it is
// first used, so it is used before.
await import('./commonjs.cjs');
delete globalThis.WebAssembly;
