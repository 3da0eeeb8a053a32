//! Monoids that count the operations of the library's methods.

use powmod::monoid::{Absorbing, Commutative, Costs, Monoid};

/// A monoid, and the number of times that each of its operations ran.
pub struct Counting<M> {
    pub inner: M,
    pub squarings: usize,
    pub products: usize,
    pub zero_tests: usize,
}

impl<M> Counting<M> {
    pub fn new(inner: M) -> Self {
        Self { inner, squarings: 0, products: 0, zero_tests: 0 }
    }

    pub fn operations(&self) -> usize {
        self.squarings + self.products
    }
}

impl<M: Monoid> Monoid for Counting<M> {
    type Element = M::Element;
    fn one(&self) -> M::Element {
        self.inner.one()
    }
    fn multiply(&mut self, a: &mut M::Element, b: &M::Element) {
        self.products += 1;
        self.inner.multiply(a, b);
    }
    fn square(&mut self, a: &mut M::Element, times: usize) {
        self.squarings += times;
        self.inner.square(a, times);
    }
    fn costs(&self) -> Costs {
        self.inner.costs()
    }
}

impl<M: Commutative> Commutative for Counting<M> {}

impl<M: Absorbing> Absorbing for Counting<M> {
    fn is_zero(&mut self, a: &M::Element) -> bool {
        self.zero_tests += 1;
        self.inner.is_zero(a)
    }
    fn nilpotency(&self) -> usize {
        self.inner.nilpotency()
    }
}

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
