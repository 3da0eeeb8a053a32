//! What a prover is asked to prove.

use super::{
    group::Group,
    limits::{MAX_DELTA, MAX_ITERATIONS},
    profile::Profile,
    proof::Scheme,
};
use crate::{error::Error, natural::Natural};
use num_traits::Zero;

/// What is to be proved: y = x^(2^T).
#[derive(Clone)]
pub struct Task {
    /// Which proof.
    pub scheme: Scheme,
    /// Its elements and transcripts.
    pub profile: &'static dyn Profile,
    /// x, any residue of its element.
    pub input: Natural,
    /// T.
    pub iterations: u64,
    /// δ for Pietrzak's scheme; the profile's own where it is not given.
    pub delta: Option<u32>,
    /// The bytes that a prover may use beside the values that it is given, more or less; all
    /// parts are given the same.
    pub memory: u64,
}

impl Task {
    /// Whether there can be such a proof.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument): what is out of range.
    pub fn check(&self, group: &mut Group) -> Result<(), Error> {
        let error = |field, reason| Err(Error::argument(field, reason));
        if !(1..=MAX_ITERATIONS).contains(&self.iterations) {
            return error("iterations", "must be from 1 to 2^53 − 1");
        }
        if !self.profile.takes_any_iterations() && !self.iterations.is_power_of_two() {
            return error("iterations", "must be a power of two in this profile");
        }
        if group.modulus().reduce(&self.input).is_zero() {
            return error("input", "must not be 0 modulo the modulus");
        }
        match self.scheme {
            Scheme::Wesolowski if self.profile.wesolowski_challenge().is_none() => {
                error("profile", "does not offer wesolowski")
            }
            Scheme::Wesolowski if self.delta.is_some() => error("delta", "is for pietrzak only"),
            Scheme::Pietrzak if self.delta() > MAX_DELTA => error("delta", "must be at most 20"),
            _ => Ok(()),
        }
    }

    /// The element of x.
    pub(super) fn element(&self, group: &mut Group) -> Natural {
        let input = group.modulus().reduce(&self.input);
        self.profile.element(input, group.natural())
    }

    /// δ
    pub(super) fn delta(&self) -> u32 {
        self.delta.unwrap_or(self.profile.default_delta())
    }
}
