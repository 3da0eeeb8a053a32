//! Wesolowski's proof (eprint 2018/623): π = x^⌊2^T / l⌋ for a prime l that depends on the
//! statement, and y = π^l · x^(2^T mod l).

mod division;
pub(super) mod part;
pub(super) mod plan;

use super::{Group, Options, Profile, Proof};
use crate::{Error, Modulus, Natural, multi::mod_multi_pow, pow::mod_pow};
pub(super) use plan::spacing;

/// What a proof is about, each element as L big-endian bytes.
pub struct Statement<'a> {
    /// N.
    pub modulus: &'a [u8],
    /// x.
    pub input: &'a [u8],
    /// y.
    pub output: &'a [u8],
    /// T.
    pub iterations: u64,
}

/// l for this statement, or `None` where the profile does not offer the scheme.
pub fn challenge(
    group: &Group,
    profile: &dyn Profile,
    input: &Natural,
    output: &Natural,
    iterations: u64,
) -> Option<Natural> {
    let challenge = profile.wesolowski_challenge()?;
    Some(challenge(&Statement {
        modulus: &group.encode(group.natural()),
        input: &group.encode(input),
        output: &group.encode(output),
        iterations,
    }))
}

/// What a proof claims: el(π^l · x^r) = y, with r = 2^T mod l.
pub(super) struct Equation<'a> {
    /// π.
    pub value: &'a Natural,
    /// l.
    pub prime: Natural,
    /// r.
    pub rest: Natural,
}

/// There is one value, and nothing that only Pietrzak's proofs have.
pub(super) fn check_form(proof: &Proof) -> Result<(), Error> {
    only_value(proof)?;
    if proof.delta.is_some() {
        return Err(Error::proof("delta", "is for pietrzak only"));
    }
    Ok(())
}

fn only_value(proof: &Proof) -> Result<&Natural, Error> {
    match &proof.values[..] {
        [value] => Ok(value),
        _ => Err(Error::proof("proof", "must be one number")),
    }
}

/// The equation of a proof whose form was checked.
pub(super) fn equation<'a>(
    group: &Group,
    proof: &'a Proof,
    options: &Options,
) -> Result<Equation<'a>, Error> {
    let value = only_value(proof)?;
    let prime = (options.prime.clone())
        .or_else(|| challenge(group, proof.profile, &proof.input, &proof.output, proof.iterations))
        .ok_or(Error::proof("profile", "does not offer wesolowski"))?;
    let rest = power_of_two_modulo(proof.iterations, &prime);
    Ok(Equation { value, prime, rest })
}

/// Whether the equation of a proof holds.
pub(super) fn verify(group: &mut Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    let Equation { value, prime, rest } = equation(group, proof, options)?;
    let product = mod_multi_pow(group.modulus(), &[(value, &prime), (&proof.input, &rest)]);
    Ok(proof.profile.element(product, group.natural()) == proof.output)
}

/// 2^T mod l.
fn power_of_two_modulo(iterations: u64, l: &Natural) -> Natural {
    let mut modulus = Modulus::new(l).expect("a prime is not zero");
    mod_pow(&mut modulus, &Natural::from(2_u32), &Natural::from(iterations))
}
