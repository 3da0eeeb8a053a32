//! The proof that a verifier takes, its decoding from bytes, and the options of the verifier.

use super::{
    limits::DEFAULT_MAX_DELTA,
    profile::{POWMOD_V1, Profile},
};
use crate::error::{Error, Kind};
use alloc::vec::Vec;
use powmod::Natural;

/// The proof scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Wesolowski (eprint 2018/623): one element, and one double exponentiation to verify it.
    Wesolowski,
    /// Pietrzak (eprint 2018/627): one element for each halving of T.
    Pietrzak,
}

/// A proof. The verifier has its modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The scheme.
    pub scheme: Scheme,
    /// The profile.
    pub profile: &'static dyn Profile,
    /// x.
    pub input: Natural,
    /// y.
    pub output: Natural,
    /// T.
    pub iterations: u64,
    /// π in Wesolowski's scheme; the midpoints v, from the first halving on, in Pietrzak's.
    pub values: Vec<Natural>,
    /// δ, in Pietrzak's scheme only; by default [`Profile::default_delta`].
    pub delta: Option<u32>,
}

/// A [`Proof`] whose elements are big-endian bytes of exactly the modulus's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded<'a> {
    /// The scheme.
    pub scheme: Scheme,
    /// The profile.
    pub profile: &'static dyn Profile,
    /// x.
    pub input: &'a [u8],
    /// y.
    pub output: &'a [u8],
    /// T.
    pub iterations: u64,
    /// π, or all v, one after the other.
    pub values: &'a [u8],
    /// δ, or `None` for the default.
    pub delta: Option<u32>,
}

impl Encoded<'_> {
    /// Decodes the proof for the modulus `n`. Only the lengths of the elements are checked;
    /// [`check_form`](super::check_form) checks the rest.
    ///
    /// # Errors
    /// [`Kind::Proof`] if an element does not have the length of `n`, or `n` is 0.
    pub fn decode(&self, n: &Natural) -> Result<Proof, Error> {
        let length = n.bits().div_ceil(8);
        let width = "must have exactly the modulus's length";
        let element = |field, bytes: &[u8]| match bytes.len() == length {
            true => Ok(Natural::from_be_bytes(bytes)),
            false => Err(Error::new(Kind::Proof, field, width)),
        };
        if length == 0 {
            return Err(Error::new(Kind::Proof, "modulus", "must be positive"));
        }
        if !self.values.len().is_multiple_of(length) {
            return Err(Error::new(Kind::Proof, "values", width));
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

/// The options of a verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The profile that a proof must have; by default [`POWMOD_V1`]. A proof of another profile does not hold. Name
    /// [`TOKAMAK`](super::TOKAMAK) only where the sign of y does not matter: both y and N − y have proofs in it.
    pub profile: &'static dyn Profile,
    /// The largest δ that the verifier accepts, at most [`MAX_DELTA`](super::MAX_DELTA).
    pub max_delta: u32,
    /// A prime l that replaces the challenge of the profile, for Wesolowski's scheme only. The caller
    /// must check that l is a prime of at least 128 bits, and that l was derived from N, x, y and T
    /// after y was fixed. Otherwise anyone can forge a proof.
    pub prime: Option<Natural>,
    /// For tests and examples: whether N may have fewer than [`MIN_BITS`](super::MIN_BITS) bits.
    pub allow_weak_modulus: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: &POWMOD_V1,
            max_delta: DEFAULT_MAX_DELTA,
            prime: None,
            allow_weak_modulus: false,
        }
    }
}
