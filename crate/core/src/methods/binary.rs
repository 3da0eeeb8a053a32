//! `binary`: left-to-right square and multiply, with the early exit of FSMMEA (Brun). Without it, it is `sliding` with
//! windows of one bit.
//! Once an intermediate power is 0, the result is 0.

use super::name::EarlyExit;
use crate::{monoid::Absorbing, natural::Natural, pow::windows};

/// x^e. The computation stops at the first power that is found to be 0.
///
/// Let b be the monoid's [`nilpotency`](Absorbing::nilpotency). If any power of x is 0, then x^b is
/// 0. Each test costs a conversion, so tests stop once the part of the exponent read so far
/// reaches b, and with [`EarlyExit::Products`] once a product has followed.
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
    let tested = monoid.nilpotency().next_power_of_two().ilog2() as usize;
    let mut last = (bits - 1).saturating_sub(tested);
    if exit == EarlyExit::Products {
        last = (0..=last).rev().find(|&i| e.bit(i)).unwrap_or(0);
    }
    let mut power = x.clone();
    let mut zero = monoid.is_zero(&power);
    for i in (last..bits - 1).rev() {
        if zero {
            return power;
        }
        monoid.square(&mut power, 1);
        zero = exit == EarlyExit::All && monoid.is_zero(&power);
        if e.bit(i) && !zero {
            monoid.multiply(&mut power, x);
            zero = monoid.is_zero(&power);
        }
    }
    if zero {
        return power;
    }
    let rest = e.low_bits(last);
    let rest = windows::sliding(&[&rest], 1);
    let factors = rest.iter().map(|w| (w.low, x));
    windows::evaluate(monoid, core::iter::once((last, &power)).chain(factors))
}
