//! Exponentiation with one base. Each method has a file, and is generic over a monoid.
//!
//! To add a method, write its file and add a variant to [`Single`].
//!
//! ```
//! use powmod::{Modulus, Natural, plan::{EarlyExit, Single, WindowRule}, pow};
//!
//! let [x, e] = [3_u32, 65_537].map(Natural::from);
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let expected = pow::mod_pow(&mut modulus, &x, &e);
//!
//! let x = modulus.enter(&x);
//! let power = pow::pow(&mut modulus, &x, &e);
//! assert_eq!(modulus.leave(&power), expected);
//! for method in [
//!     Single::Binary { early_exit: Some(EarlyExit::Products) },
//!     Single::Mary { window: None },
//!     Single::Sliding { window: Some(4), rule: WindowRule::Paper },
//! ] {
//!     let power = pow::pow_by(method, &mut modulus, &x, &e);
//!     assert_eq!(modulus.leave(&power), expected);
//! }
//! ```

pub mod binary;
pub mod fixed_base;
pub mod mary;
pub mod sliding;
pub mod windows;

use crate::{
    modulus::Modulus,
    monoid::{Absorbing, Monoid},
    natural::Natural,
    plan::{self, Single},
};

/// x^e by sliding windows. [`plan::window_for`] picks their width.
pub fn pow<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural) -> M::Element {
    sliding::pow(monoid, x, e, plan::window_for(e))
}

/// x^e by the given method.
///
/// # Panics
/// If a window is 0 or above [`plan::MAX_WINDOW`].
pub fn pow_by<M: Absorbing>(
    method: Single,
    monoid: &mut M,
    x: &M::Element,
    e: &Natural,
) -> M::Element {
    match method {
        Single::Binary { early_exit: None } => binary::pow(monoid, x, e),
        Single::Binary { early_exit: Some(exit) } => binary::pow_with_exit(monoid, x, e, exit),
        Single::Mary { window } => {
            mary::pow(monoid, x, e, window.unwrap_or_else(|| plan::mary_window(e.bits())))
        }
        Single::Sliding { window, rule } => {
            let planned = || plan::sliding_window(e.bits(), rule);
            sliding::pow(monoid, x, e, window.unwrap_or_else(planned))
        }
    }
}

/// base^exponent mod N, in [0, N). Exponent 0 gives 1 mod N for every base. The time depends on the
/// base and the exponent, so both must be public; [`secret`](crate::secret) is for secret ones.
pub fn mod_pow(modulus: &mut Modulus, base: &Natural, exponent: &Natural) -> Natural {
    let base = modulus.enter(base);
    let power = pow(modulus, &base, exponent);
    modulus.leave(&power)
}
