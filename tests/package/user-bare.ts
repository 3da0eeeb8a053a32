// A strict user's program that TypeScript compiles without the types of browsers and of Node.
import { init, initSync, readProof, type WasmSource } from 'powmod';
import { modPow } from 'powmod/bigint-mod-arith';
import { verifyVdfs } from 'powmod/chia';
import { createPool } from 'powmod/pool';
import { init as initPowers } from 'powmod/powers';
import * as alone from 'powmod/static';
import { verify } from 'powmod/verify';

const bytes: WasmSource = new Uint8Array(9);
const pm = await init({ wasm: () => bytes });
const pool = await createPool({ workers: 2, maxBits: 2048 });
const all = [pm.modPow(2n, 10n, 1000n), await pool.modPow(2n, 10n, 1000n), modPow(2, 10, 1000)];
export const verdicts = [await verify('{}'), await verifyVdfs([], { pool }), alone.initSync().verify('{}')];
initSync({ wasm: () => new ArrayBuffer(9) });
await pool.modPowAll(all, 10n, 1000n, { onProgress() {} });
// @ts-expect-error no value has a class that the program does not know
await init({ signal: {} });
readProof('{}');
export const early = (await initPowers()).kernel;
