//! The limbs of [`relaxed`](crate::kernels::relaxed), and its chains with their constants.

use crate::{
    lanes::f64x2::{F64x2, U64x2},
    limbs::chain::{Chain, LOW_START, Term},
};
use core::hint::black_box;

/// The bits of a limb.
pub(crate) const WIDTH: u32 = 50;
pub(crate) const MASK: u64 = (1 << WIDTH) - 1;
/// R ≥ 2^SPARE·N*
pub(crate) const SPARE: usize = 2;
/// Added to a column's sum: its low bits are then the balanced digit plus HALF, and the bits above are
/// the carry.
pub(crate) const HALF: u64 = 1 << (WIDTH - 1);
/// Added to a column's sum to make it positive.
pub(crate) const OFFSET: u64 = 1 << 62;
/// The largest sum with OFFSET added: the absolute value of a sum is below OFFSET.
pub(crate) const LARGEST_OFFSET_SUM: u64 = 2 * OFFSET - 1;

/// Exponent bits. With the bits of an integer below 2^52, they make the double 2^52 + integer.
pub(crate) const INTEGER_EXPONENT: u64 = 0x433 << 52;
/// The excess of that double for a digit with HALF added: 2^52 + 2^49.
pub(crate) const DIGIT_BIAS: f64 = ((1_u64 << 52) + HALF) as f64;
/// The excess of that double for the carry of a sum with OFFSET added: 2^52 + 2^12.
pub(crate) const CARRY_BIAS: f64 = ((1_u64 << 52) + (OFFSET >> WIDTH)) as f64;

/// C, the start value of a chain's high part: 3·2^101.
pub(crate) const HIGH_START: f64 = Chain::<WIDTH>::HIGH_START;
/// The most terms in a chain.
pub(crate) const MAX_TERMS: usize = 4;
/// The largest limb of a residue: a digit plus the carry of a column below OFFSET.
pub(crate) const LARGEST_LIMB: u64 = HALF + (OFFSET >> WIDTH);
pub(crate) const LIMB_RANGE: [f64; 2] = [-(LARGEST_LIMB as f64), LARGEST_LIMB as f64];

/// The constants that every pass needs, hidden from the compiler. V8 builds a vector constant again,
/// in three instructions, at every use.
#[derive(Clone, Copy)]
pub(crate) struct Constants {
    pub chains: Chain<WIDTH>,
    /// The bits of C and of the bias, which a chain leaves in the high and the low part of a column.
    pub high_bias: U64x2,
    pub low_bias: U64x2,
    pub mask: U64x2,
    pub integer_exponent: U64x2,
    pub digit_bias: F64x2,
    pub carry_bias: F64x2,
}

/// The low and the high part of a chain.
pub(crate) type Parts = (U64x2, U64x2);

impl Constants {
    #[inline(always)]
    pub fn new() -> Self {
        black_box(Self {
            chains: Chain::new(),
            high_bias: U64x2::splat(HIGH_START.to_bits()),
            low_bias: U64x2::splat(LOW_START.to_bits()),
            mask: U64x2::splat(MASK),
            integer_exponent: U64x2::splat(INTEGER_EXPONENT),
            digit_bias: F64x2::splat(DIGIT_BIAS),
            carry_bias: F64x2::splat(CARRY_BIAS),
        })
    }

    /// Σ x·y = low + 2^50·high, with the biases.
    #[inline(always)]
    pub fn chain<const TERMS: usize>(&self, terms: [Term; TERMS]) -> Parts {
        const { assert!(TERMS >= 1 && TERMS <= MAX_TERMS) }
        let (mut low, mut high) = self.chains.first_term(terms[0]);
        // Not a loop: a build for size would not unroll it, and would keep the terms in memory.
        let mut add_term = |term| self.chains.add_term(&mut low, &mut high, term);
        if TERMS > 1 {
            add_term(terms[1]);
        }
        if TERMS > 2 {
            add_term(terms[2]);
        }
        if TERMS > 3 {
            add_term(terms[3]);
        }
        (low.to_bits(), high.to_bits())
    }

    /// Σ x·y = low + 2^50·high, with the biases subtracted.
    #[inline(always)]
    pub fn unbiased_chain<const TERMS: usize>(&self, terms: [Term; TERMS]) -> Parts {
        let (low, high) = self.chain(terms);
        (low - self.low_bias, high - self.high_bias)
    }

