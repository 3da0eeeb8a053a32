//! Powers, products and inverses modulo any number.

use super::{Objects, types::TableTerm};
use crate::shared::error::Error;
use crate::shared::{
    integers::{base_of, factors_of, no_inverse},
    moduli::{KeptModulus, ModulusArgument},
    slots::Handle,
    types::Term,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{Field, Natural, multi, pow as single};

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
    let power = single::pow(m, &base, &exponent.magnitude);
    Ok(modulus.bytes_of(&power))
}

/// `MultiPow`.
pub fn multi_pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut terms: Vec<Term>,
    tables: Vec<TableTerm>,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let factors = factors_of(m, &mut terms)?;
    let mut product = match &factors[..] {
        [] => None,
        [(base, exponent)] => Some(single::pow(m, base, exponent)),
        _ => Some(multi::multi_pow(m, &factors)),
    }
    .map(|product| m.from_residue(&product));
    for (i, TableTerm { table, exponent }) in tables.into_iter().enumerate() {
        let power = objects.tables.get(table)?.power(modulus, &exponent);
        let power = power.map_err(|refused| {
            Error::argument(Field::entry(refused.field.name, i), refused.reason)
        })?;
        product = Some(match product {
            Some(product) => modulus.arithmetic.mul_mut(&product, &power),
            None => power,
        });
    }
    let product = product.unwrap_or_else(|| modulus.arithmetic.product_mut([]));
    Ok(modulus.bytes(&product))
}

/// `Powers`.
pub fn powers(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut base: Integer,
    exponents: Vec<Integer>,
) -> Result<Vec<Vec<u8>>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let base = base.representative(m);
    let magnitudes: Vec<_> = exponents.iter().map(|e| &e.magnitude).collect();
    let powers = single::mod_powers(m, base, &magnitudes);
    let mut answers = Vec::with_capacity(powers.len());
    for (power, exponent) in powers.into_iter().zip(&exponents) {
        let power = modulus.signed(power, exponent).ok_or_else(|| no_inverse("base"))?;
        answers.push(modulus.bytes(&power));
    }
    Ok(answers)
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
    let product = m.mul_mut(a, b);
    Ok(modulus.bytes(&product))
}

/// `Product`.
pub fn product(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut factors: Vec<Integer>,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    for factor in &mut factors {
        factor.representative(m);
    }
    let product = m.product_mut(factors.iter().map(|factor| &factor.magnitude));
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

/// `InvAll`.
pub fn inv_all(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut list: Vec<Integer>,
) -> Result<Vec<Vec<u8>>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let m = &mut modulus.arithmetic;
    let list: Vec<_> = list.iter_mut().map(|a| a.representative(m).clone()).collect();
    let inverses = m.inverses_mut(&list).map_err(|i| no_inverse(Field::entry("list", i)))?;
    Ok(inverses.iter().map(|inverse| modulus.bytes(inverse)).collect())
}

/// `AreRootsOfUnity`.
pub fn are_roots_of_unity(
    objects: &mut Objects,
    modulus: ModulusArgument,
    list: Vec<Natural>,
    exponent: Natural,
) -> Result<Vec<bool>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    Ok(single::are_roots_of_unity(&modulus.arithmetic, &list, &exponent))
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
    let power = m.square_times_mut(x, times);
    Ok(modulus.bytes(&power))
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
