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

use crate::Natural;
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
pub use evaluation::{Evaluation, Fault};
pub use group::{Group, Refused};
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

impl Scheme {
    /// By the name used in proof files.
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "wesolowski" => Some(Self::Wesolowski),
            "pietrzak" => Some(Self::Pietrzak),
            _ => None,
        }
    }
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

/// The profile of this name.
pub fn profile_by_name(name: &str) -> Option<&'static dyn Profile> {
    PROFILES.iter().copied().find(|profile| profile.name() == name)
}

/// A part of a proof file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as in the file")]
pub enum Field {
    Scheme,
    Profile,
    Modulus,
    Input,
    Output,
    Iterations,
    Proof,
    /// The v of this index, from 0.
    Value(usize),
    Delta,
}

impl Field {
    /// Where it stands in the file. For callers that are better off without the machinery of
    /// [`fmt`], wasm above all.
    pub fn path(self) -> String {
        let name = match self {
            Self::Scheme => "scheme",
            Self::Profile => "profile",
            Self::Modulus => "modulus",
            Self::Input => "input",
            Self::Output => "output",
            Self::Iterations => "iterations",
            Self::Proof => "proof",
            Self::Value(i) => return ["proof[", &i.to_string(), "]"].concat(),
            Self::Delta => "delta",
        };
        name.into()
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path())
    }
}

/// A proof that is not one, whatever it claims: out of range, of the wrong width or count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is at fault.
    pub field: Field,
    /// Why.
    pub reason: &'static str,
}

impl Malformed {
    fn new(field: Field, reason: &'static str) -> Self {
        Self { field, reason }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl core::error::Error for Malformed {}

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

/// A [`Proof`] as it comes: names, and elements as big-endian bytes of exactly the modulus's
/// length.
pub struct Encoded<'a> {
    /// `wesolowski` or `pietrzak`.
    pub scheme: &'a str,
    /// The name of a profile.
    pub profile: &'a str,
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
    /// The proof modulo `n`, if each part has its name or width.
    ///
    /// # Errors
    /// The field at fault and the reason.
    pub fn decode(&self, n: &Natural) -> Result<Proof, Malformed> {
        let length = n.bits().div_ceil(8);
        let width = "must have exactly the modulus's length";
        let element = |field, bytes: &[u8]| match bytes.len() == length {
            true => Ok(Natural::from_be_bytes(bytes)),
            false => Err(Malformed::new(field, width)),
        };
        if length == 0 {
            return Err(Malformed::new(Field::Modulus, "must be positive"));
        }
        if !self.values.len().is_multiple_of(length) {
            return Err(Malformed::new(Field::Proof, width));
        }
        Ok(Proof {
            scheme: Scheme::by_name(self.scheme)
                .ok_or(Malformed::new(Field::Scheme, "must be wesolowski or pietrzak"))?,
            profile: profile_by_name(self.profile)
                .ok_or(Malformed::new(Field::Profile, "must be powmod-v1 or tokamak"))?,
            input: element(Field::Input, self.input)?,
            output: element(Field::Output, self.output)?,
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
/// A proof that is malformed: it is neither valid nor invalid.
pub fn verify(group: &mut Group, proof: &Proof, options: &Options) -> Result<bool, Malformed> {
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
/// The field at fault and the reason.
pub fn check_form(n: &Natural, proof: &Proof, options: &Options) -> Result<(), Malformed> {
    check_ranges(n, proof)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::check_form(proof),
        Scheme::Pietrzak => pietrzak::check_form(proof, options),
    }
}

/// T and every element are in the ranges that the profile allows.
fn check_ranges(n: &Natural, proof: &Proof) -> Result<(), Malformed> {
    if !(1..=MAX_ITERATIONS).contains(&proof.iterations) {
        return Err(Malformed::new(Field::Iterations, "must be from 1 to 2^53 − 1"));
    }
    if !proof.iterations.is_power_of_two() && !proof.profile.takes_any_iterations() {
        return Err(Malformed::new(Field::Iterations, "must be a power of two in this profile"));
    }
    let elements = [(Field::Input, &proof.input), (Field::Output, &proof.output)];
    let values = proof.values.iter().enumerate().map(|(i, v)| match proof.scheme {
        Scheme::Wesolowski => (Field::Proof, v),
        Scheme::Pietrzak => (Field::Value(i), v),
    });
    for (field, z) in elements.into_iter().chain(values) {
        if !proof.profile.is_element(z, n) {
            return Err(Malformed::new(field, "out of the range of the profile's elements"));
        }
    }
    Ok(())
}
