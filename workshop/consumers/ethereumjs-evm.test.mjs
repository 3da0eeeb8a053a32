// @ethereumjs/evm, precompile 0x05: results and gas of its own precompile and of one on powmod, in each hardfork that
// changed either. The package has no tests.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, provesWork } from './on-powmod.mjs';
import { load } from './packages.mjs';

const { createEVM } = await load('@ethereumjs/evm');
const { Common, Mainnet } = await load('@ethereumjs/common');
const { createAddressFromString } = await load('@ethereumjs/util');
const { modexpOn } = await recipe('modexp.mjs');
const { on: pm, count } = counted(await init());

const to = createAddressFromString(`0x${'05'.padStart(40, '0')}`);
/** EIP-198, EIP-2565, EIP-7883 with EIP-7823. */
const HARDFORKS = ['byzantium', 'berlin', 'osaka'];

async function evms(hardfork) {
  const common = new Common({ chain: Mainnet, hardfork });
  return [await createEVM({ common }), await createEVM({ common, customPrecompiles: [modexpOn(pm)] })];
}

/** What both EVMs give: the value in hexadecimal, the gas and the error. */
async function agreed([own, ours], data, gasLimit = 30_000_000n) {
  const outcome = async (evm) => {
    const { execResult } = await evm.runCall({ to, data, gasLimit });
    const { returnValue, executionGasUsed, exceptionError } = execResult;
    return { value: Buffer.from(returnValue).toString('hex'), gas: executionGasUsed, error: exceptionError?.error };
  };
  const expected = await outcome(own);
  assert.deepEqual(await outcome(ours), expected, Buffer.from(data).toString('hex'));
  return expected;
}

const word = (n) => n.toString(16).padStart(64, '0');
const input = (base, exponent, modulus) =>
  Buffer.from(
    [base, exponent, modulus].map((part) => word(part.length / 2)).join('') + base + exponent + modulus,
    'hex',
  );

for (const hardfork of HARDFORKS)
  describe(hardfork, async () => {
    const both = await evms(hardfork);

    test('random numbers, with zeros before them and bytes cut off', async () => {
      const pick = (choices) => choices[randomInt(choices.length)];
      const hex = (bytes) => {
        const zeros = randomInt(bytes + 1);
        const rest = bytes - zeros;
        return (
          '00'.repeat(zeros) +
          pick(['ff'.repeat(rest), '80'.padEnd(2 * rest, '0').slice(0, 2 * rest), randomBytes(rest).toString('hex')])
        );
      };
      const lengths = [0, 1, 2, 31, 32, 33, 64, 128, 256];
      for (let i = 0; i < 150; i++) {
        const data = input(...[0, 1, 2].map(() => hex(pick(lengths))));
        await agreed(both, data);
        await agreed(both, data.subarray(0, randomInt(data.length + 1)));
        await agreed(both, data, BigInt(randomInt(2000)));
      }
    });

    test('numbers longer than an instance takes', async () => {
      const long = 'f7'.repeat(8200);
      for (const parts of [
        [long, '03', 'ab'.repeat(32)],
        ['f7'.repeat(40_000), '03', 'ab'.repeat(32)],
        ['03', '02', long],
        ['03', long, 'ab'.repeat(16)],
      ])
        await agreed(both, input(...parts));
    });

    test('lengths that nobody can pay', async () => {
      for (const length of [2n ** 31n, 2n ** 53n, 2n ** 256n - 1n])
        for (let i = 0; i < 3; i++) {
          const data = Buffer.from([0, 1, 2].map((j) => word(i === j ? length : 1n)).join(''), 'hex');
          const { error } = await agreed(both, data);
          assert.equal(error, 'out of gas');
        }
    });
  });

provesWork(count);
