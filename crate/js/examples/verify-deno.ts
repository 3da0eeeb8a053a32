// Verifies proof files in Deno: deno add npm:powmod, then deno run --allow-read verify-deno.ts FILE…
import { init } from 'powmod';

const pm = await init();
for (const path of Deno.args) {
  const isValid = pm.verify(await Deno.readFile(path), { expect: { modulus: 'RSA-2048' } });
  console.log(`${path}: ${isValid ? 'valid' : 'invalid'}`);
}
