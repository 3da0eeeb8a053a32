//! Powers and products of powers.

use super::{
    Objects,
    types::{MultiOptions, SingleOptions},
};
use crate::shared::error::Error;
use crate::shared::{
    integers::{base_of, factors_of, no_inverse},
    types::Term,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{Natural, methods, multi, pow as single};

/// `Pow`.
pub fn pow(
    objects: &mut Objects,
    modulus: Natural,
    mut base: Integer,
    exponent: Integer,
    options: SingleOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.recent(&modulus)?;
    let method = options.method.map(|method| method.0(options.window));
    let m = &mut modulus.arithmetic;
    let base = base_of(m, &mut base, &exponent).ok_or_else(|| no_inverse("base"))?;
    let power = match method {
        None => single::pow(m, &base, &exponent.magnitude),
        Some(method) => methods::pow(method, m, &base, &exponent.magnitude),
    };
    Ok(modulus.bytes_of(&power))
}

/// `MultiPow`.
pub fn multi_pow(
    objects: &mut Objects,
    modulus: Natural,
    mut terms: Vec<Term>,
    options: MultiOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.recent(&modulus)?;
    let method = options.method.map(|method| method.0(options.window));
    let m = &mut modulus.arithmetic;
    let factors = factors_of(m, &mut terms)?;
    let product = match (method, &factors[..]) {
        (None, [(base, exponent)]) => single::pow(m, base, exponent),
        (None, _) => multi::multi_pow(m, &factors),
        (Some(method), _) => methods::multi_pow(method, m, &factors),
    };
    Ok(modulus.bytes_of(&product))
}
