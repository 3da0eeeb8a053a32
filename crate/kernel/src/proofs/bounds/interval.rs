//! Intervals of integers, with exact arithmetic.

use super::check::{Checked, ensure};
use alloc::format;
use core::ops::{Add, Mul, Neg, Shr, Sub};
use num_bigint::BigInt;

/// 2^bits
pub fn power(bits: usize) -> BigInt {
    BigInt::from(1) << bits
}

/// The integers from `least` to `most`, both included.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    pub least: BigInt,
    pub most: BigInt,
}

impl Interval {
    pub fn new(least: impl Into<BigInt>, most: impl Into<BigInt>) -> Self {
        Self { least: least.into(), most: most.into() }
    }

    /// One integer.
    pub fn of(x: impl Into<BigInt> + Clone) -> Self {
        Self::new(x.clone(), x)
    }

    /// From −x to x.
    pub fn around_zero(x: impl Into<BigInt>) -> Self {
        let x = x.into();
        Self::new(-&x, x)
    }

    /// The unsigned integers of `bits` bits.
    pub fn unsigned(bits: usize) -> Self {
        Self::new(0, power(bits) - 1)
    }

    /// The signed integers of `bits` bits.
    pub fn signed(bits: usize) -> Self {
        Self::new(-power(bits - 1), power(bits - 1) - 1)
    }

    /// This interval, if `other` contains it.
    pub fn within(self, other: &Self, what: &str) -> Checked<Self> {
        let Self { least, most } = &self;
        let is_contained = other.least <= *least && *most <= other.most;
        ensure(is_contained, &format!("{what} is from {least} to {most}"))?;
        Ok(self)
    }

    /// The smallest interval that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        Self {
            least: (&self.least).min(&other.least).clone(),
            most: (&self.most).max(&other.most).clone(),
        }
    }

    /// The largest absolute value.
    pub fn magnitude(&self) -> BigInt {
        (-&self.least).max(self.most.clone())
    }
}

impl Add for &Interval {
    type Output = Interval;

    fn add(self, other: Self) -> Interval {
        Interval::new(&self.least + &other.least, &self.most + &other.most)
    }
}

impl Neg for &Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        Interval::new(-&self.most, -&self.least)
    }
}

impl Sub for &Interval {
    type Output = Interval;

    fn sub(self, other: Self) -> Interval {
        self + &-other
    }
}

impl Mul for &Interval {
    type Output = Interval;

    fn mul(self, other: Self) -> Interval {
        let corners = [
            &self.least * &other.least,
            &self.least * &other.most,
            &self.most * &other.least,
            &self.most * &other.most,
        ];
        let [first, rest @ ..] = corners.map(Interval::of);
        rest.iter().fold(first, |hull, corner| hull.hull(corner))
    }
}

/// The sum of `count` numbers from the interval.
impl Mul<usize> for &Interval {
    type Output = Interval;

    fn mul(self, count: usize) -> Interval {
        Interval::new(&self.least * count, &self.most * count)
    }
}

/// ⌊x / 2^bits⌋
impl Shr<usize> for &Interval {
    type Output = Interval;

    fn shr(self, bits: usize) -> Interval {
        Interval::new(&self.least >> bits, &self.most >> bits)
    }
}

/// The operators above with the left side taken by value.
macro_rules! owned {
    ($($trait:ident $method:ident $right:ty;)*) => {$(
        impl $trait<$right> for Interval {
            type Output = Interval;

            fn $method(self, other: $right) -> Interval {
                (&self).$method(other)
            }
        }
    )*};
}

owned! {
    Add add &Interval;
    Sub sub &Interval;
    Mul mul &Interval;
    Mul mul usize;
    Shr shr usize;
}

/// Checks that a product of residues up to ρ·N* is at most ρ·N* again.
///
/// `residue` is ρ. R ≥ 2^`spare`·N*, and the number that all quotient digits make is at most
/// `digit`·(R − 1)/(2^`width` − 1).
pub fn ensure_residues_closed(residue: u32, width: usize, spare: usize, digit: &BigInt) -> Checked {
    // (ρN*)²/R + (Q/R)·N* ≤ ρN*, times 2^spare·(2^w − 1)/N*
    let all_ones = power(width) - 1;
    let product = BigInt::from(residue * residue) * &all_ones + digit * power(spare);
    ensure(product <= residue * all_ones * power(spare), "a product outgrows its factors")
}
