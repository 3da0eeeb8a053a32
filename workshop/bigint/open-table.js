// Powers of a base that comes again, as a page with nothing but BigInt computes them: windows of 8 bits, looked up
// openly.

const WINDOW = 8n;
const DIGITS = 2n ** WINDOW;

/** The power of a fixed base, for exponents of at most `bits` bits. Its time tells the exponent. */
export function openTable(base, modulus, bits) {
  const places = [];
  let next = base;
  for (let place = 0; place < bits; place += Number(WINDOW)) {
    const powers = [1n];
    for (let digit = 1n; digit <= DIGITS; digit++) powers.push((powers.at(-1) * next) % modulus);
    next = powers.pop();
    places.push(powers);
  }
  return (exponent) => {
    let product = 1n;
    for (let place = 0; exponent > 0n; place++, exponent >>= WINDOW)
      if (exponent % DIGITS) product = (product * places[place][exponent % DIGITS]) % modulus;
    return product;
  };
}
