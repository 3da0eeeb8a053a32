// A power by gmp-wasm, as its documentation says.
import { init } from 'gmp-wasm';
import { isRight } from './the-power.js';

export default (numbers) =>
  isRight(async (...given) => {
    const { calculate } = await init();
    const power = calculate((gmp) => {
      const [base, exponent, modulus] = given.map((number) => gmp.Integer(String(number)));
      return base.pow(exponent, modulus);
    });
    return BigInt(power);
  }, numbers);
