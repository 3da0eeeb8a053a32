// A strict user's program that TypeScript compiles from version 5.3 on to CommonJS, and for Node without the types
// of browsers.
import { type InitSyncOptions, init, initSync, type Powmod, PowmodError, toBytes } from 'powmod';
import { modInv, modPow } from 'powmod/bigint-mod-arith';
import { type ChiaProof, readBlock, verifyVdf, verifyVdfs } from 'powmod/chia';
import { createPool } from 'powmod/pool';
import * as powers from 'powmod/powers';
import * as alone from 'powmod/static';
import { verify } from 'powmod/verify';

import mainnet = require('powmod/examples/chia-mainnet.json');
import proof = require('powmod/examples/pietrzak-rsa2048.json');

/** Takes bytes, but no bytes in shared memory. */
const { digest } = crypto.subtle;

export async function digests(pm: Powmod) {
  const m = pm.modulus(7n);
  const bytes = pm.modPow(1n, 2n, 3n, { as: 'bytes' });
  const key = { p: bytes, q: bytes, dp: bytes, dq: bytes, qInv: bytes, e: bytes };
  const pool = await createPool({ workers: 1 });
  const task = { modulus: 7n, input: 2n, iterations: 5 };
  const onCheckpoint = (checkpoint: Parameters<typeof digest>[1]) => digest('SHA-256', checkpoint);
  return [
    digest('SHA-256', bytes),
    digest('SHA-256', pm.modPow2(1n, 2n, 3n, 4n, 5n, { as: 'bytes' })),
    digest('SHA-256', pm.modPowSecret(1n, bytes, 7n, { exponentBits: 8 })),
    digest('SHA-256', pm.modPow2Secret(1n, bytes, 1n, bytes, 7n, { exponentBits: 8 })),
    digest('SHA-256', pm.rsaPrivateKey(key).pow(bytes)),
    digest('SHA-256', m.powSecret(1n, bytes, { exponentBits: 8 })),
    digest('SHA-256', pm.modexp(bytes)),
    digest('SHA-256', toBytes(5n, 8)),
    digest('SHA-256', m.square(2n, 5, { as: 'bytes' })),
    digest('SHA-256', m.fixedBase(2n).pow(3n, { as: 'bytes' })),
    digest('SHA-256', m.tables([2n]).multiPow([3n], { as: 'bytes' })),
    digest('SHA-256', await pool.modPow(1n, 2n, 3n, { as: 'bytes' })),
    digest('SHA-256', (await pool.evaluate(task, { onCheckpoint })).checkpoints),
  ];
}

const options: InitSyncOptions = { kernel: 'scalar', wasm: (kernel) => new Uint8Array(kernel.length) };
// @ts-expect-error the option is a function
initSync({ wasm: new Uint8Array(9) });
const a: bigint = initSync(options).modPow(1n, 2n, 3n);
const b: bigint = modPow(1, 2n, 3) + modInv(3n, 7);
// @ts-expect-error the function takes numbers
modInv('3', 7n);
const c: Promise<Powmod> = init();
const d: Promise<boolean> = verify(new Uint8Array(3));
const i: bigint = alone.initSync(options).modPow(1n, 2n, 3n);
const g: Promise<powers.Powers> = powers.init({ maxBits: 4096 });
const j: powers.Powers = initSync(options);
// @ts-expect-error the entry has powers alone
powers.initSync(options).verify('{}');
const scheme: 'pietrzak' = proof.scheme;
const h: Promise<boolean> = verifyVdf(mainnet);
const { proofs, incomplete } = readBlock({});
const e: Promise<boolean> = verifyVdf({
  ...proofs[0]?.proof,
  witness: new Uint8Array(100),
  iterations: 5n,
} as ChiaProof);
const f = verifyVdfs(
  incomplete.map(({ proof }) => ({ ...proof, input: '0x08' })),
  { strict: true },
);
// @ts-expect-error the witness is missing
verifyVdf({ challenge: '00', iterations: 1, output: '00', witnessType: 0 });
console.log(a, b, c, d, e, f, g, h, i, j, scheme, new PowmodError('ERR_LOAD', 'words', { cause: d }).code);
