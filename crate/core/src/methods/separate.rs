//! `separate`: the product of powers that are computed one by one with sliding windows. It is the
//! baseline of the other methods (Attias, Vigneri, Dimitrov, section 3).

use crate::{monoid::Commutative, natural::Natural, pow};

/// ∏ x^e over the terms (x, e).
pub fn multi_pow<M: Commutative>(monoid: &mut M, terms: &[(M::Element, &Natural)]) -> M::Element {
    let mut product: Option<M::Element> = None;
    for (x, e) in terms {
        let power = pow::pow(monoid, x, e);
        match &mut product {
            None => product = Some(power),
            Some(product) => monoid.multiply(product, &power),
        }
    }
    product.unwrap_or_else(|| monoid.one())
}
