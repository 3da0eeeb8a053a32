//! Pietrzak's proof (eprint 2018/627): from x^(2^T) = y and the midpoint v = x^(2^(T/2)) to one
//! claim of half the length, x^r·v to v^r·y, until 2^δ squarings are left for the verifier.

pub(super) mod halving;

use super::{Group, MAX_DELTA, Options, Profile, Proof};
use crate::{Error, Natural, multi::mod_multi_pow};
pub(super) use halving::spacing;
use num_traits::One;

/// What a halving's challenge depends on, each element as L big-endian bytes.
pub struct Round<'a> {
    /// N.
    pub modulus: &'a [u8],
    /// x before the halving.
    pub input: &'a [u8],
    /// y before the halving, after T was made even.
    pub output: &'a [u8],
    /// The midpoint.
    pub value: &'a [u8],
    /// T before the halving, made even.
    pub iterations: u64,
}

/// The number of halvings, and so of v: max(0, ⌈log2 T⌉ − δ).
pub fn rounds(iterations: u64, delta: u32) -> usize {
    let bits = u64::BITS - (iterations - 1).leading_zeros();
    bits.saturating_sub(delta) as usize
}

/// The claim x^(2^T) = y, while it is halved.
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
    /// Makes T even: x^(2^(T+1)) = y².
    pub fn make_even(&mut self, group: &mut Group, profile: &dyn Profile) {
        if self.iterations % 2 == 1 {
            let square = group.modulus().mul(&self.output, &self.output);
            self.output = profile.element(square, group.natural());
            self.iterations += 1;
        }
    }

    /// r for the midpoint v, for even T.
    pub fn challenge(&self, group: &Group, profile: &dyn Profile, value: &Natural) -> Natural {
        profile.pietrzak_challenge(&Round {
            modulus: &group.encode(group.natural()),
            input: &group.encode(&self.input),
            output: &group.encode(&self.output),
            value: &group.encode(value),
            iterations: self.iterations,
        })
    }

    /// The claim of half the length; r.
    pub fn halve(&mut self, group: &mut Group, profile: &dyn Profile, value: &Natural) -> Natural {
        self.make_even(group, profile);
        let r = self.challenge(group, profile, value);
        let one = Natural::one();
        let mut product = |terms: [(&Natural, &Natural); 2]| {
            let product = mod_multi_pow(group.modulus(), &terms);
            profile.element(product, group.natural())
        };
        let input = product([(&self.input, &r), (value, &one)]);
        self.output = product([(value, &r), (&self.output, &one)]);
        self.input = input;
        self.iterations /= 2;
        r
    }

    /// Whether it holds, by T squarings.
    fn holds(&self, group: &mut Group, profile: &dyn Profile) -> bool {
        let power = group.modulus().square_times(&self.input, self.iterations);
        profile.element(power, group.natural()) == self.output
    }
}

/// δ is one that the verifier allows, and the values are as many as it leaves.
pub(super) fn check_form(proof: &Proof, options: &Options) -> Result<(), Error> {
    if options.prime.is_some() {
        return Err(Error::proof("scheme", "must be wesolowski where a prime is given"));
    }
    let delta = proof.delta.unwrap_or(proof.profile.default_delta());
    if delta > MAX_DELTA.min(options.max_delta) {
        return Err(Error::proof("delta", "is above what the verifier allows"));
    }
    if proof.values.len() != rounds(proof.iterations, delta) {
        return Err(Error::proof("proof", "must have ⌈log2 T⌉ − δ values"));
    }
    Ok(())
}

/// Halves the claim once for each v, and checks what is left.
pub(super) fn verify(group: &mut Group, proof: &Proof) -> bool {
    let mut claim = Claim {
        input: proof.input.clone(),
        output: proof.output.clone(),
        iterations: proof.iterations,
    };
    for value in &proof.values {
        claim.halve(group, proof.profile, value);
    }
    claim.holds(group, proof.profile)
}
