// The guide's way from a contract to an opened beacon: its files as they stand, with solc and ethers, on a node of one
// EVM.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { groups, init, toBytes } from 'powmod';
import { run } from '../../crate/build/run.mjs';
import { listening } from '../loopback.mjs';
import { blocksOf } from '../markdown.mjs';
import { CALLER, folder as example, guide, send } from './solidity.mjs';

const prevRandao = createHash('sha256').update('a block').digest();
const receipts = new Map();
const hashOf = (text) => `0x${createHash('sha256').update(text).digest('hex')}`;
const BLOCK = { blockHash: hashOf('block'), blockNumber: '0x1', transactionIndex: '0x0' };

/** Sends a transaction of the node's only account, and keeps its receipt. */
async function transact({ to, data }) {
  const nonce = receipts.size;
  const hash = hashOf(`${nonce}`);
  const answer = await send({ to, data: Buffer.from(data.slice(2), 'hex'), nonce, prevRandao });
  assert.equal(answer.problem, undefined);
  const gas = `0x${answer.executionGasUsed.toString(16)}`;
  receipts.set(hash, {
    ...{ transactionHash: hash, hash, ...BLOCK, from: CALLER, to: to ?? null, nonce, data, input: data, type: '0x0' },
    ...{ contractAddress: answer.address ?? null, status: '0x1', logs: [], logsBloom: `0x${'00'.repeat(256)}` },
    ...{
      gas,
      gasUsed: gas,
      cumulativeGasUsed: gas,
      gasPrice: '0x0',
      effectiveGasPrice: '0x0',
      value: '0x0',
      chainId: '0x1',
    },
    signature: { r: hashOf('r'), s: `0x${'11'.repeat(32)}`, v: 27 },
  });
  return hash;
}

/** What a wallet's library asks of a node. */
const METHODS = {
  eth_chainId: () => '0x1',
  eth_accounts: () => [CALLER],
  eth_blockNumber: () => '0x1',
  eth_estimateGas: () => '0x1c9c380',
  eth_sendTransaction: transact,
  eth_getTransactionByHash: (hash) => receipts.get(hash) ?? null,
  eth_getTransactionReceipt: (hash) => receipts.get(hash) ?? null,
  async eth_call({ to, data }) {
    const { problem, returnValue } = await send({ to, data: Buffer.from(data.slice(2), 'hex'), prevRandao });
    assert.equal(problem, undefined);
    return `0x${Buffer.from(returnValue).toString('hex')}`;
  },
};

const node = await listening(async (request, response) => {
  const asked = await json(request);
  const answers = [];
  for (const { id, method, params } of [asked].flat())
    answers.push({ jsonrpc: '2.0', id, result: await METHODS[method](...params) });
  response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
});
after(() => node.close());

test('the beacon is deployed, proven and opened', async (t) => {
  const folder = fileURLToPath(new URL(`dist/on-chain-${process.pid}/`, import.meta.url));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(example, `${folder}evm`, { recursive: true });
  for (const { name, code } of blocksOf(guide)) if (name) writeFileSync(`${folder}${name}`, code);
  const printed = await run(process.execPath, ['deploy.mjs', node.url], { cwd: folder });

  const [deployment] = receipts.values();
  const N = groups['RSA-2048'];
  const pm = await init();
  const output = pm.element(pm.modulus(N).square(pm.hashToGroup(prevRandao, N), 1000), N);
  const random = createHash('sha256').update('beacon').update(toBytes(output, 256)).digest('hex');
  assert.equal(printed.toLowerCase(), `at ${deployment.contractAddress}\nrandom 0x${random}\n`);
  assert.equal(receipts.size, 2);
});
