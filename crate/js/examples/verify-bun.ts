// Verifies proof files in Bun: bun add powmod, then bun verify-bun.ts FILE…
import { init } from 'powmod';

const pm = await init();
for (const path of Bun.argv.slice(2)) {
  const isValid = pm.verify(await Bun.file(path).bytes(), { expect: { modulus: 'RSA-2048' } });
  console.log(`${path}: ${isValid ? 'valid' : 'invalid'}`);
}
