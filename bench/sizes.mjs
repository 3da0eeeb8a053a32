// The bytes of each kernel, as a server that compresses sends them: node bench/sizes.mjs [--json FILE]
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { variants } from '../crate/wasm/variants.mjs';

const { values: options } = parseArgs({ options: { json: { type: 'string' } } });
const file = (name) => readFileSync(new URL(`../crate/js/dist/kernels/${name}`, import.meta.url));
const gzipped = (name) => gzipSync(file(name), { level: 9 }).length;

const rows = variants.map(({ name }) => ({
  kernel: name,
  '.wasm': file(`${name}.wasm`).length,
  '.wasm, gzipped': gzipped(`${name}.wasm`),
  '.js with it embedded, gzipped': gzipped(`${name}.js`),
}));
console.log('Bytes of each kernel (gzipped .wasm: at most 30,000; goal 18,000):');
console.table(rows);
if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
