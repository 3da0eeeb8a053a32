//! The task of a prover.

use super::{
    group::Group,
    limits::{MAX_DELTA, MAX_ITERATIONS, MIN_CHALLENGE_BITS},
    profile::{NO_WESOLOWSKI, Profile},
    proof::{Proof, Scheme},
    reasons,
};
use crate::error::{Error, Kind};
use num_traits::Zero;
use powmod::{Natural, primality::is_probable_prime};

/// The longest prime that may replace a challenge, in bits.
const MAX_CHALLENGE_BITS: usize = 1024;

/// Why x is refused.
pub(crate) const ZERO_INPUT: &str = "must not be 0 modulo the modulus";

/// The task to prove y = x^(2^T).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The scheme.
    pub scheme: Scheme,
    /// The profile.
    pub profile: &'static dyn Profile,
    /// x, of any size. The proof is about its element modulo N.
    pub input: Natural,
    /// T.
    pub iterations: u64,
    /// δ, in Pietrzak's scheme only; by default [`Profile::default_delta`].
    pub delta: Option<u32>,
    /// A prime l that replaces the challenge of the profile, for Wesolowski's scheme only, for another
    /// protocol's transcript. See [`Options::prime`](super::Options::prime).
    pub challenge: Option<Natural>,
    /// About the number of bytes that a prover may use in addition to its kept values. It must be the
    /// same for all parts of a proof. An [`Evaluation`](super::Evaluation) that [`prove`](super::prove) makes keeps
    /// values in as many, but in no more than 2^30.
    pub memory: u64,
}

impl Task {
    /// Checks that such a proof can exist.
    ///
    /// # Errors
    /// [`Kind::Argument`] with the field that is out of range.
    pub fn check(&self, group: &Group) -> Result<(), Error> {
        let (field, reason) = if !(1..=MAX_ITERATIONS).contains(&self.iterations) {
            ("iterations", reasons::ITERATIONS)
        } else if !self.profile.takes_any_iterations() && !self.iterations.is_power_of_two() {
            ("iterations", reasons::NO_POWER_OF_TWO)
        } else if group.modulus().reduce(&self.input).is_zero() {
            ("input", ZERO_INPUT)
        } else {
            match self.scheme {
                Scheme::Wesolowski if self.profile.wesolowski_challenge().is_none() => {
                    ("profile", NO_WESOLOWSKI)
                }
                Scheme::Wesolowski if self.delta.is_some() => {
                    ("delta", reasons::DELTA_OF_WESOLOWSKI)
                }
                Scheme::Wesolowski if self.challenge.as_ref().is_some_and(|l| !is_challenge(l)) => {
                    ("challenge", "must be a prime from 2^127 to 2^1024")
                }
                Scheme::Pietrzak if self.challenge.is_some() => {
                    ("challenge", reasons::CHALLENGE_OF_PIETRZAK)
                }
                Scheme::Pietrzak if self.delta() > MAX_DELTA => ("delta", "must be at most 20"),
                _ => return Ok(()),
            }
        };
        Err(Error::new(Kind::Argument, field, reason))
    }

    /// Whether a proof is about this task: its scheme, profile, x, T and δ. [`verify`](super::verify) tells whether a
    /// proof is true of what it says itself, and whoever made it may have written another input or a shorter delay. The
    /// task's `challenge` and `memory` do not count: a proof does not say them.
    #[must_use]
    pub fn is_task_of(&self, group: &Group, proof: &Proof) -> bool {
        let Proof { scheme, profile, input, iterations, delta, .. } = proof;
        (*scheme, *profile, *iterations) == (self.scheme, self.profile, self.iterations)
            && delta.unwrap_or(profile.default_delta()) == self.delta()
            && *input == self.element(group)
    }

    /// The element of x.
    pub(super) fn element(&self, group: &Group) -> Natural {
        let input = group.modulus().reduce(&self.input);
        self.profile.element(input, group.natural())
    }

    /// δ, or its default.
    pub(super) fn delta(&self) -> u32 {
        self.delta.unwrap_or(self.profile.default_delta())
    }
}

fn is_challenge(l: &Natural) -> bool {
    (MIN_CHALLENGE_BITS..=MAX_CHALLENGE_BITS).contains(&l.bits()) && is_probable_prime(l)
}
