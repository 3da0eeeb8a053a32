//! Lookup tables that a caller keeps, each for the modulus that it was made for.

use super::{
    Objects,
    kept_tables::{Powers, Tables},
};
use crate::shared::error::Error;
use crate::shared::{
    moduli::{KeptModulus, ModulusArgument},
    slots::Handle,
    wire::Integer,
};
use alloc::vec::Vec;
use powmod::{
    Natural,
    multi::Table,
    pow::fixed_base::{Comb, Residues},
};

/// `FixedBase`.
pub fn fixed_base(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut base: Integer,
    exponent_bits: usize,
    residues: bool,
) -> Result<Handle<Tables>, Error> {
    let arithmetic = &mut objects.moduli.get(modulus)?.arithmetic;
    let base = base.representative(arithmetic);
    let powers = match arithmetic.montgomery() {
        Some(odd) if !residues => {
            let element = odd.to_montgomery(base);
            Powers::Comb(Comb::new(odd, &element, exponent_bits)?)
        }
        _ => {
            let element = arithmetic.to_residue(base);
            Powers::Residues(Residues::new(arithmetic, &element, exponent_bits)?)
        }
    };
    let modulus = arithmetic.natural().clone();
    Ok(objects.tables.keep(Tables { modulus, powers }))
}

/// `Tables`.
pub fn tables(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut bases: Vec<Integer>,
    window: u32,
) -> Result<Handle<Tables>, Error> {
    let arithmetic = &mut objects.moduli.get(modulus)?.arithmetic;
    let mut tables = Vec::with_capacity(bases.len());
    for base in &mut bases {
        let base = base.representative(arithmetic);
        let base = arithmetic.to_residue(base);
        tables.push(Table::new(arithmetic, &base, window));
    }
    let modulus = arithmetic.natural().clone();
    Ok(objects.tables.keep(Tables { modulus, powers: Powers::Bases(tables) }))
}

/// `TablesPow`.
pub fn tables_pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    tables: Handle<Tables>,
    exponents: Vec<Integer>,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let tables = objects.tables.get(tables)?;
    let zero = Natural::default();
    // The powers with negative exponents divide, so they are a product of their own.
    let product_of = |modulus: &mut KeptModulus, negative: bool| {
        let of_sign = |e: &Integer| e.is_negative == negative;
        let parts = exponents.iter().map(|e| if of_sign(e) { &e.magnitude } else { &zero });
        tables.pow(modulus, &parts.collect::<Vec<_>>())
    };
    let mut product = product_of(modulus, false)?;
    if exponents.iter().any(|e| e.is_negative) {
        let divisor = product_of(modulus, true)?;
        let reason = "must not be negative where a base has no inverse";
        let factor = modulus.arithmetic.inverse(&divisor);
        let factor = factor.ok_or_else(|| Error::argument("exponents", reason))?;
        product = modulus.arithmetic.mul_mut(&product, &factor);
    }
    Ok(modulus.bytes(&product))
}

/// `FreeTables`.
pub fn free(objects: &mut Objects, tables: Handle<Tables>) -> Result<(), Error> {
    objects.tables.free(tables);
    Ok(())
}
