//! The verification of a Pietrzak proof.

use super::claim::{Claim, rounds};
use crate::{
    error::Error,
    vdf::{
        group::Group,
        limits::MAX_DELTA,
        proof::{Options, Proof},
    },
};

/// δ is one that the verifier allows, and the values are as many as it leaves.
pub(in crate::vdf) fn check_form(proof: &Proof, options: &Options) -> Result<(), Error> {
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
pub(in crate::vdf) fn verify(group: &mut Group, proof: &Proof) -> bool {
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
