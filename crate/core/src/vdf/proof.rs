//! A proof as a verifier takes it, and its decoding from bytes.

use super::{limits::DEFAULT_MAX_DELTA, profile::Profile};
use crate::{error::Error, natural::Natural};
use alloc::vec::Vec;
use num_traits::FromBytes;

/// Which proof of the delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One element and one double exponentiation.
    Wesolowski,
    /// An element for each halving of T.
    Pietrzak,
}

/// A proof for a modulus that the verifier has at hand.
#[derive(Clone)]
pub struct Proof {
    /// Which proof.
    pub scheme: Scheme,
    /// Its elements and transcripts.
    pub profile: &'static dyn Profile,
    /// x.
    pub input: Natural,
    /// y.
    pub output: Natural,
    /// T.
    pub iterations: u64,
    /// π, or the list of v.
    pub values: Vec<Natural>,
    /// δ, for Pietrzak only; the profile's own where it is missing.
    pub delta: Option<u32>,
}

/// A [`Proof`] whose elements are big-endian bytes of exactly the modulus's length.
pub struct Encoded<'a> {
    /// Which proof.
    pub scheme: Scheme,
    /// Its elements and transcripts.
    pub profile: &'static dyn Profile,
    /// x.
    pub input: &'a [u8],
    /// y.
    pub output: &'a [u8],
    /// T.
    pub iterations: u64,
    /// π, or each v after the other.
    pub values: &'a [u8],
    /// δ.
    pub delta: Option<u32>,
}

impl Encoded<'_> {
    /// The proof modulo `n`, if each element has its width.
    ///
    /// # Errors
    /// [`Kind::Proof`](crate::Kind::Proof): an element of another width.
    pub fn decode(&self, n: &Natural) -> Result<Proof, Error> {
        let length = n.bits().div_ceil(8);
        let width = "must have exactly the modulus's length";
        let element = |field, bytes: &[u8]| match bytes.len() == length {
            true => Ok(Natural::from_be_bytes(bytes)),
            false => Err(Error::proof(field, width)),
        };
        if length == 0 {
            return Err(Error::proof("modulus", "must be positive"));
        }
        if !self.values.len().is_multiple_of(length) {
            return Err(Error::proof("proof", width));
        }
        Ok(Proof {
            scheme: self.scheme,
            profile: self.profile,
            input: element("input", self.input)?,
            output: element("output", self.output)?,
            iterations: self.iterations,
            values: self.values.chunks(length).map(Natural::from_be_bytes).collect(),
            delta: self.delta,
        })
    }
}

/// What a verifier may set.
#[derive(Clone, Debug)]
pub struct Options {
    /// The largest δ accepted, up to [`MAX_DELTA`](super::MAX_DELTA).
    pub max_delta: u32,
    /// Wesolowski's l from another transcript. The caller has checked that it is a prime of 128
    /// bits or more, and that it was derived from N, x, y and T after y was fixed: otherwise
    /// anyone forges.
    pub prime: Option<Natural>,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_delta: DEFAULT_MAX_DELTA, prime: None }
    }
}
