// A fresh process: the same verification in BigInt.
import { readFileSync } from 'node:fs';

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const start = performance.now();
const { verify } = await import('../peers/wesolowski.mjs');
const isValid = verify(proof);
console.log(JSON.stringify({ milliseconds: performance.now() - start, isValid }));
