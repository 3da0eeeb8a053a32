// Ethereum's precompile 0x05 on powmod, as a custom precompile of @ethereumjs/evm.
import { getActivePrecompiles } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';

const ADDRESS = '0000000000000000000000000000000000000005';
const HEAD = 96;
/** The longest modulus and exponent, in bytes, that an instance takes by default. Longer ones are the EVM's. */
const LONGEST = 65_536 / 8;

/** For the option `customPrecompiles` of `createEVM`. */
export function modexpPrecompile(pm) {
  return {
    address: new Address(Buffer.from(ADDRESS, 'hex')),
    function(input) {
      const own = getActivePrecompiles(input.common).get(ADDRESS);
      const [baseLength, exponentLength, modulusLength] = lengths(input.data);
      if (Math.max(exponentLength, modulusLength) > LONGEST) return own(input);
      // Without its modulus, which is then zero, the input costs the same gas and no exponentiation.
      const result = own({ ...input, data: input.data.subarray(0, HEAD + baseLength + exponentLength) });
      return result.exceptionError ? result : { ...result, returnValue: pm.modexp(input.data) };
    },
  };
}

/** The three lengths. A length that is too long for a number is Infinity, or nearly. */
function lengths(data) {
  const head = Buffer.alloc(HEAD);
  head.set(data.subarray(0, HEAD));
  return [0, 32, 64].map((start) => Number(BigInt(`0x${head.toString('hex', start, start + 32)}`)));
}
