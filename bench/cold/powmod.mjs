// In a fresh process: milliseconds from `import` to the first verified proof, by powmod.
import { readFileSync } from 'node:fs';

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const start = performance.now();
const { init } = await import('powmod');
const pm = await init();
const isValid = pm.verify(proof, { expect: { modulus: 'RSA-2048' } });
console.log(JSON.stringify({ milliseconds: performance.now() - start, isValid }));
