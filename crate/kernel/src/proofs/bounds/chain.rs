//! A chain of fused multiply-adds, as `relaxed` and `two_long_moduli` have it.

use super::{
    check::{Checked, ensure},
    interval::{Interval, power},
};
use crate::limbs::chain;
use alloc::{format, vec::Vec};
use num_bigint::BigInt;

/// The bits of a double's significand, the leading one included.
pub const SIGNIFICAND: usize = 53;

#[derive(Clone)]
pub struct ChainBounds {
    /// The bits of a limb.
    pub width: usize,
    /// The most terms of a chain.
    pub max_terms: usize,
    /// The start values of the high and the low part.
    pub high_start: f64,
    pub low_start: f64,
    /// The ranges of both parts, which debug builds assert.
    pub high_range: [f64; 2],
    pub low_range: [f64; 2],
}

/// The high part of a chain, in units of 2^width, and the low part.
#[derive(Clone)]
pub struct Parts {
    pub low: Interval,
    pub high: Interval,
}

impl Parts {
    pub fn hull(&self, other: &Self) -> Self {
        Self { low: self.low.hull(&other.low), high: self.high.hull(&other.high) }
    }

    /// The sum that `chains` chains add to a column, with the high parts that come from the column below.
    pub fn sum(&self, chains: usize) -> Interval {
        (&self.low + &self.high) * chains
    }
}

/// The integer below 2^128 equal to this double.
fn integer(x: f64) -> BigInt {
    assert_eq!(x as u128 as f64, x);
    (x as u128).into()
}

/// The doubles with the exponent of x, and the unit in their last place.
fn binade(x: &BigInt) -> (Interval, BigInt) {
    let bits = x.bits() as usize;
    (Interval::new(power(bits - 1), power(bits) - 1), power(bits - SIGNIFICAND))
}

impl ChainBounds {
    /// The bounds of the chains as the kernels compile them.
    pub fn compiled<const WIDTH: u32>(max_terms: usize) -> Self {
        Self {
            width: WIDTH as usize,
            max_terms,
            high_start: chain::Chain::<WIDTH>::HIGH_START,
            low_start: chain::LOW_START,
            high_range: chain::Chain::<WIDTH>::HIGH_RANGE,
            low_range: chain::LOW_RANGE,
        }
    }

    /// The parts of Σ x·y without their start values, for integers x and y. Checks that no rounding
    /// loses a bit.
    pub fn parts(&self, terms: &[(&Interval, &Interval)]) -> Checked<Parts> {
        let (start, bias) = (integer(self.high_start), integer(self.low_start));
        ensure(terms.len() <= self.max_terms, "a chain has too many terms")?;
        // The unit of the high part is that of the next limb; the unit of the low part is 1. At the
        // power of two above that range, the bits of a double still are those of the integer.
        let (high_binade, unit) = binade(&start);
        ensure(unit == power(self.width), "the unit of a high part is not the radix")?;
        let (mut low_binade, one) = binade(&bias);
        ensure(one == power(0), "the unit of a low part is not 1")?;
        low_binade.most += 1;
        let asserted = |[least, most]: [f64; 2]| Interval::new(integer(least), integer(most));
        let mut highs =
            asserted(self.high_range).within(&high_binade, "the range of high parts")?;
        let lows = asserted(self.low_range).within(&low_binade, "the range of low parts")?;
        // The high part before it is rounded to a multiple of the unit.
        highs.most += &unit - 1;
        // The sum of both start values must be a double, as the difference of two high parts is.
        ensure((&bias % &unit) == BigInt::ZERO, "the start of both parts is rounded")?;
        ensure(&start + &bias <= highs.most, "the start of both parts is rounded")?;

        // Rounding moves the high part by half a unit at most. The low part is that difference, and an
        // integer so small is a double.
        let rounded = Interval::around_zero(&unit / 2);
        let factor = Interval::around_zero(power(SIGNIFICAND));
        let (mut high, mut low) = (Interval::of(start.clone()), Interval::of(bias.clone()));
        for &(x, y) in terms {
            x.clone().within(&factor, "a factor")?;
            y.clone().within(&factor, "a factor")?;
            high = (high + &(x * y) + &rounded).within(&highs, "the high part of a chain")?;
            low = (low + &rounded).within(&lows, "the low part of a chain")?;
        }
        let high = high - &Interval::of(start);
        let high = Interval::new(&high.least >> self.width, (&high.most + &unit - 1) >> self.width);
        Ok(Parts { low: low - &Interval::of(bias), high })
    }

    /// The parts that contain those of each of these chains.
    pub fn widest(&self, chains: &[(&str, Vec<(&Interval, &Interval)>)]) -> Checked<Parts> {
        let mut parts = self.parts(&[])?;
        for (name, terms) in chains {
            let more = self.parts(terms).map_err(|broken| format!("{name}: {broken}"))?;
            parts = parts.hull(&more);
        }
        Ok(parts)
    }
}
