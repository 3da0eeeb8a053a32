//! Numbers that are overwritten when they are dropped, in bytes and in limbs.

use crate::natural::Natural;
use alloc::vec::Vec;
use core::{hint::black_box, ops::Deref};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A secret number in big-endian bytes, which are overwritten when it is dropped. How many bytes it has shows.
///
/// All functions for secrets take it as bytes, and give it, but for [`multi_pow`](super::multi_pow) and
/// [`comb_pow`](super::comb_pow): these give an element, which the caller wipes by
/// [`ConstantTime::wipe`](crate::monoid::ConstantTime::wipe). `==` takes the same time for all numbers of one length in
/// bytes, and so does `ConstantTimeEq` (feature `subtle`). Zeros in front do not count.
///
/// ```
/// use powmod::{Modulus, secret::{self, Secret}};
///
/// let exponent = Secret::from(vec![1, 0, 1]);
/// let modulus = Modulus::new(&1009_u32.into()).expect("above 0");
/// let power = secret::mod_pow(&modulus, &[(&[3], &exponent)], 24)?;
/// assert_eq!(power[..], [1, 15]);
/// assert!(power == Secret::from(&[0, 1, 15][..]));
/// assert_eq!(format!("{power:?}"), "Secret { .. }");
/// # Ok::<(), powmod::Error>(())
/// ```
#[derive(Clone)]
pub struct Secret(Zeroizing<Vec<u8>>);

impl ZeroizeOnDrop for Secret {}

/// Overwrites the bytes, and leaves none: the secret is then 0.
impl Zeroize for Secret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Secret {
    /// The number for arithmetic whose time depends on it. It is overwritten when it is dropped, as is a
    /// [`Modulus`](crate::Modulus) that is made of it, but not what is computed with it.
    #[must_use]
    pub fn to_natural(&self) -> Zeroizing<Natural> {
        Natural::from_be_bytes(self).into()
    }

    /// Whether the numbers differ, as a byte that is not 0.
    fn difference(&self, other: &Self) -> u8 {
        let byte = |x: &[u8], i: usize| x.len().checked_sub(i + 1).map_or(0, |i| x[i]);
        let length = self.len().max(other.len());
        black_box((0..length).fold(0, |all, i| all | (byte(self, i) ^ byte(other, i))))
    }
}

/// Takes the bytes without a copy.
impl From<Vec<u8>> for Secret {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

/// Copies the bytes. What they are copied from stays as it is.
impl From<&[u8]> for Secret {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<Zeroizing<Vec<u8>>> for Secret {
    fn from(bytes: Zeroizing<Vec<u8>>) -> Self {
        Self(bytes)
    }
}

impl From<Secret> for Zeroizing<Vec<u8>> {
    fn from(secret: Secret) -> Self {
        secret.0
    }
}

impl Deref for Secret {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Secret {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.difference(other) == 0
    }
}

impl Eq for Secret {}

#[cfg(feature = "subtle")]
impl subtle::ConstantTimeEq for Secret {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.difference(other).ct_eq(&0)
    }
}

/// A secret number in limbs. How many it has shows.
pub(super) type Limbs = Zeroizing<Vec<u32>>;

/// Whether a secret number is this small one.
pub(super) fn is(small: u32, x: &[u32]) -> bool {
    x.iter().skip(1).fold(x[0] ^ small, |all, limb| all | limb) == 0
}

/// Compares all limbs, also after a difference.
pub(super) fn are_equal(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
