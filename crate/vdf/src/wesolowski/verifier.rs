//! The verification of a Wesolowski proof (eprint 2018/623): el(π^l · x^r) = y with r = 2^T mod l.

use super::challenge::challenge;
use crate::error::{Error, Kind};
use crate::{
    group::Group,
    limits::MIN_CHALLENGE_BITS,
    profile::NO_WESOLOWSKI,
    proof::{Options, Proof},
    reasons,
};
use powmod::{Modulus, Natural, multi::mod_multi_pow, pow::mod_pow};

/// The equation of a proof: el(π^l · x^r) = y, with r = 2^T mod l.
pub(crate) struct Equation<'a> {
    /// π.
    pub value: &'a Natural,
    /// l.
    pub prime: Natural,
    /// r.
    pub rest: Natural,
}

/// Checks that the profile has this scheme, that there is one value, and no δ, and that the caller's prime is long
/// enough.
pub(crate) fn check_form(proof: &Proof, options: &Options) -> Result<(), Error> {
    if options.prime.as_ref().is_some_and(|prime| prime.bits() < MIN_CHALLENGE_BITS) {
        return Err(Error::new(Kind::Argument, "prime", "must be a prime of at least 128 bits"));
    }
    if proof.profile.wesolowski_challenge().is_none() {
        return Err(Error::new(Kind::Proof, "profile", NO_WESOLOWSKI));
    }
    if proof.values.len() != 1 {
        return Err(Error::new(Kind::Proof, "values", "must be one number"));
    }
    if proof.delta.is_some() {
        return Err(Error::new(Kind::Proof, "delta", reasons::DELTA_OF_WESOLOWSKI));
    }
    Ok(())
}

/// The equation of a proof, whose form the caller has checked.
pub(crate) fn equation<'a>(group: &Group, proof: &'a Proof, options: &Options) -> Equation<'a> {
    let value = proof.values.first().expect("a proof of this form");
    let prime = (options.prime.clone())
        .or_else(|| challenge(group, proof.profile, &proof.input, &proof.output, proof.iterations))
        .expect("a profile with this scheme");
    let rest = power_of_two_modulo(proof.iterations, &prime);
    Equation { value, prime, rest }
}

/// Whether the equation of a proof holds, whose form the caller has checked.
pub(crate) fn equation_holds(group: &Group, proof: &Proof, options: &Options) -> bool {
    let Equation { value, prime, rest } = equation(group, proof, options);
    let product = mod_multi_pow(group.modulus(), &[(value, &prime), (&proof.input, &rest)]);
    proof.profile.element(product, group.natural()) == proof.output
}

/// 2^T mod l.
fn power_of_two_modulo(iterations: u64, l: &Natural) -> Natural {
    let modulus = Modulus::new(l).expect("a prime is not zero");
    mod_pow(&modulus, &Natural::from(2_u32), &Natural::from(iterations))
}
