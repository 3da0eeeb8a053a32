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

/// After some halvings: a share of the next one, or y if the proof holds. To see whether it holds, halves
/// the claim once for each v that is left, and checks the last claim.
pub(in crate::vdf) fn advance(
    group: &mut Group,
    proof: &Proof,
    halvings: usize,
    [input, output]: [Natural; 2],
    share: Option<Share>,
) -> Option<Natural> {
    // Each halving rounds T/2 up.
    let iterations = proof.iterations.div_ceil(1 << halvings);
    let mut claim = Claim { input, output, iterations };
    for value in proof.values.iter().skip(halvings) {
        let r = claim.next_challenge(group, proof.profile, value);
        if let Some(share) = share {
            return Some(claim.half(group, proof.profile, value, &r, share));
        }
        claim.halve_by(group, proof.profile, value, &r);
    }
    claim.holds(group, proof.profile).then_some(claim.output)
}
