// Runs a program for wasm32-wasip1, as cargo calls its runner: node tests/no-std/wasi.mjs FILE ARGUMENT…
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(readFileSync(args[0]), wasi.getImportObject());
process.exitCode = wasi.start(instance);
