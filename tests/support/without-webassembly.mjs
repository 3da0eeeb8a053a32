// Preloaded with `--import`: an engine without WebAssembly.
delete globalThis.WebAssembly;
