//! The monoid in which nothing takes time.

use powmod::monoid::{Absorbing, Commutative, Monoid};

/// The monoid of one element, whose operations do nothing.
pub struct Trivial;

impl Monoid for Trivial {
    type Element = ();
    fn one(&self) {}
    fn multiply(&mut self, (): &mut (), (): &()) {}
    fn square(&mut self, (): &mut (), _times: usize) {}
}

impl Commutative for Trivial {}

impl Absorbing for Trivial {
    fn is_zero(&mut self, (): &()) -> bool {
        false
    }
    fn nilpotency(&self) -> usize {
        1
    }
}
