//! The traits of the numbers that exponentiation works on.
//!
//! Every method in [`pow`](crate::pow) and [`multi`](crate::multi) is generic over these traits.
//! The same code therefore runs on every kernel. Tests run it on a monoid that counts, and compare
//! the counts with the formulas of the papers.
//!
//! ```
//! use powmod::{Natural, monoid::{Commutative, Invertible, Monoid}, pow};
//!
//! /// The rotations of a circle by whole degrees.
//! struct Rotations;
//!
//! impl Monoid for Rotations {
//!     type Element = u32;
//!
//!     fn one(&self) -> u32 {
//!         0
//!     }
//!     fn multiply(&mut self, a: &mut u32, b: &u32) {
//!         *a = (*a + *b) % 360;
//!     }
//!     fn square(&mut self, a: &mut u32, times: usize) {
//!         (0..times).for_each(|_| *a = 2 * *a % 360);
//!     }
//! }
//!
//! impl Commutative for Rotations {}
//!
//! impl Invertible for Rotations {
//!     fn invert(&self, a: &mut u32) {
//!         *a = (360 - *a) % 360;
//!     }
//! }
//!
//! assert_eq!(pow::pow(&mut Rotations, &7, &Natural::from(1000_u32)), 160);
//! ```

/// The costs of operations, in units of one product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The cost of a squaring.
    pub square: f64,
    /// The cost of copying an element into a lookup table.
    pub copy: f64,
    /// The cost of reading one entry in [`select`](ConstantTime::select).
    pub read: f64,
    /// The bytes that an element takes of a cache.
    pub bytes: usize,
}

impl Default for Costs {
    /// The count of the papers: a squaring costs one product, and memory costs nothing.
    fn default() -> Self {
        Self { square: 1.0, copy: 0.0, read: 0.0, bytes: 0 }
    }
}

/// A set with an associative product and a neutral element. The methods take `&mut self` because an
/// implementation may own scratch space or a counter.
pub trait Monoid {
    /// A member of the set.
    type Element: Clone;

    /// The neutral element.
    fn one(&self) -> Self::Element;

    /// a ← a·b
    fn multiply(&mut self, a: &mut Self::Element, b: &Self::Element);

    /// a ← a^(2^times), by `times` squarings.
    fn square(&mut self, a: &mut Self::Element, times: usize);

    /// A number that tells monoids apart whose elements look alike. A table keeps that of its monoid, and serves no
    /// other.
    fn fingerprint(&self) -> u64 {
        0
    }

    /// The costs by which a method and its window are chosen.
    fn costs(&self) -> Costs {
        Costs::default()
    }
}

/// A monoid in which a·b = b·a. The methods of [`multi`](crate::multi) reorder factors, and so need
/// it (Attias, Vigneri, Dimitrov, section 6.1).
pub trait Commutative: Monoid {}

/// A group whose inverses cost next to nothing, so that digits of exponents may have a sign. The
/// interleaved windows of signed digits need it.
pub trait Invertible: Monoid {
    /// a ← a⁻¹
    fn invert(&self, a: &mut Self::Element);
}

/// A monoid that may have a zero. An early exit needs it.
pub trait Absorbing: Monoid {
    /// Whether a·b = a for every b.
    fn is_zero(&mut self, a: &Self::Element) -> bool;

    /// A number b such that x^b is zero if any power of x is zero.
    fn nilpotency(&self) -> usize;
}

/// A monoid whose elements can be compared. [`Residues`](crate::pow::fixed_base::Residues) needs it
/// to notice that a sequence of powers repeats.
pub trait Canonical: Monoid {
    /// A representation that is unique to each element.
    type Name: PartialEq;

    /// The unique representation of `a`.
    fn name(&mut self, a: &Self::Element) -> Self::Name;
}

/// A monoid that secret exponents may be used with: no branch and no address depends on their
/// digits.
pub trait ConstantTime: Monoid {
    /// `out` ← `table[index]`. Every entry is read, so that no branch and no address depends on `index`.
    fn select(&self, table: &[Self::Element], index: usize, out: &mut Self::Element);

    /// Overwrites an element that is no longer needed.
    fn wipe(&mut self, a: &mut Self::Element);
}
