//! Multi-exponentiation x₁^e₁ · x₂^e₂ ⋯: one file a method, each generic over a commutative
//! monoid. Two bases make the double exponentiation that verifies a delay proof.

pub mod interleaved;

use crate::{Modulus, Natural, monoid::Commutative, plan};
use alloc::vec::Vec;

/// ∏ x^e by the method and windows that [`plan`] picks; one for no terms.
pub fn multi_pow<M: Commutative>(monoid: &mut M, terms: &[(M::Element, &Natural)]) -> M::Element {
    let window = |e: &Natural| plan::sliding_window(e.bits(), plan::Table::Minimal);
    interleaved::multi_pow(monoid, terms, window)
}

/// ∏ base^exponent mod N in [0, N).
pub fn mod_multi_pow(modulus: &mut Modulus, terms: &[(&Natural, &Natural)]) -> Natural {
    let terms: Vec<_> = terms.iter().map(|&(base, e)| (modulus.enter(base), e)).collect();
    let product = multi_pow(modulus, &terms);
    modulus.leave(&product)
}
