// The big numbers of SJCL on powmod. @cloudflare/blindrsa-ts has a copy of SJCL.

/** Puts powmod into the class `sjcl.bn`. The function that is returned takes it out again. */
export function usePowmod(bn, pm) {
  const { powermod, inverseMod, mulmod } = bn.prototype;
  const toBigint = (x) => BigInt(new bn(x).toString());
  const fromBigint = (x) => new bn(x.toString(16));
  Object.assign(bn.prototype, {
    powermod(exponent, modulus) {
      return fromBigint(pm.modPow(toBigint(this), toBigint(exponent), toBigint(modulus)));
    },
    inverseMod(modulus) {
      try {
        return fromBigint(pm.modInv(toBigint(this), toBigint(modulus)));
      } catch {
        return inverseMod.call(this, modulus); // throws SJCL's error
      }
    },
    mulmod(factor, modulus) {
      return fromBigint(pm.modMul(toBigint(this), toBigint(factor), toBigint(modulus)));
    },
  });
  return () => Object.assign(bn.prototype, { powermod, inverseMod, mulmod });
}
