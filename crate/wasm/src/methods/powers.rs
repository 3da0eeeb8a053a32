//! Powers and products of powers, and the operations that they take.

use super::{
    Objects,
    types::{Counts, MultiOptions, SingleOptions},
};
use crate::shared::error::Error;
use crate::shared::{
    integers::{base_of, factors_of, no_inverse},
    moduli::ModulusArgument,
    types::Term,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{
    Natural,
    methods::{self, Counting},
    monoid::{Absorbing, Commutative},
    multi, pow as single,
};

/// `Pow`.
pub fn pow(
    objects: &mut Objects,
    modulus: Natural,
    mut base: Integer,
    exponent: Integer,
    options: SingleOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(ModulusArgument::Number(modulus))?;
    let m = &mut modulus.arithmetic;
    let base = base_of(m, &mut base, &exponent).ok_or_else(|| no_inverse("base"))?;
    let power = power(m, &base, &exponent.magnitude, &options);
    Ok(modulus.bytes_of(&power))
}

/// `MultiPow`.
pub fn multi_pow(
    objects: &mut Objects,
    modulus: Natural,
    mut terms: Vec<Term>,
    options: MultiOptions,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(ModulusArgument::Number(modulus))?;
    let m = &mut modulus.arithmetic;
    let factors = factors_of(m, &mut terms)?;
    let product = product(m, &factors, &options);
    Ok(modulus.bytes_of(&product))
}

/// `CountPow`.
pub fn count_pow(
    objects: &mut Objects,
    modulus: Natural,
    mut base: Integer,
    exponent: Integer,
    options: SingleOptions,
) -> Result<Counts, Error> {
    let m = &mut objects.moduli.get(ModulusArgument::Number(modulus))?.arithmetic;
    let base = base_of(m, &mut base, &exponent).ok_or_else(|| no_inverse("base"))?;
    let mut counting = Counting::new(m.clone());
    let _ = power(&mut counting, &base, &exponent.magnitude, &options);
    Ok(counts(&counting))
}

/// `CountMultiPow`.
pub fn count_multi_pow(
    objects: &mut Objects,
    modulus: Natural,
    mut terms: Vec<Term>,
    options: MultiOptions,
) -> Result<Counts, Error> {
    let m = &mut objects.moduli.get(ModulusArgument::Number(modulus))?.arithmetic;
    let factors = factors_of(m, &mut terms)?;
    let mut counting = Counting::new(m.clone());
    let _ = product(&mut counting, &factors, &options);
    Ok(counts(&counting))
}

/// base^e by a method, or by the plan's.
fn power<M: Absorbing>(
    m: &mut M,
    base: &M::Element,
    e: &Natural,
    options: &SingleOptions,
) -> M::Element {
    match &options.method {
        None => single::pow(m, base, e),
        Some(method) => methods::pow(method.0(options.window), m, base, e),
    }
}

/// The product of powers by a method, or by the plan's.
fn product<M: Commutative>(
    m: &mut M,
    factors: &[(M::Element, &Natural)],
    options: &MultiOptions,
) -> M::Element {
    match (&options.method, factors) {
        (None, [(base, exponent)]) => single::pow(m, base, exponent),
        (None, _) => multi::multi_pow(m, factors),
        (Some(method), _) => methods::multi_pow(method.0(options.window), m, factors),
    }
}

fn counts<M>(counting: &Counting<M>) -> Counts {
    Counts { squarings: counting.squarings as f64, products: counting.products as f64 }
}
