//! Multi-exponentiation x₁^e₁ · x₂^e₂ ⋯. Each method has a file, and is generic over a commutative
//! monoid. The verification of a delay proof is a double exponentiation.
//!
//! To add a method, write its file and add a variant to [`Multi`]. The method [`signed`] is no variant, because it
//! needs a monoid with free inverses.
//!
//! ```
//! use powmod::{Modulus, Natural, multi, plan::Multi};
//!
//! let [x, a, y, b] = [3_u32, 65_537, 5, 257].map(Natural::from);
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let expected = multi::mod_multi_pow(&mut modulus, &[(&x, &a), (&y, &b)]);
//!
//! let terms = [(modulus.enter(&x), &a), (modulus.enter(&y), &b)];
//! let product = multi::multi_pow(&mut modulus, &terms);
//! assert_eq!(modulus.leave(&product), expected);
//! for method in [Multi::Separate, Multi::Ary { window: 2 }, Multi::Pippenger { window: 3 }] {
//!     let product = multi::multi_pow_by(method, &mut modulus, &terms);
//!     assert_eq!(modulus.leave(&product), expected);
//! }
//! ```

pub mod ary;
pub mod bos_coster;
pub mod interleaved;
pub mod pippenger;
pub mod separate;
pub mod signed;
pub mod yll;

use crate::{
    modulus::Modulus,
    monoid::Commutative,
    natural::Natural,
    plan::{self, Multi},
};
use alloc::vec::Vec;

/// ∏ x^e by the method that [`plan::multi`] picks; the neutral element if there are no terms.
pub fn multi_pow<M: Commutative>(monoid: &mut M, terms: &[(M::Element, &Natural)]) -> M::Element {
    let exponents: Vec<&Natural> = terms.iter().map(|&(_, e)| e).collect();
    let method = plan::multi(&exponents, monoid.costs());
    multi_pow_by(method, monoid, terms)
}

/// ∏ x^e by the given method.
///
/// # Panics
/// If a window is 0 or too wide for the number of bases ([`Multi::fits`]).
pub fn multi_pow_by<M: Commutative>(
    method: Multi,
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
) -> M::Element {
    match method {
        Multi::Separate => separate::multi_pow(monoid, terms),
        Multi::Ary { window } => ary::multi_pow(monoid, terms, window),
        Multi::Yll { window } => yll::multi_pow(monoid, terms, window),
        Multi::Interleaved { window } => {
            interleaved::multi_pow(monoid, terms, |e| window.unwrap_or_else(|| plan::window_for(e)))
        }
        Multi::Pippenger { window } => pippenger::multi_pow(monoid, terms, window),
        Multi::BosCoster => bos_coster::multi_pow(monoid, terms),
    }
}

/// ∏ base^exponent mod N, in [0, N). The time depends on the bases and the exponents.
pub fn mod_multi_pow(modulus: &mut Modulus, terms: &[(&Natural, &Natural)]) -> Natural {
    let terms: Vec<_> = terms.iter().map(|&(base, e)| (modulus.enter(base), e)).collect();
    let product = multi_pow(modulus, &terms);
    modulus.leave(&product)
}
