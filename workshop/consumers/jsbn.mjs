// jsbn's BigInteger on powmod. secure-remote-password uses jsbn; node-forge has a copy of it.

/** Puts powmod into the class. The function that is returned takes it out again. */
export function usePowmod(BigInteger, pm) {
  const own = BigInteger.prototype.modPow;
  const toBigint = (x) => (x.signum() < 0 ? -BigInt(`0x${x.negate().toString(16)}`) : BigInt(`0x${x.toString(16)}`));
  BigInteger.prototype.modPow = function (exponent, modulus) {
    // jsbn's answers for other signs are its own.
    if (exponent.signum() <= 0 || modulus.signum() <= 0) return own.call(this, exponent, modulus);
    const power = pm.modPow(toBigint(this), toBigint(exponent), toBigint(modulus));
    return new BigInteger(power.toString(16), 16);
  };
  return () => {
    BigInteger.prototype.modPow = own;
  };
}
