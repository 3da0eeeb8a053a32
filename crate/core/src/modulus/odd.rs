//! What Montgomery form needs of a modulus.

use crate::natural::Natural;
use core::ops::Deref;
use zeroize::Zeroize;

/// An odd number of at least 3.
///
/// ```
/// use powmod::{Natural, modulus::Odd};
/// assert!(Odd::new(Natural::from(9_u32)).is_some());
/// assert!(Odd::new(Natural::from(10_u32)).is_none());
/// assert!(Odd::new(Natural::from(1_u32)).is_none());
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq)]
pub struct Odd(Natural);

impl Odd {
    /// The number `n`; `None` if `n` is even or 1.
    #[must_use]
    pub fn new(n: Natural) -> Option<Self> {
        (!n.is_even() && n.bits() >= 2).then_some(Self(n))
    }
}

/// It may be a secret prime.
impl Drop for Odd {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Deref for Odd {
    type Target = Natural;

    fn deref(&self) -> &Natural {
        &self.0
    }
}