    /// The digits of sums to which HALF and OFFSET were added.
    #[inline(always)]
    pub fn digits(&self, sums: U64x2) -> F64x2 {
        (sums.within(LARGEST_OFFSET_SUM) & self.mask | self.integer_exponent).to_f64()
            - self.digit_bias
    }

    /// The carries of sums to which HALF and OFFSET were added.
    #[inline(always)]
    pub fn carries(&self, sums: U64x2) -> F64x2 {
        (sums >> WIDTH | self.integer_exponent).to_f64() - self.carry_bias
    }

    /// The digits of sums to which HALF and OFFSET were added, as integers.
    #[inline(always)]
    pub fn integer_digits(&self, sums: U64x2) -> U64x2 {
        (sums.within(LARGEST_OFFSET_SUM) & self.mask) - U64x2::splat(HALF)
    }

    /// The carries of sums to which HALF and OFFSET were added, as integers.
    #[inline(always)]
    pub fn integer_carries(&self, sums: U64x2) -> U64x2 {
        (sums >> WIDTH) - U64x2::splat(OFFSET >> WIDTH)
    }
}

/// The digit of a sum to which HALF was added, as a signed integer and as a double.
#[inline(always)]
pub(crate) fn digit(sum: u64) -> (u64, F64x2) {
    let low = sum & MASK;
    (low.wrapping_sub(HALF), F64x2::splat(f64::from_bits(low | INTEGER_EXPONENT) - DIGIT_BIAS))
}

/// The carry of a sum to which HALF was added.
#[inline(always)]
pub(crate) fn carry(sum: u64) -> u64 {
    debug_assert!(sum.wrapping_add(OFFSET) <= LARGEST_OFFSET_SUM, "a column is beyond its bound");
    (sum as i64 >> WIDTH) as u64
}

/// The multipliers of the two rows of a pass, each in both lanes: two limbs, or two quotient digits.
#[derive(Clone, Copy)]
pub(crate) struct Multipliers(pub F64x2, pub F64x2);

impl Multipliers {
    #[inline(always)]
    pub fn splat(limbs: &F64x2) -> Self {
        let [first, second] = limbs.splat_lanes();
        Self(first, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: i64 = LARGEST_LIMB as i64;

    #[test]
    fn chains_are_exact_at_their_bounds() {
        let constants = Constants::new();
        let check = |factors: &[(i64, i64)], parts: Parts| {
            let expected: i128 = factors.iter().map(|&(x, y)| i128::from(x) * i128::from(y)).sum();
            let (low, high) = parts;
            for (low, high) in [(low.low(), high.low()), (low.high(), high.high())] {
                let got = i128::from(low as i64) + (i128::from(high as i64) << WIDTH);
                assert_eq!(got, expected, "{factors:?}");
            }
        };
        let term = |(x, y): (i64, i64)| (F64x2::splat(x as f64), F64x2::splat(y as f64));
        let (difference, half) = ((1 << 50) - 1, 1 << 49);
        // Includes low parts at both ends of [−2^49, 2^49]: half + 1 times half is 2^49 modulo 2^50.
        let sizes = [difference, difference - 1, half, half + 1, half - 1, 1];
        for x in sizes {
            for y in sizes {
                for signs in 0..4 {
                    let sign = |i: u32| 1 - 2 * (signs >> i & 1);
                    let two = [(x, sign(0) * y), (y, sign(1) * difference)];
                    check(&two, constants.unbiased_chain(two.map(term)));
                    let large = LARGEST.min(x);
                    let (u, v) = (sign(0) * large, sign(1) * half);
                    let four = [(u, 2 * LARGEST), (u, 2 * large), (v, half), (v, y.min(half))];
                    check(&four, constants.unbiased_chain(four.map(term)));
                    let three =
                        [(u, 2 * LARGEST), (u, LARGEST), (difference, sign(0) * difference)];
                    check(&three, constants.unbiased_chain(three.map(term)));
                }
            }
        }
        let ties = [(half + 1, half), (half + 1, half), (half + 1, half), (half + 1, half)];
        check(&ties, constants.unbiased_chain(ties.map(term)));
        let ties = ties.map(|(x, y)| (-x, y));
        check(&ties, constants.unbiased_chain(ties.map(term)));
    }
}
