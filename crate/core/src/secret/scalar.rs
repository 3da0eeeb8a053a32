//! Arithmetic on secret scalars, such as the exponents of a proof of knowledge, and inverses of secrets.
//!
//! Let N = 2^s·m with odd m, as p − 1 for an exponent of RSA. A number is computed modulo m in Montgomery form and
//! modulo 2^s in limbs, and the Chinese remainder theorem combines both.

use super::number::{Limbs, Secret, is};
use crate::{
    error::Error,
    modulus::{Modulus, Parts, montgomery::Montgomery},
    monoid::{ConstantTime, Monoid},
    natural::{
        add_in_place, be_bytes_from_limbs, limbs_from_be_bytes, mul_low_in_place, sub_in_place,
    },
};
use alloc::vec;
use powmod_kernel::{Wiped, integers};

/// a·b + c mod N, in as many bytes as N has. The numbers are big-endian, of any length. Time and addresses depend only
/// on N and on their lengths. N may be even, as p − 1 is.
#[must_use]
pub fn mul_add(modulus: &Modulus, a: &[u8], b: &[u8], c: &[u8]) -> Secret {
    let [a, b, c] = [a, b, c].map(|x| Limbs::new(limbs_from_be_bytes(x)));
    let low = match modulus.parts().twos {
        0 => Limbs::default(),
        twos => mul_add_low(twos, [&a, &b, &c]),
    };
    let odd = modulus.odd_part().map(|odd| mul_add_odd(&mut odd.clone(), [&a, &b, &c]));
    combine(modulus.parts(), &odd.unwrap_or_default(), low)
}

/// a·b + c mod 2^s, and what is above in the highest limb.
fn mul_add_low(s: usize, numbers: [&Limbs; 3]) -> Limbs {
    let [mut low, factor, summand] = numbers.map(|x| low_bits(x, s));
    mul_low_in_place(&mut low, &factor);
    add_in_place(&mut low, &summand);
    low
}

/// a·b + c mod m.
fn mul_add_odd(ring: &mut Montgomery, [a, b, c]: [&Limbs; 3]) -> Limbs {
    let [mut product, mut factor, mut summand] = [a, b, c].map(|x| ring.limbs_to_montgomery(x));
    ring.multiply(&mut product, &factor);
    let [ab, c] = [&product, &summand].map(|x| Limbs::new(ring.limbs_from_montgomery(x)));
    let zero = vec![0; c.len()];
    let negated = Limbs::new(ring.subtract_limbs(&zero, &c));
    let sum = ring.subtract_limbs(&ab, &negated).into();
    [&mut product, &mut factor, &mut summand].into_iter().for_each(|element| ring.wipe(element));
    ring.wipe_workspace();
    sum
}

/// a⁻¹ mod N, in as many bytes as N has. The number is big-endian, of any length. Time and addresses depend only on N
/// and on that length. N may be even, as p − 1 is.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `a` if a and N have a common factor. The caller
/// learns nothing else of a.
pub fn inverse(modulus: &Modulus, a: &[u8]) -> Result<Secret, Error> {
    let a = Limbs::new(limbs_from_be_bytes(a));
    let twos = modulus.parts().twos;
    let low = low_bits(&a, twos);
    // An even number has no inverse modulo 2^s. The number above it is inverted all the same.
    let is_even = low.first().is_some_and(|lowest| lowest & 1 == 0);
    let low = inverse_low(low);
    let (gcd, odd) = match modulus.odd_part() {
        Some(odd) => gcd_odd(&mut odd.clone(), &a),
        None => (Limbs::new(vec![1]), Limbs::default()),
    };
    if !is(1, &gcd) | is_even {
        return Err(Error::argument("a", "has no inverse modulo the modulus"));
    }
    Ok(combine(modulus.parts(), &odd, low))
}

/// The greatest common divisor of a and m; where that is 1, also a⁻¹ mod m.
fn gcd_odd(ring: &mut Montgomery, a: &[u32]) -> (Limbs, Limbs) {
    let mut element = ring.limbs_to_montgomery(a);
    let reduced = Limbs::new(ring.limbs_from_montgomery(&element));
    let [gcd, inverse] = integers::gcd(&reduced, ring.modulus().limbs());
    ring.wipe(&mut element);
    ring.wipe_workspace();
    (gcd.into(), inverse.into())
}

/// The lowest `bits` bits of a number, and what is above them in the highest limb.
fn low_bits(x: &[u32], bits: usize) -> Limbs {
    let mut low: Limbs = vec![0; bits.div_ceil(32)].into();
    low.iter_mut().zip(x).for_each(|(low, &limb)| *low = limb);
    low
}

/// The inverse of a | 1 modulo 2^(32·a.len()).
fn inverse_low(mut a: Limbs) -> Limbs {
    let Some(lowest) = a.first_mut() else { return a };
    *lowest |= 1;
    let words = Wiped::from(integers::words(&a));
    let inverse = integers::inverse_low(&words, words.len());
    a.iter_mut().zip(integers::limbs(&inverse)).for_each(|(a, limb)| *a = limb);
    a
}

/// The number in [0, N) that is `odd` < m modulo m, and `low` modulo 2^s: odd + m·((low − odd)·m⁻¹ mod 2^s).
fn combine(parts: &Parts, odd: &[u32], mut low: Limbs) -> Secret {
    let length = parts.n.bits().div_ceil(8);
    if low.is_empty() {
        return be_bytes_from_limbs(odd, length).into();
    }
    let mut x: Limbs = vec![0; parts.n.limbs().len()].into();
    let mut m_inverse: Limbs = vec![0; low.len()].into();
    let words = integers::limbs(&parts.m_inverse);
    m_inverse.iter_mut().zip(words).for_each(|(limb, of_words)| *limb = of_words);
    sub_in_place(&mut low, odd);
    mul_low_in_place(&mut low, &m_inverse);
    if let (bits @ 1.., Some(top)) = (parts.twos % 32, low.last_mut()) {
        *top &= (1 << bits) - 1;
    }
    x[..parts.m.limbs().len()].copy_from_slice(parts.m.limbs());
    mul_low_in_place(&mut x, &low);
    add_in_place(&mut x, odd);
    be_bytes_from_limbs(&x, length).into()
}
