//! `bos-coster`: the largest exponent becomes the remainder of its division by the second largest,
//! again and again (Bos and Coster 1989; de Rooij, EUROCRYPT '94, section 4).
//!
//! x^a · y^b = x^(a mod b) · (y · x^⌊a/b⌋)^b, and among many exponents nearly every quotient is 1.
//! So a step costs one product, takes about log₂ n of the bits of an exponent, and squares nothing.
//! A step with the quotient q shortens an exponent by log₂(q + 1) bits at least, so that no exponents
//! cost more than two operations a bit.

use crate::{monoid::Commutative, natural::Natural, pow};
use alloc::{collections::BinaryHeap, vec::Vec};
use num_traits::{One, Zero};

/// ∏ x^e over the terms (x, e).
pub fn multi_pow<M: Commutative>(monoid: &mut M, terms: &[(M::Element, &Natural)]) -> M::Element {
    let mut bases: Vec<_> = terms.iter().map(|(x, _)| x.clone()).collect();
    let places = terms.iter().map(|&(_, e)| e.clone()).zip(0..);
    let mut exponents: BinaryHeap<(Natural, usize)> =
        places.filter(|(e, _)| !e.is_zero()).collect();
    loop {
        let Some((a, i)) = exponents.pop() else { return monoid.one() };
        let Some((b, j)) = exponents.peek() else { return pow::pow(monoid, &bases[i], &a) };
        let [x, y] = bases.get_disjoint_mut([i, *j]).expect("two places");
        let mut rest = a.checked_sub(b).expect("a is the largest");
        if rest < *b {
            monoid.multiply(y, x);
        } else {
            let quotient = divide(&mut rest, b) + Natural::one();
            let power = pow::pow(monoid, x, &quotient);
            monoid.multiply(y, &power);
        }
        debug_assert!(rest < *b, "a step divides"); // one product for each quotient would take for ever
        if !rest.is_zero() {
            exponents.push((rest, i));
        }
    }
}

/// a ← a mod b; returns ⌊a/b⌋. b is not 0.
fn divide(a: &mut Natural, b: &Natural) -> Natural {
    let mut quotient = Natural::zero();
    for shift in (0..=a.bits().saturating_sub(b.bits())).rev() {
        if let Some(rest) = a.checked_sub(&(b << shift)) {
            *a = rest;
            quotient += Natural::power_of_two(shift);
        }
    }
    quotient
}
