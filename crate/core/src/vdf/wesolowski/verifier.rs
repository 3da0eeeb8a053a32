//! The verification of a Wesolowski proof (eprint 2018/623): el(π^l · x^r) = y with r = 2^T mod l.

use super::challenge::challenge;
use crate::{
    error::Error,
    modulus::Modulus,
    multi::mod_multi_pow,
    natural::Natural,
    pow::mod_pow,
    vdf::{
        group::Group,
        proof::{Options, Proof, Share},
    },
};

/// The equation of a proof: el(π^l · x^r) = y, with r = 2^T mod l.
pub(in crate::vdf) struct Equation<'a> {
    /// π.
    pub value: &'a Natural,
    /// l.
    pub prime: Natural,
    /// r.
    pub rest: Natural,
}

/// Checks that there is one value, and no δ.
pub(in crate::vdf) fn check_form(proof: &Proof) -> Result<(), Error> {
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

/// The equation of a proof, whose form the caller has checked.
pub(in crate::vdf) fn equation<'a>(
    group: &Group,
    proof: &'a Proof,
    options: &Options,
) -> Result<Equation<'a>, Error> {
    let value = only_value(proof)?;
    let prime = (options.prime.clone())
        .or_else(|| challenge(group, proof.profile, &proof.input, &proof.output, proof.iterations))
        .ok_or_else(|| Error::proof("profile", "does not offer wesolowski"))?;
    let rest = power_of_two_modulo(proof.iterations, &prime);
    Ok(Equation { value, prime, rest })
}

/// A share of π^l · x^r, or y if the equation of a proof holds. The numbers are the shares, if there was
/// a round.
pub(in crate::vdf) fn advance(
    group: &mut Group,
    proof: &Proof,
    options: &Options,
    rounds: usize,
    [a, b]: &[Natural; 2],
    share: Option<Share>,
) -> Result<Option<Natural>, Error> {
    let product = if rounds > 0 {
        group.modulus().mul(a, b)
    } else {
        let Equation { value, mut prime, mut rest } = equation(group, proof, options)?;
        let mut squarings = 0;
        if let Some(share) = share {
            // The high bits have few products and all squarings, so both shares take equally long.
            let low = prime.bits() * 23 / 32;
            prime = part(&prime, low, share);
            rest = part(&rest, low, share);
            squarings = if share == Share::First { low } else { 0 };
        }
        let product = mod_multi_pow(group.modulus(), &[(value, &prime), (&proof.input, &rest)]);
        match squarings {
            0 => product,
            _ => group.modulus().square_times(&product, squarings as u64),
        }
    };
    if share.is_some() {
        return Ok(Some(product));
    }
    let y = proof.profile.element(product, group.natural());
    Ok((y == proof.output).then_some(y))
}

/// The bits of an exponent for a share: the high bits, or the low ones.
fn part(exponent: &Natural, low: usize, share: Share) -> Natural {
    match share {
        Share::First => exponent >> low,
        Share::Second => exponent.low_bits(low),
    }
}

/// 2^T mod l.
fn power_of_two_modulo(iterations: u64, l: &Natural) -> Natural {
    let mut modulus = Modulus::new(l).expect("a prime is not zero");
    mod_pow(&mut modulus, &Natural::from(2_u32), &Natural::from(iterations))
}
