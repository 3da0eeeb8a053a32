//! A chain of fused multiply-adds, as `relaxed` and `pair` do it.

use super::{Checked, Interval, claim, power};
use alloc::{format, vec::Vec};
use num_bigint::BigInt;

/// The bits of a double's significand, the leading one included.
const SIGNIFICAND: usize = 53;

#[derive(Clone)]
pub struct Chain {
    /// The bits of a limb.
    pub width: usize,
    /// The most terms.
    pub links: usize,
    /// Where the high and the low part start.
    pub high: f64,
    pub low: f64,
    /// Where they stay, as debug builds assert.
    pub highs: [f64; 2],
    pub lows: [f64; 2],
}

/// The high part of a chain, in units of 2^width, and the low part.
#[derive(Clone)]
pub struct Parts {
    pub low: Interval,
    pub high: Interval,
}

impl Parts {
    pub fn or(&self, other: &Self) -> Self {
        Self { low: self.low.or(&other.low), high: self.high.or(&other.high) }
    }

    /// What as many chains add to a column, the high parts of its neighbour's included.
    pub fn sum(&self, chains: usize) -> Interval {
        (&self.low + &self.high) * chains
    }
}

/// The integer below 2^128 that a double is.
fn integer(x: f64) -> BigInt {
    assert_eq!(x as u128 as f64, x);
    (x as u128).into()
}

/// The doubles with the exponent of x, and their unit in the last place.
fn binade(x: &BigInt) -> (Interval, BigInt) {
    let bits = x.bits() as usize;
    (Interval::new(power(bits - 1), power(bits) - 1), power(bits - SIGNIFICAND))
}

impl Chain {
    /// Σ x·y of these factors, integers all: that no rounding is lost, and what is left of the
    /// parts without their starts.
    pub fn parts(&self, terms: &[(&Interval, &Interval)]) -> Checked<Parts> {
        let (start, bias) = (integer(self.high), integer(self.low));
        claim(terms.len() <= self.links, "a chain has too many links")?;
        // The high part's unit is that of the next limb, and the low part's is 1; at the next power
        // of two its bits still are those of the integer.
        let (high_binade, unit) = binade(&start);
        claim(unit == power(self.width), "the unit of a high part is not the radix")?;
        let (mut low_binade, one) = binade(&bias);
        claim(one == power(0), "the unit of a low part is not 1")?;
        low_binade.most += 1;
        let asserted = |[least, most]: [f64; 2]| Interval::new(integer(least), integer(most));
        let mut highs = asserted(self.highs).within(&high_binade, "what a high part may be")?;
        let lows = asserted(self.lows).within(&low_binade, "what a low part may be")?;
        // Before it is rounded, to a multiple of the unit.
        highs.most += &unit - 1;
        // Both at once must be a double, as the difference of two high parts is.
        claim((&bias % &unit) == BigInt::ZERO, "the start of both parts is rounded")?;
        claim(&start + &bias <= highs.most, "the start of both parts is rounded")?;

        // A rounding moves the high part by half a unit at most, and that is the low part: an
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

    /// The widest parts of any of these chains.
    pub fn widest(&self, chains: &[(&str, Vec<(&Interval, &Interval)>)]) -> Checked<Parts> {
        let mut parts = self.parts(&[])?;
        for (name, terms) in chains {
            let more = self.parts(terms).map_err(|broken| format!("{name}: {broken}"))?;
            parts = parts.or(&more);
        }
        Ok(parts)
    }
}
