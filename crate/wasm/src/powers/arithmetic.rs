//! Powers, products and inverses modulo any number.

use super::Objects;
use crate::shared::{
    integers::{base_of, factors_of, no_inverse},
    moduli::{KeptModulus, ModulusArgument},
    slots::Handle,
    types::Term,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{Error, Modulus, Natural, Residue, multi, pow as single, primality};

/// `Pow`.
pub fn pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut base: Integer,
    exponent: Integer,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let base = base_of(m, &mut base, &exponent).ok_or_else(|| no_inverse("base"))?;
    let power = power(m, &base, &exponent.magnitude);
    Ok(modulus.bytes_of(&power))
}

/// base^e.
#[inline(never)]
fn power(m: &mut Modulus, base: &Residue, e: &Natural) -> Residue {
    single::pow(m, base, e)
}

/// `MultiPow`.
pub fn multi_pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut terms: Vec<Term>,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let factors = factors_of(m, &mut terms)?;
    let product = match &factors[..] {
        [(base, exponent)] => power(m, base, exponent),
        _ => multi::multi_pow(m, &factors),
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
