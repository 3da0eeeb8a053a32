//! Exponentiation with one base. Each method has a file, and is generic over a monoid.
//!
//! ```
//! use powmod::{Modulus, Natural, pow};
//!
//! let [x, e] = [3_u32, 65_537].map(Natural::from);
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let expected = pow::mod_pow(&modulus, &x, &e);
//!
//! let x = modulus.to_residue(&x);
//! let power = pow::pow(&mut modulus, &x, &e);
//! assert_eq!(modulus.from_residue(&power), expected);
//!
//! // Several powers of one base
//! assert_eq!(pow::mod_powers(&modulus, &3_u32.into(), &[&e, &2_u32.into()])[1], 9_u32.into());
//!
//! // Members of the subgroup of order 11 modulo 23
//! let modulus = Modulus::new(&Natural::from(23_u32)).expect("above 0");
//! let numbers = [2_u32, 5].map(Natural::from);
//! assert_eq!(pow::are_roots_of_unity(&modulus, &numbers, &11_u32.into()), [true, false]);
//! ```

pub mod fixed_base;
pub(crate) mod windows;
mod yao;

use crate::{modulus::Modulus, monoid::Monoid, natural::Natural, plan};
use alloc::vec::Vec;
pub use yao::powers;

/// x^e by sliding windows of the width that costs the least.
pub fn pow<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural) -> M::Element {
    sliding(monoid, x, e, plan::window_for(e))
}

/// x^e by left-to-right sliding windows of `window` bits over odd powers (Ji, Wan, section III; T'(k, m)). An exponent
/// of k bits costs 2^(m−1) + k + k/(m+1) operations on average: the lookup table, k squarings, and one product for each
/// window.
///
/// # Panics
/// If the window is 0 or above 16.
pub fn sliding<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural, window: u32) -> M::Element {
    let digits = windows::sliding(&[e], window);
    if digits.is_empty() {
        return monoid.one();
    }
    let table = windows::odd_products(monoid, core::slice::from_ref(x), window);
    windows::evaluate_digits(monoid, &digits, &table)
}

/// Whether x^e = 1 mod N for each x, in order: with a prime e, whether x is in the subgroup of that order. The digits
/// of e are found once. The time depends on all numbers.
#[must_use]
pub fn are_roots_of_unity<'a>(
    modulus: &Modulus,
    numbers: impl IntoIterator<Item = &'a Natural>,
    e: &Natural,
) -> Vec<bool> {
    let modulus = &mut modulus.clone();
    let window = plan::window_for(e);
    let digits = windows::sliding(&[e], window);
    let one = modulus.one();
    let is_root = |x| {
        let x = modulus.to_residue(x);
        let table = windows::odd_products(modulus, core::slice::from_ref(&x), window);
        let power = windows::evaluate_digits(modulus, &digits, &table);
        modulus.are_equal(&power, &one)
    };
    numbers.into_iter().map(is_root).collect()
}

/// base^e mod N for each exponent e, in order, by [`powers`].
#[must_use]
pub fn mod_powers(modulus: &Modulus, base: &Natural, exponents: &[&Natural]) -> Vec<Natural> {
    let modulus = &mut modulus.clone();
    let base = modulus.to_residue(base);
    let powers = yao::powers(modulus, &base, exponents);
    powers.iter().map(|power| modulus.from_residue(power)).collect()
}

/// base^exponent mod N, in [0, N). Exponent 0 gives 1 mod N for every base. The time depends on the
/// base and the exponent, so both must be public; [`secret`](crate::secret) is for secret ones.
#[must_use]
pub fn mod_pow(modulus: &Modulus, base: &Natural, exponent: &Natural) -> Natural {
    let modulus = &mut modulus.clone();
    let base = modulus.to_residue(base);
    let power = pow(modulus, &base, exponent);
    modulus.from_residue(&power)
}
