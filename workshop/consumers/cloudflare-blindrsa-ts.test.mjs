// blindrsa-ts, whose arithmetic is a copy of SJCL: signatures on that and on powmod.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { load } from './packages.mjs';

const { on: pm, count } = counted(await init());
const { RSABSSA } = await load('@cloudflare/blindrsa-ts');
const { default: sjcl } = await load('@cloudflare/blindrsa-ts/lib/src/sjcl/index.js');
const { usePowmod } = await recipe('sjcl.mjs');
const bothWays = onPowmod(sjcl.bn.prototype, () => usePowmod(sjcl, pm), count);

test('powers are the same, for exponents of every form', () =>
  bothWays(() => {
    // Of short moduli and longer bases SJCL has wrong answers, or none.
    const long = new sjcl.bn(`0x${'73'.repeat(32)}`);
    const moduli = [`0x${'a7'.repeat(256)}`, `0x${'a6'.repeat(32)}`].map((n) => new sjcl.bn(n));
    return [new sjcl.bn(5), long].flatMap((x) =>
      [1, 17, '0x10001', new sjcl.bn(65537)].flatMap((e) =>
        moduli.map((n) => {
          const power = x.powermod(e, n);
          return [power, power.mulmod(power, n)].map((number) => BigInt(`${number}`));
        }),
      ),
    );
  }));

test('a blind signature is the same, and verifies', async () => {
  const suite = RSABSSA.SHA384.PSS.Deterministic();
  const { privateKey, publicKey } = await suite.generateKey({
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  });
  const message = suite.prepare(new TextEncoder().encode('a ballot'));
  const { blindedMsg, inv } = await suite.blind(publicKey, message);
  await bothWays(() => suite.blindSign(privateKey, blindedMsg));
  const signature = await suite.finalize(publicKey, message, await suite.blindSign(privateKey, blindedMsg), inv);
  assert.ok(await suite.verify(publicKey, signature, message));
});

provesWork(count);
