//! Powers, products and inverses modulo any number.

use crate::{
    objects::{
        Objects,
        moduli::{Modulus, ModulusArgument},
        slots::Handle,
    },
    types::{MultiOptions, SingleOptions, Term},
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{
    Error, Modulus as Arithmetic, Natural, Residue, multi, plan::Single, pow as single, primality,
};

impl Integer {
    /// A number that is not negative and equal to this one modulo N, which takes its place.
    #[inline(never)]
    pub fn representative(&mut self, arithmetic: &mut Arithmetic) -> &Natural {
        if self.is_negative {
            let residue = arithmetic.reduce(&self.magnitude);
            let negated = arithmetic.natural().checked_sub(&residue);
            self.magnitude = negated.expect("a residue is below the modulus");
            self.is_negative = false;
        }
        &self.magnitude
    }
}

/// The error for an argument that has no inverse.
pub fn no_inverse(argument: &'static str) -> Error {
    Error::argument(argument, "has no inverse modulo the modulus")
}

/// The base of a power: its inverse where the exponent is negative; `None` if it has none.
#[inline(never)]
fn base_of(arithmetic: &mut Arithmetic, base: &mut Integer, exponent: &Integer) -> Option<Residue> {
    let base = base.representative(arithmetic);
    Some(match exponent.is_negative {
        true => arithmetic.inverse(base).map(|inverse| arithmetic.enter(&inverse))?,
        false => arithmetic.enter(base),
    })
}

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
fn power(m: &mut Arithmetic, base: &Residue, e: &Natural, method: Option<Single>) -> Residue {
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
pub fn keep_modulus(objects: &mut Objects, modulus: Natural) -> Result<Handle<Modulus>, Error> {
    Ok(objects.moduli.kept.keep(Modulus::new(&modulus)?))
}

/// `FreeModulus`.
pub fn free_modulus(objects: &mut Objects, modulus: Handle<Modulus>) -> Result<(), Error> {
    objects.moduli.kept.free(modulus);
    Ok(())
}
