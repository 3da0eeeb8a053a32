//! Exponentiation: one file a method, each generic over a monoid.
//!
//! To add a method: write its file, and add its name to [`plan`](crate::plan).

pub mod sliding;
pub mod windows;

use crate::{Modulus, Natural, monoid::Monoid, plan};

/// x^e by the method and window that [`plan`] picks.
pub fn pow<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural) -> M::Element {
    sliding::pow(monoid, x, e, plan::sliding_window(e.bits(), plan::Table::Minimal))
}

/// base^exponent mod N in [0, N); 1 mod N for exponent 0, whatever the base.
pub fn mod_pow(modulus: &mut Modulus, base: &Natural, exponent: &Natural) -> Natural {
    let base = modulus.enter(base);
    let power = pow(modulus, &base, exponent);
    modulus.leave(&power)
}
