//! The secret path. The instance wipes the arguments after each call.

use super::{
    Objects,
    types::{CrtKey, SecretTerm},
};
use crate::shared::{moduli::ModulusArgument, slots::Handle, wire::Secret};
use alloc::vec::Vec;
use powmod::{
    Error,
    secret::{
        self,
        crt::{self, KeptKey},
    },
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
    secret::mod_pow(&modulus.arithmetic, &terms, bits)
}

/// `KeepCrtKey`.
pub fn keep_crt_key(objects: &mut Objects, key: CrtKey<'_>) -> Result<Handle<KeptKey>, Error> {
    let CrtKey { p, q, dp, dq, q_inv, e } = key;
    let key = crt::Key { p: p.0, q: q.0, dp: dp.0, dq: dq.0, q_inv: q_inv.0, e: e.0 };
    Ok(objects.crt_keys.keep(KeptKey::new(&key)?))
}

/// `PowCrt`.
pub fn pow_crt(
    objects: &mut Objects,
    key: Handle<KeptKey>,
    base: Secret<'_>,
) -> Result<Vec<u8>, Error> {
    objects.crt_keys.get(key).pow(base.0)
}
