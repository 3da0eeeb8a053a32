//! The verification of a Pietrzak proof (eprint 2018/627).

use super::claim::{Claim, rounds};
use crate::error::{Error, Kind};
use crate::{
    group::Group,
    limits::MAX_DELTA,
    proof::{Options, Proof},
    reasons,
};

/// Of the values.
pub(crate) const COUNT: &str = "must have ⌈log2 T⌉ − δ values";

/// Checks that the verifier allows δ, and that the number of values fits T and δ.
pub(crate) fn check_form(proof: &Proof, options: &Options) -> Result<(), Error> {
    if options.prime.is_some() {
        return Err(Error::new(Kind::Proof, "scheme", "must be wesolowski where a prime is given"));
    }
    if delta(proof) > MAX_DELTA.min(options.max_delta) {
        return Err(Error::new(Kind::Proof, "delta", reasons::DELTA_ABOVE_LIMIT));
    }
    if !has_its_count(proof) {
        return Err(Error::new(Kind::Proof, "values", COUNT));
    }
    Ok(())
}

/// Whether a proof has as many values as halvings of T, but for the last δ.
pub(crate) fn has_its_count(proof: &Proof) -> bool {
    proof.values.len() == rounds(proof.iterations, delta(proof))
}

fn delta(proof: &Proof) -> u32 {
    proof.delta.unwrap_or(proof.profile.default_delta())
}

/// Whether a proof holds, whose form the caller has checked: halves the claim once for each v, and checks the last
/// claim.
pub(crate) fn halvings_hold(group: &Group, proof: &Proof) -> bool {
    let (input, output) = (proof.input.clone(), proof.output.clone());
    let mut claim = Claim { input, output, iterations: proof.iterations };
    for value in &proof.values {
        claim.halve(group, proof.profile, value);
    }
    claim.holds(group, proof.profile)
}
