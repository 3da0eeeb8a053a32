//! The verification of one proof: its form first, which costs no product, and then its equation.

use super::{
    group::Group,
    limits::MAX_ITERATIONS,
    pietrzak,
    proof::{Options, Proof, Scheme},
    wesolowski,
};
use crate::{error::Error, natural::Natural};

/// Whether y is the element of x^(2^T), as far as the profile shows it.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind::Proof): the proof is malformed, neither valid nor invalid.
pub fn verify(group: &mut Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    check_form(group.natural(), proof, options)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verifier::verify(group, proof, options),
        Scheme::Pietrzak => Ok(pietrzak::verifier::verify(group, proof)),
    }
}

/// All that [`verify`] asks of a proof modulo `n` before its first product: ranges, the count of
/// values, and how much is left to the verifier. Whoever has yet to make a [`Group`] of `n`, which
/// costs as much as verifying, asks this first.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind::Proof): the field at fault and the reason.
pub fn check_form(n: &Natural, proof: &Proof, options: &Options) -> Result<(), Error> {
    check_ranges(n, proof)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verifier::check_form(proof),
        Scheme::Pietrzak => pietrzak::verifier::check_form(proof, options),
    }
}

/// T and every element are in the ranges that the profile allows.
fn check_ranges(n: &Natural, proof: &Proof) -> Result<(), Error> {
    if !(1..=MAX_ITERATIONS).contains(&proof.iterations) {
        return Err(Error::proof("iterations", "must be from 1 to 2^53 − 1"));
    }
    if !proof.iterations.is_power_of_two() && !proof.profile.takes_any_iterations() {
        return Err(Error::proof("iterations", "must be a power of two in this profile"));
    }
    let reason = "out of the range of the profile's elements";
    for (field, z) in [("input", &proof.input), ("output", &proof.output)] {
        if !proof.profile.is_element(z, n) {
            return Err(Error::proof(field, reason));
        }
    }
    for (i, v) in proof.values.iter().enumerate() {
        if !proof.profile.is_element(v, n) {
            let error = Error::proof("proof", reason);
            return Err(if proof.scheme == Scheme::Pietrzak { error.at(i) } else { error });
        }
    }
    Ok(())
}
