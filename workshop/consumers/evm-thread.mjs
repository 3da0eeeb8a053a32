// EVMs that keep their state, one for each hardfork, in a thread of their own: they await at each step, and Node's test
// runner follows every promise of its own thread.
import { parentPort } from 'node:worker_threads';
import { load } from './packages.mjs';

const { createEVM } = await load('@ethereumjs/evm');
const { Common, Mainnet } = await load('@ethereumjs/common');
const { Account, createAddressFromString, createZeroAddress } = await load('@ethereumjs/util');
const evms = {};
/** A chain without the precompile: a call of its address succeeds, and gives nothing. */
const WITHOUT_MODEXP = 'without modexp';
const MODEXP = createAddressFromString(`0x${'5'.padStart(40, '0')}`);

parentPort.on(
  'message',
  async ({ hardfork, from, to, data, nonce, timestamp = 0n, prevRandao = new Uint8Array(32) }) => {
    evms[hardfork] ??= await createEVM(
      hardfork === WITHOUT_MODEXP
        ? { common: new Common({ chain: Mainnet, hardfork: 'cancun' }), customPrecompiles: [{ address: MODEXP }] }
        : { common: new Common({ chain: Mainnet, hardfork }) },
    );
    const evm = evms[hardfork];
    const caller = createAddressFromString(from);
    // The address of a contract comes from it. The EVM counts calls too, which a chain does not.
    if (!to) await evm.stateManager.putAccount(caller, new Account(BigInt(nonce)));
    const header = {
      number: 1n,
      coinbase: createZeroAddress(),
      difficulty: 0n,
      gasLimit: 30_000_000n,
      baseFeePerGas: 0n,
    };
    const { createdAddress, execResult } = await evm.runCall({
      caller,
      ...(to && { to: createAddressFromString(to) }),
      data,
      gasLimit: header.gasLimit,
      block: { header: { ...header, timestamp, prevRandao, getBlobGasPrice: () => 1n } },
    });
    parentPort.postMessage({
      address: createdAddress?.toString(),
      returnValue: execResult.returnValue,
      executionGasUsed: execResult.executionGasUsed,
      problem: execResult.exceptionError?.error,
    });
  },
);
