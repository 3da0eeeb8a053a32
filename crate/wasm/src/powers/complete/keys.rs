//! RSA keys. The instance wipes the arguments after each call.

use super::types::{CrtParts, RsaPrimes};
use crate::powers::Objects;
use crate::shared::{
    error::Error,
    slots::Handle,
    wire::{Bytes, Secret, SecretAnswer},
};
use powmod::secret::crt::{self, KeptKey};

/// `KeepRsaKey`.
pub fn keep_rsa_key(objects: &mut Objects, key: RsaPrimes<'_>) -> Result<Handle<KeptKey>, Error> {
    let RsaPrimes { p, q, parts, e, n, d } = key;
    let kept = match parts {
        Some(CrtParts { dp, dq, q_inv }) => {
            let (dp, dq, q_inv) = (dp.0, dq.0, q_inv.0);
            KeptKey::new(&crt::Key { p: p.0, q: q.0, dp, dq, q_inv, e: Some(e.0) })?
        }
        None => KeptKey::from_primes(p.0, q.0, e.0)?
            .ok_or_else(|| Error::argument("e", "has a common factor with p − 1 or q − 1"))?,
    };
    kept.confirm(n.map(|n| n.0), d.map(|d| d.0))?;
    Ok(objects.rsa_keys.keep(kept))
}

/// `FindRsaKey`.
pub fn find_rsa_key(
    objects: &mut Objects,
    n: Bytes<'_>,
    e: Bytes<'_>,
    d: Secret<'_>,
) -> Result<Handle<KeptKey>, Error> {
    Ok(objects.rsa_keys.keep(KeptKey::from_exponents(n.0, e.0, d.0)?))
}

/// `PowCrt`.
pub fn pow_crt(
    objects: &mut Objects,
    key: Handle<KeptKey>,
    base: Secret<'_>,
) -> Result<SecretAnswer, Error> {
    Ok(objects.rsa_keys.get(key)?.pow(base.0)?)
}
