// An EVM in a thread of its own: it awaits at each step, and Node's test runner follows every promise of its own thread.
import { parentPort } from 'node:worker_threads';
import { load } from './packages.mjs';

const { createEVM } = await load('@ethereumjs/evm');
const { Common, Mainnet } = await load('@ethereumjs/common');
const evms = {};

parentPort.on('message', async ({ hardfork, code, data }) => {
  evms[hardfork] ??= await createEVM({ common: new Common({ chain: Mainnet, hardfork }) });
  const { returnValue, executionGasUsed, exceptionError } = await evms[hardfork].runCode({
    code,
    data,
    gasLimit: 30_000_000n,
  });
  parentPort.postMessage({ returnValue, executionGasUsed, problem: exceptionError?.error });
});
