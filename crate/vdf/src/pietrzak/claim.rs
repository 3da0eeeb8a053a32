//! The claim x^(2^T) = y of a Pietrzak proof, and its halving (eprint 2018/627).

use crate::{
    group::Group,
    profile::{Profile, Statement},
};
use num_traits::One;
use powmod::{Natural, multi::mod_multi_pow};

/// The number of halvings, and of midpoints v in the proof: max(0, ⌈log2 T⌉ − δ). T must be above 0.
#[must_use]
pub fn rounds(iterations: u64, delta: u32) -> usize {
    let bits = u64::BITS - (iterations - 1).leading_zeros();
    bits.saturating_sub(delta) as usize
}

/// A claim x^(2^T) = y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// x.
    pub input: Natural,
    /// y.
    pub output: Natural,
    /// T.
    pub iterations: u64,
}

impl Claim {
    /// Makes T even. An odd T becomes T + 1, because x^(2^(T+1)) = y².
    pub fn make_even(&mut self, group: &Group, profile: &dyn Profile) {
        if self.iterations % 2 == 1 {
            let square = group.modulus().mul(&self.output, &self.output);
            self.output = profile.element(square, group.natural());
            self.iterations += 1;
        }
    }

    /// The challenge r for the midpoint v. T must be even.
    pub fn challenge(&self, group: &Group, profile: &dyn Profile, value: &Natural) -> Natural {
        let statement = Statement {
            modulus: &group.encode(group.natural()),
            input: &group.encode(&self.input),
            output: &group.encode(&self.output),
            iterations: self.iterations,
        };
        profile.pietrzak_challenge(&statement, &group.encode(value))
    }

    /// Replaces the claim by the one with half as many squarings: x^r·v and v^r·y. Returns the challenge r.
    pub fn halve(&mut self, group: &Group, profile: &dyn Profile, value: &Natural) -> Natural {
        self.make_even(group, profile);
        let r = self.challenge(group, profile, value);
        let half = |base: &Natural, other: &Natural| {
            let product = mod_multi_pow(group.modulus(), &[(base, &r), (other, &Natural::one())]);
            profile.element(product, group.natural())
        };
        let (input, output) = (half(&self.input, value), half(value, &self.output));
        *self = Self { input, output, iterations: self.iterations / 2 };
        r
    }

    /// Whether the claim holds, by T squarings.
    pub(super) fn holds(&self, group: &Group, profile: &dyn Profile) -> bool {
        let power = group.modulus().square_times(&self.input, self.iterations);
        profile.element(power, group.natural()) == self.output
    }
}
