// Verifies proof files in Node: node verify.mjs FILE…
import { readFile } from 'node:fs/promises';
import { init, MalformedProofError } from 'powmod';

const pm = await init();
for (const path of process.argv.slice(2)) {
  try {
    // Anyone who knows the factors of a modulus can make a valid proof without the squarings. So name the modulus.
    const isValid = pm.verify(await readFile(path), { expect: { modulus: 'RSA-2048' } });
    console.log(`${path}: ${isValid ? 'valid' : 'invalid'}`);
  } catch (error) {
    if (!(error instanceof MalformedProofError)) throw error;
    console.log(`${path}: malformed, ${error.field} ${error.reason}`);
  }
}
