// Powers in native BigInt, by sliding windows from left to right. All bases of a product share the squarings.

/** base^exponent mod modulus */
export function bigintModPow(base, exponent, modulus) {
  return bigintMultiPow([[base, exponent]], modulus);
}

/** The product of base^exponent over the terms. */
export function bigintMultiPow(terms, modulus) {
  const powers = terms.map(([base, exponent]) => windowsOf(base % modulus, exponent, modulus));
  let product = 1n % modulus;
  for (let i = Math.max(...powers.map(({ digits }) => digits.length)) - 1; i >= 0; i--) {
    product = (product * product) % modulus;
    for (const { digits, odd } of powers) if (digits[i]) product = (product * odd[digits[i] >> 1]) % modulus;
  }
  return product;
}

/** The odd digits of the exponent, each at the position of its lowest bit, and the table of odd powers. */
function windowsOf(base, exponent, modulus) {
  const bits = exponent.toString(2);
  // The best window for this length.
  const window = [6, 24, 80, 240, 672, 1792, 4608].filter((from) => bits.length > from).length + 1;
  const square = (base * base) % modulus;
  const odd = [base];
  for (let i = 1; i < 1 << (window - 1); i++) odd.push((odd[i - 1] * square) % modulus);
  const digits = new Array(bits.length).fill(0);
  for (let i = 0; i < bits.length; ) {
    if (bits[i] === '0') {
      i++;
      continue;
    }
    let end = Math.min(i + window, bits.length);
    while (bits[end - 1] === '0') end--;
    digits[bits.length - end] = Number.parseInt(bits.slice(i, end), 2);
    i = end;
  }
  return { digits, odd };
}
