/** The number mantissa·2^exponent, as Gappa writes it. */
export class Dyadic {
  /** @param {bigint} mantissa @param {number} [exponent] */
  constructor(mantissa, exponent = 0) {
    this.mantissa = mantissa;
    this.exponent = exponent;
  }

  toString() {
    return `${this.mantissa}b${this.exponent}`;
  }

  /** Twice this number, and half of it. */
  get doubled() {
    return new Dyadic(this.mantissa, this.exponent + 1);
  }

  get halved() {
    return new Dyadic(this.mantissa, this.exponent - 1);
  }

  /** @param {bigint} by */
  plus(by) {
    return new Dyadic(this.integer + by);
  }

  /** The same number, which must be an integer. */
  get integer() {
    if (this.exponent >= 0) return this.mantissa << BigInt(this.exponent);
    const integer = this.mantissa >> BigInt(-this.exponent);
    if (integer << BigInt(-this.exponent) !== this.mantissa) throw new RangeError(`${this} is no integer`);
    return integer;
  }

  get number() {
    return Number(this.integer);
  }
}

/** 2^exponent */
export const power = (exponent) => new Dyadic(1n, exponent);
