//! What exponentiation asks of the numbers it works on.
//!
//! Every method in [`pow`](crate::pow) and [`multi`](crate::multi) is written over these traits,
//! so the same code runs on each kernel, and on a counting monoid in tests that holds it to its
//! exact number of operations.

use core::{marker::PhantomData, ops::Mul};
use num_traits::One;

/// What operations cost, in products.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A squaring.
    pub square: f64,
    /// A copy of an element, to be kept.
    pub copy: f64,
}

impl Default for Costs {
    /// As the papers count: a squaring is a product, a copy is nothing.
    fn default() -> Self {
        Self { square: 1.0, copy: 0.0 }
    }
}

/// A set with an associative product and a one. Methods take `&mut self` because an
/// implementation may keep a workspace, or count.
pub trait Monoid {
    /// A member of the set.
    type Element: Clone;

    /// The neutral element.
    fn one(&self) -> Self::Element;

    /// a ← a·b
    fn multiply(&mut self, a: &mut Self::Element, b: &Self::Element);

    /// a ← a^(2^times): so many squarings, one after the other.
    fn square(&mut self, a: &mut Self::Element, times: usize);

    /// What a plan counts with.
    fn costs(&self) -> Costs {
        Costs::default()
    }
}

/// A monoid in which a·b = b·a. The methods of [`multi`](crate::multi) reorder factors and need
/// it (Attias, Vigneri, Dimitrov, section 6.1).
pub trait Commutative: Monoid {}

/// A monoid that may have a zero, asked for by the early exit of
/// [`binary`](crate::pow::binary).
pub trait Absorbing: Monoid {
    /// Whether a·b = a for every b.
    fn is_zero(&mut self, a: &Self::Element) -> bool;

    /// Some b such that x^b is zero if any power of x is.
    fn nilpotency(&self) -> usize;
}

/// A monoid that can tell its elements apart, asked for where a sequence of powers may repeat.
pub trait Canonical: Monoid {
    /// An element's one name.
    type Name: PartialEq;

    /// The name of `a`.
    fn name(&mut self, a: &Self::Element) -> Self::Name;
}

/// A monoid in which secret exponents are safe: what is done depends on no digit of theirs.
pub trait Oblivious: Monoid {
    /// `table[index]`, by reading all of the table: no branch and no address depends on `index`.
    fn select(&self, table: &[Self::Element], index: usize) -> Self::Element;

    /// Overwrites an element that is no longer needed.
    fn wipe(&mut self, a: &mut Self::Element);
}

/// The monoid of any number type under its own multiplication.
///
/// ```
/// use powmod::monoid::{Monoid, Numbers};
/// let mut power = 3.0_f64;
/// Numbers::default().square(&mut power, 2);
/// assert_eq!(power, 81.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Numbers<T>(PhantomData<T>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: One + Clone + Mul<Output = T>> Monoid for Numbers<T> {
    type Element = T;

    fn one(&self) -> T {
        T::one()
    }

    fn multiply(&mut self, a: &mut T, b: &T) {
        *a = a.clone() * b.clone();
    }

    fn square(&mut self, a: &mut T, times: usize) {
        for _ in 0..times {
            *a = a.clone() * a.clone();
        }
    }
}
