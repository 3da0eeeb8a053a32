//! The verification of a Pietrzak proof (eprint 2018/627).

use super::claim::{Claim, rounds};
use crate::error::{Error, Kind};
use crate::{
    group::Group,
    limits::MAX_DELTA,
    proof::{Options, Proof},
    reasons,
};

/// Checks that the verifier allows δ, and that the number of values fits T and δ.
pub(crate) fn check_form(proof: &Proof, options: &Options) -> Result<(), Error> {
    if options.prime.is_some() {
        return Err(Error::new(Kind::Proof, "scheme", "must be wesolowski where a prime is given"));
    }
    let delta = proof.delta.unwrap_or(proof.profile.default_delta());
    if delta > MAX_DELTA.min(options.max_delta) {
        return Err(Error::new(Kind::Proof, "delta", reasons::DELTA_ABOVE_LIMIT));
    }
    if proof.values.len() != rounds(proof.iterations, delta) {
        return Err(Error::new(Kind::Proof, "values", "must have ⌈log2 T⌉ − δ values"));
    }
    Ok(())
}

/// Whether a proof holds, whose form the caller has checked: halves the claim once for each v, and checks the last
/// claim.
pub(crate) fn holds(group: &Group, proof: &Proof) -> bool {
    let (input, output) = (proof.input.clone(), proof.output.clone());
    let mut claim = Claim { input, output, iterations: proof.iterations };
    for value in &proof.values {
        claim.halve(group, proof.profile, value);
    }
    claim.holds(group, proof.profile)
}
