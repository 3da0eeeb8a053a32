//! The verification of a Pietrzak proof (eprint 2018/627).

use super::claim::{Claim, rounds};
use crate::{
    error::Error,
    natural::Natural,
    vdf::{
        group::Group,
        limits::MAX_DELTA,
        proof::{Options, Proof, Share},
    },
};

/// Checks that the verifier allows δ, and that the number of values fits T and δ.
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

/// Whether a proof holds, from x and y after some halvings: halves the claim once for each v that is left, and checks
/// the last claim.
pub(in crate::vdf) fn holds(
    group: &Group,
    proof: &Proof,
    halvings: usize,
    numbers: [Natural; 2],
) -> bool {
    let mut claim = claim_after(proof, halvings, numbers);
    for value in proof.values.iter().skip(halvings) {
        claim.halve(group, proof.profile, value);
    }
    claim.holds(group, proof.profile)
}

/// A share of the halving by v, from x and y after some halvings.
pub(in crate::vdf) fn share(
    group: &Group,
    proof: &Proof,
    halvings: usize,
    numbers: [Natural; 2],
    value: &Natural,
    share: Share,
) -> Natural {
    let mut claim = claim_after(proof, halvings, numbers);
    let r = claim.next_challenge(group, proof.profile, value);
    claim.half(group, proof.profile, value, &r, share)
}

/// The claim after some halvings, each of which rounds T/2 up.
fn claim_after(proof: &Proof, halvings: usize, [input, output]: [Natural; 2]) -> Claim {
    Claim { input, output, iterations: proof.iterations.div_ceil(1 << halvings) }
}
