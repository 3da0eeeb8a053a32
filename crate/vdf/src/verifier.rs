//! The verification of a proof. The form is checked first, which costs no product, and then the
//! equation of the scheme.

use super::{
    group::Group,
    limits::MAX_ITERATIONS,
    pietrzak,
    proof::{Options, Proof, Scheme},
    wesolowski,
};
use crate::error::{Error, Kind};
use powmod::{Field, Natural};

/// Whether the proof shows that y is the element of x^(2^T). In the profile `tokamak`, a proof shows y
/// only up to its sign.
///
/// # Errors
/// Those of [`check_form`]: a malformed proof is neither valid nor invalid.
pub fn verify(group: &Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    check_form(group.natural(), proof, options)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verifier::holds(group, proof, options),
        Scheme::Pietrzak => Ok(pietrzak::verifier::holds(group, proof)),
    }
}

/// Checks the form of a proof modulo `n`: the ranges of T and of the elements, the number of values,
/// and δ. [`verify`] makes the same checks before its first product. Call this before you make a
/// [`Group`] of `n`, because that costs as much as a verification.
///
/// # Errors
/// [`Kind::Proof`] with the first field that is out of range;
/// [`Kind::Argument`] if the prime of the options is shorter than 128 bits.
pub fn check_form(n: &Natural, proof: &Proof, options: &Options) -> Result<(), Error> {
    check_ranges(n, proof)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verifier::check_form(proof, options),
        Scheme::Pietrzak => pietrzak::verifier::check_form(proof, options),
    }
}

/// Checks that T and every element are in the ranges that the profile allows.
fn check_ranges(n: &Natural, proof: &Proof) -> Result<(), Error> {
    if !(1..=MAX_ITERATIONS).contains(&proof.iterations) {
        return Err(Error::new(Kind::Proof, "iterations", "must be from 1 to 2^53 − 1"));
    }
    if !proof.iterations.is_power_of_two() && !proof.profile.takes_any_iterations() {
        return Err(Error::new(
            Kind::Proof,
            "iterations",
            "must be a power of two in this profile",
        ));
    }
    let reason = "out of the range of the profile's elements";
    for (field, z) in [("input", &proof.input), ("output", &proof.output)] {
        if !proof.profile.is_element(z, n) {
            return Err(Error::new(Kind::Proof, field, reason));
        }
    }
    for (i, v) in proof.values.iter().enumerate() {
        if !proof.profile.is_element(v, n) {
            let field = match proof.scheme {
                Scheme::Pietrzak => Field::entry("proof", i),
                Scheme::Wesolowski => "proof".into(),
            };
            return Err(Error::new(Kind::Proof, field, reason));
        }
    }
    Ok(())
}
