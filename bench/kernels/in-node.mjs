// The measuring half of bench/kernels.mjs, run in each Node: options in the first argument, JSON out.
import { readFileSync } from 'node:fs';
import { measureKernels } from './measure.js';

const { builds, ...options } = JSON.parse(process.argv[2]);
const read = ({ name, folder }) => ({
  name,
  glue: readFileSync(`${folder}/powmod.js`, 'utf8'),
  wasm: readFileSync(`${folder}/powmod_bg.wasm`),
});
const measured = await measureKernels(builds.map(read), options);
console.log(JSON.stringify({ engine: `Node ${process.versions.node}, V8 ${process.versions.v8}`, ...measured }));
