//! Powers, products and inverses modulo any number.

use super::{
    Objects,
    types::{MultiOptions, SingleOptions, Term},
};
use crate::shared::{
    integers::{base_of, no_inverse},
    moduli::{KeptModulus, ModulusArgument},
    slots::Handle,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{Error, Modulus, Natural, Residue, multi, plan::Single, pow as single, primality};

/// `Pow`.
pub fn pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut base: Integer,
    exponent: Integer,
    options: SingleOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let method = options.method()?;
    let m = &mut modulus.arithmetic;
    let base = base_of(m, &mut base, &exponent).ok_or_else(|| no_inverse("base"))?;
    let power = power(m, &base, &exponent.magnitude, method);
    Ok(modulus.bytes_of(&power))
}

/// base^e by a method, or by the plan's.
#[inline(never)]
fn power(m: &mut Modulus, base: &Residue, e: &Natural, method: Option<Single>) -> Residue {
    match method {
        None => single::pow(m, base, e),
        Some(method) => single::pow_by(method, m, base, e),
    }
}

/// `MultiPow`.
pub fn multi_pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut terms: Vec<Term>,
    options: MultiOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let method = options.method(terms.len())?;
    let m = &mut modulus.arithmetic;
    let mut factors = Vec::with_capacity(terms.len());
    for (i, Term { base, exponent }) in terms.iter_mut().enumerate() {
        let base = base_of(m, base, exponent).ok_or_else(|| no_inverse("terms").at(i))?;
        factors.push((base, &exponent.magnitude));
    }
    let product = match (method, &factors[..]) {
        (None, [(base, exponent)]) => power(m, base, exponent, None),
        (None, _) => multi::multi_pow(m, &factors),
        (Some(method), _) => multi::multi_pow_by(method, m, &factors),
    };
    Ok(modulus.bytes_of(&product))
}

/// `Mul`.
pub fn mul(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut a: Integer,
    mut b: Integer,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let (a, b) = (a.representative(m), b.representative(m));
    let product = m.mul(a, b);
    Ok(modulus.bytes(&product))
}

/// `Inv`.
pub fn inv(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut a: Integer,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let a = a.representative(m);
    let inverse = m.inverse(a).ok_or_else(|| no_inverse("a"))?;
    Ok(modulus.bytes(&inverse))
}

/// `Square`.
pub fn square(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut x: Integer,
    times: u64,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let x = x.representative(m);
    let power = m.square_times(x, times);
    Ok(modulus.bytes(&power))
}

/// `IsProbablePrime`.
pub fn is_probable_prime(_objects: &mut Objects, n: Natural) -> Result<bool, Error> {
    Ok(primality::is_probable_prime(&n))
}

/// `KeepModulus`.
pub fn keep_modulus(objects: &mut Objects, modulus: Natural) -> Result<Handle<KeptModulus>, Error> {
    Ok(objects.moduli.kept.keep(KeptModulus::new(&modulus)?))
}

/// `FreeModulus`.
pub fn free_modulus(objects: &mut Objects, modulus: Handle<KeptModulus>) -> Result<(), Error> {
    objects.moduli.kept.free(modulus);
    Ok(())
}
