//! Multi-exponentiation x₁^e₁ · x₂^e₂ ⋯. Each method has a file, and is generic over a commutative
//! monoid. The verification of a delay proof is a double exponentiation.
//!
//! The plan chooses the method, except for `signed`, which needs a monoid with free inverses.
//!
//! ```
//! use powmod::{Modulus, Natural, multi};
//!
//! let [x, a, y, b] = [3_u32, 65_537, 5, 257].map(Natural::from);
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let expected = multi::mod_multi_pow(&modulus, &[(&x, &a), (&y, &b)]);
//!
//! let terms = [(modulus.to_residue(&x), &a), (modulus.to_residue(&y), &b)];
//! let product = multi::multi_pow(&mut modulus, &terms);
//! assert_eq!(modulus.from_residue(&product), expected);
//! ```

pub(crate) mod bos_coster;
pub(crate) mod interleaved;
pub mod signed;
pub(crate) mod yll;

use crate::{
    modulus::Modulus,
    monoid::Commutative,
    natural::Natural,
    plan::{self, MultiMethod},
};
use alloc::vec::Vec;
pub use interleaved::{Table, with_tables};

/// ∏ x^e by the method that costs the least; the neutral element if there are no terms.
pub fn multi_pow<M: Commutative>(monoid: &mut M, terms: &[(M::Element, &Natural)]) -> M::Element {
    let exponents: Vec<&Natural> = terms.iter().map(|&(_, e)| e).collect();
    let method = plan::multi(&exponents, monoid.costs());
    match method {
        MultiMethod::Yll { window } => yll::multi_pow(monoid, terms, window),
        MultiMethod::Interleaved => interleaved::multi_pow(monoid, terms, plan::window_for),
        MultiMethod::BosCoster => bos_coster::multi_pow(monoid, terms),
    }
}

/// ∏ base^exponent mod N, in [0, N). The time depends on the bases and the exponents.
#[must_use]
pub fn mod_multi_pow(modulus: &Modulus, terms: &[(&Natural, &Natural)]) -> Natural {
    let modulus = &mut modulus.clone();
    let terms: Vec<_> = terms.iter().map(|&(base, e)| (modulus.to_residue(base), e)).collect();
    let product = multi_pow(modulus, &terms);
    modulus.from_residue(&product)
}
