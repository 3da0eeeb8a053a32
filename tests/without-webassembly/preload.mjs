// Preloaded with `--import`: an engine without WebAssembly that reads TypeScript. `--import tsx` would compile a parser
// in this thread, and perhaps not be done with it in time; its hooks alone run in a thread of their own. Node's parser
// of CommonJS is WebAssembly too, compiled when it is first used, so it is used before.
import { register } from 'node:module';

register('tsx/esm', import.meta.url, { data: true });
await import('./commonjs.cjs');
delete globalThis.WebAssembly;
