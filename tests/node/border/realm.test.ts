// A realm whose prototypes somebody else has frozen or extended.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../support/vectors.ts';

test('a frozen Error.prototype leaves each error its class and its name', () => {
  const program = `
    Object.freeze(Error.prototype);
    const { init, PowmodError, MalformedProofError, readProof } = await import('powmod');
    const { verify } = await import('powmod/verify');
    const pm = await init({ kernel: 'scalar' });
    const reading = async () => readProof('{}');
    for (const call of [reading, () => verify('{}'), () => init({ kernel: 'wide', wasm: () => new Uint8Array(8) })])
      try {
        await call();
      } catch (error) {
        console.log(error instanceof PowmodError, error.name, error.code, error.field, Object.keys(error).includes('name'));
      }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  const malformed = 'true MalformedProofError ERR_MALFORMED_PROOF scheme false\n';
  assert.match(stdout, new RegExp(`^${malformed}${malformed}true PowmodError ERR_\\w+ undefined false\n$`), stderr);
});
