// tssrp6a: sessions on its own arithmetic and on powmod.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { require } from './packages.mjs';

const { on, count } = counted(await init());
const { usePowmod } = await recipe('tssrp6a.mjs');
const utils = require('tssrp6a/dist/utils.js');
const bothWays = onPowmod(utils, () => usePowmod(utils, on));
const { createVerifierAndSalt, SRPClientSession, SRPParameters, SRPRoutines, SRPServerSession } = require('tssrp6a');

for (const bits of [1024, 2048])
  test(`${bits} bits: verifiers, sessions and proofs are the same`, async () => {
    const group = SRPParameters.PrimeGroup[bits];
    let secret = group.N / 3n;
    const routines = new (class extends SRPRoutines {
      generatePrivateValue() {
        secret += 1n;
        return secret;
      }
      generateRandomSalt = async () => 12345n;
    })(new SRPParameters(group));
    await bothWays(async () => {
      secret = group.N / 3n;
      const { s, v } = await createVerifierAndSalt(routines, 'name', 'password');
      const client = await new SRPClientSession(routines).step1('name', 'password');
      const server = await new SRPServerSession(routines).step1('name', s, v);
      const { A, M1, ...rest } = await client.step2(s, server.B);
      const M2 = await server.step2(A, M1);
      await rest.step3?.(M2);
      await assert.rejects(server.step2(A, M1 + 1n), /credentials/);
      return { v, A, B: server.B, M1, M2 };
    });
  });

provesWork(count);
