//! Verifiable delay functions: proofs that y = x^(2^T) mod N, far cheaper to check than to make.
//!
//! Two schemes, [`wesolowski`] and [`pietrzak`], each in the profiles that fix its elements and
//! transcripts byte by byte. What a proof shows, it shows to whoever trusts that nobody knows the
//! factors of N: a verifier names the modulus that it expects.
//!
//! An [`Evaluation`] makes y in slices, checks itself and is saved in [`checkpoint`]s; a [`Prover`]
//! makes the proof from what one kept.
//!
//! To add a profile: write its file, and add its line to [`PROFILES`].

pub mod batch;
pub mod checkpoint;
#[cfg(test)]
mod cost;
pub mod evaluation;
pub mod group;
mod hash;
pub mod hash_to_prime;
pub mod input;
pub mod pietrzak;
pub mod powmod_v1;
pub mod prover;
pub mod tokamak;
pub mod wesolowski;

use crate::{Error, Natural};
use alloc::vec::Vec;
pub use evaluation::Evaluation;
pub use group::Group;
use num_traits::FromBytes;
pub use powmod_v1::POWMOD_V1;
pub use prover::{Prover, Task};
pub use tokamak::TOKAMAK;

/// The largest number of squarings, 2^53 − 1: what a JavaScript number counts exactly.
pub const MAX_ITERATIONS: u64 = (1 << 53) - 1;

/// The largest δ, the number of halvings that a Pietrzak proof leaves to the verifier.
pub const MAX_DELTA: u32 = 20;

/// The largest δ that a verifier accepts unless it says otherwise: 2^10 squarings.
pub const DEFAULT_MAX_DELTA: u32 = 10;

/// The most products and squarings modulo N that [`verify`] needs for one proof, unless
/// [`Options::max_delta`] is raised; to make its [`Group`] takes about as many more as N has bits.
pub const MOST_PRODUCTS: u64 = 53 * (4 + 2 * (128 + 46)) + 3;

/// Which proof of the delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One element and one double exponentiation.
    Wesolowski,
    /// An element for each halving of T.
    Pietrzak,
}

/// The elements and transcripts of a protocol.
pub trait Profile: Sync {
    /// The name used in proof files.
    fn name(&self) -> &'static str;

    /// The element that stands for z, 0 ≤ z < n.
    fn element(&self, z: Natural, n: &Natural) -> Natural;

    /// Whether a number sent to a verifier is an element in its one form.
    fn is_element(&self, z: &Natural, n: &Natural) -> bool;

    /// Whether T may be any number, or only a power of two.
    fn takes_any_iterations(&self) -> bool;

    /// δ where a proof does not give it.
    fn default_delta(&self) -> u32;

    /// r of one halving.
    fn pietrzak_challenge(&self, round: &pietrzak::Round<'_>) -> Natural;

    /// l of a statement, by the function returned; `None` where the scheme is not offered.
    fn wesolowski_challenge(&self) -> Option<fn(&wesolowski::Statement<'_>) -> Natural>;
}

/// Every profile.
pub const PROFILES: &[&dyn Profile] = &[&POWMOD_V1, &TOKAMAK];

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
    /// The largest δ accepted, up to [`MAX_DELTA`].
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

/// Whether y is the element of x^(2^T), as far as the profile shows it.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind::Proof): the proof is malformed, neither valid nor invalid.
pub fn verify(group: &mut Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    check_form(group.natural(), proof, options)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verify(group, proof, options),
        Scheme::Pietrzak => Ok(pietrzak::verify(group, proof)),
    }
}

/// All that [`verify`] asks of a proof modulo `n` before its first product: ranges, the count of
/// values, and how much is left to the verifier. Whoever has yet to make a [`Group`] of `n`, which
/// costs as much as verifying, asks this first.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind::Proof): the field at fault and the reason.
pub fn check_form(n: &Natural, proof: &Proof, options: &Options) -> Result<(), Error> {
    check_ranges(n, proof)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::check_form(proof),
        Scheme::Pietrzak => pietrzak::check_form(proof, options),
    }
}

/// T and every element are in the ranges that the profile allows.
fn check_ranges(n: &Natural, proof: &Proof) -> Result<(), Error> {
    if !(1..=MAX_ITERATIONS).contains(&proof.iterations) {
        return Err(Error::proof("iterations", "must be from 1 to 2^53 − 1"));
    }
    if !proof.iterations.is_power_of_two() && !proof.profile.takes_any_iterations() {
        return Err(Error::proof("iterations", "must be a power of two in this profile"));
    }
    let reason = "out of the range of the profile's elements";
    for (field, z) in [("input", &proof.input), ("output", &proof.output)] {
        if !proof.profile.is_element(z, n) {
            return Err(Error::proof(field, reason));
        }
    }
    for (i, v) in proof.values.iter().enumerate() {
        if !proof.profile.is_element(v, n) {
            let error = Error::proof("proof", reason);
            return Err(if proof.scheme == Scheme::Pietrzak { error.at(i) } else { error });
        }
    }
    Ok(())
}
