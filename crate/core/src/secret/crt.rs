//! RSA's private operation by the Chinese remainder theorem.
//!
//! Two powers of half the length are combined by Garner's formula
//! m = m₂ + q·((m₁ − m₂)·q⁻¹ mod p). The result is checked with the public exponent, because a fault
//! in one half would reveal the factors (Boneh, DeMillo, Lipton).
//!
//! ```
//! use powmod::secret::crt::{self, Key};
//!
//! // p = 61, q = 53, e = 17, d = 413
//! let key = Key { p: &[61], q: &[53], dp: &[53], dq: &[49], q_inv: &[38], e: &[17] };
//! let plain = crt::mod_pow(&2790_u16.to_be_bytes(), &key)?;
//! assert_eq!(plain, [0, 65]);
//! # Ok::<(), powmod::Error>(())
//! ```

use super::power::mod_multi_pow;
use crate::{
    error::Error,
    modulus::Modulus,
    monoid::Monoid,
    natural::{Natural, add_in_place, be_bytes_from_limbs, limbs_from_be_bytes, mul_low_in_place},
};
use alloc::vec::Vec;
use zeroize::Zeroize;

/// An RSA private key. Every number is big-endian.
#[derive(Clone, Copy)]
pub struct Key<'a> {
    /// A prime factor of N.
    pub p: &'a [u8],
    /// The other prime factor of N.
    pub q: &'a [u8],
    /// d mod p − 1.
    pub dp: &'a [u8],
    /// d mod q − 1.
    pub dq: &'a [u8],
    /// q⁻¹ mod p.
    pub q_inv: &'a [u8],
    /// The public exponent.
    pub e: &'a [u8],
}

/// base^d mod p·q, as big-endian bytes of the length of p·q. Time and addresses depend only on the
/// lengths of the arguments, on p·q and on e.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument) with the part of the key that is out of range;
/// [`Kind::Fault`](crate::Kind::Fault), field `key`, if the result raised to e is not the base: the
/// key is inconsistent, or a half came out wrong.
pub fn mod_pow(base: &[u8], key: &Key<'_>) -> Result<Vec<u8>, Error> {
    let odd = "must be an odd number above 1";
    let prime = |bytes: &[u8]| Modulus::new(&Natural::from_be_bytes(bytes));
    let mut moduli = [
        prime(key.p).ok_or_else(|| Error::argument("p", odd))?,
        prime(key.q).ok_or_else(|| Error::argument("q", odd))?,
    ];
    if are_equal(moduli[0].natural().limbs(), moduli[1].natural().limbs()) {
        return Err(Error::argument("q", "must differ from p"));
    }
    let n = moduli[0].natural() * moduli[1].natural();
    let q = moduli[1].natural().limbs().to_vec();
    let [p_bits, q_bits] = [0, 1].map(|i| moduli[i].natural().bits());
    let [p_modulus, q_modulus] = &mut moduli;
    let p_modulus = p_modulus.montgomery().ok_or_else(|| Error::argument("p", odd))?;
    let q_modulus = q_modulus.montgomery().ok_or_else(|| Error::argument("q", odd))?;
    for (name, value, limit) in
        [("dp", key.dp, p_bits), ("dq", key.dq, q_bits), ("qInv", key.q_inv, p_bits)]
    {
        if value.len() > limit.div_ceil(8) {
            return Err(Error::argument(name, "must not be longer than its prime"));
        }
    }
    let base = limbs_from_be_bytes(base);
    let mut m1 = mod_multi_pow(p_modulus, &[(&base, key.dp)], 8 * key.dp.len())?;
    let mut m2 = mod_multi_pow(q_modulus, &[(&base, key.dq)], 8 * key.dq.len())?;

    let mut m2_mod_p = p_modulus.limbs_to_montgomery(&m2);
    let mut m2_reduced = p_modulus.limbs_from_montgomery(&m2_mod_p);
    let mut difference = p_modulus.subtract_limbs(&m1, &m2_reduced);
    let mut factor = p_modulus.limbs_to_montgomery(&difference);
    let mut q_inv = p_modulus.limbs_to_montgomery(&limbs_from_be_bytes(key.q_inv));
    p_modulus.multiply(&mut factor, &q_inv);
    let mut m = p_modulus.limbs_from_montgomery(&factor);
    m.resize(m.len() + q.len(), 0);
    mul_low_in_place(&mut m, &q);
    add_in_place(&mut m, &m2);
    for secret in [&mut m1, &mut m2, &mut m2_reduced, &mut difference] {
        secret.zeroize();
    }
    for secret in [&mut m2_mod_p, &mut factor, &mut q_inv] {
        secret.zeroize();
    }
    p_modulus.wipe_workspace();
    q_modulus.wipe_workspace();

    let length = n.bits().div_ceil(8);
    let mut modulus = Modulus::new(&n).expect("a product of odd numbers");
    let modulus = modulus.montgomery().expect("a product of odd numbers");
    let again = mod_multi_pow(modulus, &[(&m, key.e)], 8 * key.e.len())?;
    let expected = modulus.limbs_to_montgomery(&base);
    let expected = modulus.limbs_from_montgomery(&expected);
    let result = be_bytes_from_limbs(&m, length);
    m.zeroize();
    if !are_equal(&again, &expected) {
        return Err(Error::fault("key", "the result failed its check with e"));
    }
    Ok(result)
}

/// Compares all limbs, also after a difference.
fn are_equal(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
