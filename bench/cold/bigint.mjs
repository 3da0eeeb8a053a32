// In a fresh process: milliseconds from `import` to the first verified proof, by native BigInt.
import { readFileSync } from 'node:fs';

const RSA_2048_FILE = new URL('../../crate/core/src/vdf/rsa-2048.hex', import.meta.url);
const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const start = performance.now();
const { verify } = await import('../../workshop/bigint/wesolowski.js');
const modulus = BigInt(`0x${readFileSync(RSA_2048_FILE, 'utf8').trim()}`);
const isValid = verify(proof, modulus);
console.log(JSON.stringify({ milliseconds: performance.now() - start, isValid }));
