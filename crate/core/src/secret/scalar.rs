//! Arithmetic on secret scalars, such as the exponents of a proof of knowledge, and inverses of secrets.

use super::power::{enter_secret, even};
use crate::{
    error::Error,
    modulus::Modulus,
    monoid::{ConstantTime, Monoid},
    natural::be_bytes_from_limbs,
};
use alloc::{vec, vec::Vec};
use powmod_kernel::integers;
use zeroize::Zeroize;

/// a·b + c mod N, as big-endian bytes of N's length. The numbers are big-endian, of any length. Time and addresses
/// depend only on N and on their lengths.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `modulus` if N is even or 1.
pub fn mul_add(modulus: &Modulus, a: &[u8], b: &[u8], c: &[u8]) -> Result<Vec<u8>, Error> {
    let modulus = &mut modulus.clone();
    let (bits, zero) = (modulus.natural().bits(), vec![0; modulus.natural().limbs().len()]);
    let ring = modulus.montgomery().ok_or_else(even)?;
    let [mut product, factor, summand] = [a, b, c].map(|x| enter_secret(ring, x));
    ring.multiply(&mut product, &factor);
    let ab = ring.leave_limbs(&product);
    let c = ring.leave_limbs(&summand);
    let negated = ring.subtract_limbs(&zero, &c);
    let sum = ring.subtract_limbs(&ab, &negated);
    let bytes = be_bytes_from_limbs(&sum, bits.div_ceil(8));
    [product, factor, summand].iter_mut().for_each(|element| ring.wipe(element));
    [ab, c, negated, sum].iter_mut().for_each(Zeroize::zeroize);
    ring.wipe_workspace();
    Ok(bytes)
}

/// a⁻¹ mod N, as big-endian bytes of N's length. The number is big-endian, of any length. Time and addresses depend
/// only on N and on that length.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `modulus` if N is even or 1, or `a` if a and N have a common
/// factor: this alone shows.
pub fn inverse(modulus: &Modulus, a: &[u8]) -> Result<Vec<u8>, Error> {
    let modulus = &mut modulus.clone();
    let n = modulus.natural().clone();
    let ring = modulus.montgomery().ok_or_else(even)?;
    let mut element = enter_secret(ring, a);
    let reduced = ring.leave_limbs(&element);
    let [gcd, inverse] = integers::gcd(&reduced, n.limbs());
    let bytes = is(1, &gcd).then(|| be_bytes_from_limbs(&inverse, n.bits().div_ceil(8)));
    ring.wipe(&mut element);
    [reduced, gcd, inverse].iter_mut().for_each(Zeroize::zeroize);
    ring.wipe_workspace();
    bytes.ok_or_else(|| Error::argument("a", "has no inverse modulo the modulus"))
}

/// Whether a secret number is this small one.
pub(super) fn is(small: u32, x: &[u32]) -> bool {
    x.iter().skip(1).fold(x[0] ^ small, |all, limb| all | limb) == 0
}
