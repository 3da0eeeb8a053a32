//! `separate`: the product of powers that are computed one by one with sliding windows. It is the
//! baseline of the other methods (Attias, Vigneri, Dimitrov, section 3).
//!
//! ```
//! use powmod::{Modulus, Natural, methods::separate};
//!
//! let (a, b) = (Natural::from(65_537_u32), Natural::from(257_u32));
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let terms = [(3_u32, &a), (5, &b)].map(|(x, e)| (modulus.enter(&Natural::from(x)), e));
//! let product = separate::multi_pow(&mut modulus, &terms);
//! assert_eq!(modulus.leave(&product), Natural::from(222_936_u32));
//! ```

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
