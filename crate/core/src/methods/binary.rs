//! `binary`: left-to-right square and multiply, with the early exit of FSMMEA (Brun). Without it, it is `sliding` with
//! windows of one bit.
//! Once an intermediate power is 0, the result is 0.

use super::name::EarlyExit;
use crate::{monoid::Absorbing, natural::Natural, pow::windows};

/// x^e. The computation stops at the first power that is found to be 0.
///
/// Let b be the monoid's [`nilpotency`](Absorbing::nilpotency). If any power of x is 0, then x^b is 0. A test costs a
/// conversion. So powers are tested only while their exponent, which is the part of e that has been read, may be below
/// b; with [`EarlyExit::Products`] on to the next product, and then after products alone.
pub fn pow_with_exit<M: Absorbing>(
    monoid: &mut M,
    x: &M::Element,
    e: &Natural,
    exit: EarlyExit,
) -> M::Element {
    let bits = e.bits();
    if bits == 0 {
        return monoid.one();
    }
    let bits_of_b = monoid.nilpotency().next_power_of_two().ilog2() as usize;
    // For the bits of e below this one, no power is tested for 0.
    let mut untested = (bits - 1).saturating_sub(bits_of_b);
    if exit == EarlyExit::Products {
        untested = (0..=untested).rev().find(|&i| e.bit(i)).unwrap_or(0);
    }
    let mut power = x.clone();
    let mut is_zero = monoid.is_zero(&power);
    for i in (untested..bits - 1).rev() {
        if is_zero {
            return power;
        }
        monoid.square(&mut power, 1);
        is_zero = exit == EarlyExit::All && monoid.is_zero(&power);
        if e.bit(i) && !is_zero {
            monoid.multiply(&mut power, x);
            is_zero = monoid.is_zero(&power);
        }
    }
    if is_zero {
        return power;
    }
    // x^e = power^(2^untested) · x^rest, with windows of one bit.
    let rest = e.low_bits(untested);
    let digits = windows::sliding(&[&rest], 1);
    let factors = digits.iter().map(|digit| (digit.low, x));
    windows::evaluate(monoid, core::iter::once((untested, &power)).chain(factors))
}
