//! The secret path. The instance wipes the arguments after each call.

use super::{
    Objects,
    kept_tables::{Powers, Tables},
    types::{CrtKey, CrtParts, SecretTerm},
};
use crate::shared::{
    error::Error,
    moduli::ModulusArgument,
    slots::Handle,
    wire::{Bytes, Secret},
};
use alloc::vec::Vec;
use powmod::secret::{
    self,
    crt::{self, KeptKey},
};

/// `PowSecret`. JavaScript has checked that each exponent is below 2^bits.
pub fn pow(
    objects: &mut Objects,
    modulus: ModulusArgument,
    terms: Vec<SecretTerm<'_>>,
    bits: usize,
) -> Result<Vec<u8>, Error> {
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
) -> Result<Vec<u8>, Error> {
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
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    Ok(secret::mul_add(&modulus.arithmetic, a.0, b.0, c.0)?)
}

/// `InvSecret`.
pub fn inv(
    objects: &mut Objects,
    modulus: ModulusArgument,
    a: Secret<'_>,
) -> Result<Vec<u8>, Error> {
    Ok(secret::inverse(&objects.moduli.get(modulus)?.arithmetic, a.0)?)
}

/// `KeepCrtKey`.
pub fn keep_crt_key(objects: &mut Objects, key: CrtKey<'_>) -> Result<Handle<KeptKey>, Error> {
    let CrtKey { p, q, parts, e, n, d } = key;
    let kept = match parts {
        Some(CrtParts { dp, dq, q_inv }) => {
            let (dp, dq, q_inv) = (dp.0, dq.0, q_inv.0);
            KeptKey::new(&crt::Key { p: p.0, q: q.0, dp, dq, q_inv, e: Some(e.0) })?
        }
        None => KeptKey::from_primes(p.0, q.0, e.0)?
            .ok_or_else(|| Error::argument("e", "has a common factor with p − 1 or q − 1"))?,
    };
    kept.confirm(n.map(|n| n.0), d.map(|d| d.0))?;
    Ok(objects.crt_keys.keep(kept))
}

/// `FindCrtKey`.
pub fn find_crt_key(
    objects: &mut Objects,
    n: Bytes<'_>,
    e: Bytes<'_>,
    d: Secret<'_>,
) -> Result<Handle<KeptKey>, Error> {
    Ok(objects.crt_keys.keep(KeptKey::from_exponents(n.0, e.0, d.0)?))
}

/// `PowCrt`.
pub fn pow_crt(
    objects: &mut Objects,
    key: Handle<KeptKey>,
    base: Secret<'_>,
) -> Result<Vec<u8>, Error> {
    Ok(objects.crt_keys.get(key)?.pow(base.0)?)
}
