//! The secret path. The instance wipes the arguments after each call.

use super::{
    Objects,
    kept_tables::{Powers, Tables},
    types::SecretTerm,
};
use crate::shared::{
    error::Error,
    moduli::ModulusArgument,
    slots::Handle,
    wire::{Secret, SecretAnswer},
};
use alloc::vec::Vec;
use powmod::secret;

/// `PowSecret`. JavaScript has checked that each exponent is below 2^bits.
pub fn pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    terms: Vec<SecretTerm<'_>>,
    bits: usize,
) -> Result<SecretAnswer, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let terms: Vec<_> = terms.iter().map(|term| (term.base.0, term.exponent.0)).collect();
    Ok(secret::mod_pow(&modulus.arithmetic, &terms, bits)?)
}

/// `FixedBasePowSecret`. JavaScript has checked that the table has no residues, and the exponent's length.
pub fn fixed_base_pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    table: Handle<Tables>,
    exponent: Secret<'_>,
) -> Result<SecretAnswer, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let table = objects.tables.get(table)?;
    table.check(modulus)?;
    let Powers::Comb(comb) = &table.powers else {
        return Err(Error::argument("modulus", "must be odd and above 1 on the secret path"));
    };
    Ok(secret::fixed_base_pow(&modulus.arithmetic, comb, exponent.0)?)
}

/// `MulAddSecret`.
pub fn mul_add(
    objects: &mut Objects,
    modulus: ModulusArgument,
    a: Secret<'_>,
    b: Secret<'_>,
    c: Secret<'_>,
) -> Result<SecretAnswer, Error> {
    let modulus = objects.moduli.get(modulus)?;
    Ok(secret::mul_add(&modulus.arithmetic, a.0, b.0, c.0))
}

/// `InvSecret`.
pub fn inv(
    objects: &mut Objects,
    modulus: ModulusArgument,
    a: Secret<'_>,
) -> Result<SecretAnswer, Error> {
    Ok(secret::inverse(&objects.moduli.get(modulus)?.arithmetic, a.0)?)
}
