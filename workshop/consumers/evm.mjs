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
      const modulusStart = HEAD + baseLength + exponentLength;
      // Without its modulus, which is then zero, the input costs the same gas and no exponentiation.
      const result = own({ ...input, data: input.data.subarray(0, modulusStart) });
      if (result.exceptionError || result.returnValue.length === 0) return result;
      return { ...result, returnValue: modexp(pm, input.data, baseLength, modulusStart, modulusLength) };
    },
  };
}

function modexp(pm, data, baseLength, modulusStart, modulusLength) {
  const padded = new Uint8Array(modulusStart + modulusLength); // what the input lacks is zero
  padded.set(data.subarray(0, padded.length));
  const modulus = padded.subarray(modulusStart);
  const answer = new Uint8Array(modulusLength);
  if (modulus.every((byte) => byte === 0)) return answer;
  const exponent = padded.subarray(HEAD + baseLength, modulusStart);
  const power = pm.modPow(padded.subarray(HEAD, HEAD + baseLength), exponent, modulus, { as: 'bytes' });
  answer.set(power, modulusLength - power.length);
  return answer;
}

/** The three lengths. A length that is too long for a number is Infinity, or nearly. */
function lengths(data) {
  const head = Buffer.alloc(HEAD);
  head.set(data.subarray(0, HEAD));
  return [0, 32, 64].map((start) => Number(BigInt(`0x${head.toString('hex', start, start + 32)}`)));
}
