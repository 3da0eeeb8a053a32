//! Powers and products of powers with secret exponents: over any [`ConstantTime`] monoid, and modulo N.

use super::number::{Limbs, Secret};
use crate::{
    error::{Error, Field, Kind},
    modulus::{
        Modulus,
        montgomery::{Element, Montgomery},
    },
    monoid::{Commutative, ConstantTime},
    natural::{be_bytes_from_limbs, limbs_from_be_bytes},
    plan,
    pow::{
        fixed_base::Comb,
        windows::{multiply_into, product, squared},
    },
};
use alloc::{vec, vec::Vec};
use zeroize::Zeroizing;

/// The bits [low, low + width) of a big-endian exponent; 0 beyond its highest byte. A width of 9 bits needs two bytes.
fn digit(e: &[u8], low: usize, width: usize) -> usize {
    let byte = |i: usize| e.len().checked_sub(i + 1).map_or(0, |i| usize::from(e[i]));
    let first = low / 8;
    debug_assert!(width <= 9);
    let bytes = byte(first) | byte(first + 1) << 8;
    bytes >> (low % 8) & ((1 << width) - 1)
}

/// Refuses too many bits, no terms, and an exponent of 2^bits or more. The time depends on the result of the
/// check and on lengths, and on nothing else of an exponent.
fn check<T>(terms: &[(T, &[u8])], bits: usize) -> Result<(), Error> {
    plan::check_bits(bits)?;
    if terms.is_empty() {
        return Err(Error::argument("terms", "must not be empty"));
    }
    for (i, (_, e)) in terms.iter().enumerate() {
        if is_beyond(e, bits) {
            return Err(Error::new(
                Kind::Argument,
                Field::entry("exponents", i),
                "must be below 2^bits",
            ));
        }
    }
    Ok(())
}

/// Whether a big-endian number is 2^bits or more. The time depends only on its length and on `bits`.
fn is_beyond(e: &[u8], bits: usize) -> bool {
    // The byte with bit `bits`, which also has the bits % 8 bits below, and the bytes above.
    let above = &e[..e.len().saturating_sub(bits / 8)];
    let excess = above.split_last().map_or(0, |(&lowest, higher)| {
        higher.iter().fold(lowest >> (bits % 8), |all, byte| all | byte)
    });
    excess != 0
}

/// ∏ x^e over the terms (x, e). Each e is big-endian and below 2^bits.
///
/// For n terms with d = ⌈bits/w⌉ digits, the tables cost n·(2^w − 2) operations, half of them
/// squarings. Then there are (d − 1)·w squarings and n·d − 1 products.
///
/// Each of the n·d digits also reads one table whole.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `terms` if there are none, `exponents` if one is not below 2^bits,
/// or `bits` above [`MAX_EXPONENT_BITS`](crate::pow::fixed_base::MAX_EXPONENT_BITS).
pub fn multi_pow<M: ConstantTime + Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &[u8])],
    bits: usize,
) -> Result<M::Element, Error> {
    check(terms, bits)?;
    let width = plan::secret_window(bits, monoid.costs()) as usize;
    let mut tables: Vec<Vec<M::Element>> = Vec::with_capacity(terms.len());
    for (x, _) in terms {
        let mut table = vec![monoid.one(), x.clone()];
        for i in 2..1 << width {
            table.push(match i % 2 {
                0 => squared(monoid, &table[i / 2]),
                _ => product(monoid, &table[i - 1], x),
            });
        }
        tables.push(table);
    }
    let (mut power, mut factor) = (None, monoid.one());
    for low in (0..bits.max(1)).step_by(width).rev() {
        if let Some(power) = &mut power {
            monoid.square(power, width);
        }
        for ((_, e), table) in terms.iter().zip(&tables) {
            monoid.select(table, digit(e, low, width), &mut factor);
            multiply_into(monoid, &mut power, &factor);
        }
    }
    tables.iter_mut().flatten().chain([&mut factor]).for_each(|entry| monoid.wipe(entry));
    Ok(power.expect("one term at least"))
}

/// g^e for the base g of a comb and a big-endian exponent. With a row of a bits and blocks of b bits, this takes b − 1
/// squarings, a − 1 products and a readings of a table.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `exponent` if it has more bits than the comb, or `table` if the
/// comb is of another monoid.
pub fn comb_pow<M: ConstantTime>(
    monoid: &mut M,
    comb: &Comb<M::Element>,
    e: &[u8],
) -> Result<M::Element, Error> {
    let shape = comb.shape();
    if !comb.is_of(monoid) {
        return Err(Error::argument("table", "belongs to another modulus"));
    }
    if is_beyond(e, shape.bits) {
        return Err(Error::argument("exponent", "has more bits than the table"));
    }
    let mut factor = monoid.one();
    let power = comb.evaluate(monoid, &|i| digit(e, i, 1), &mut |monoid, table, digit, power| {
        monoid.select(table, digit, &mut factor);
        multiply_into(monoid, power, &factor);
    });
    monoid.wipe(&mut factor);
    Ok(power.expect("a digit at least"))
}

/// g^e mod N for the base g of a comb of residues modulo N, in as many bytes as N has.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `modulus` if N is even or 1, and those of [`comb_pow`].
pub fn fixed_base_pow(modulus: &Modulus, comb: &Comb<Element>, e: &[u8]) -> Result<Secret, Error> {
    let modulus = &mut modulus.clone();
    let length = modulus.natural().bits().div_ceil(8);
    let ring = modulus.montgomery().ok_or_else(even)?;
    let power = comb_pow(ring, comb, e)?.into();
    Ok(secret_from_montgomery(ring, &power, length))
}

/// The error for a modulus without Montgomery form.
fn even() -> Error {
    Error::argument("modulus", "must be odd and above 1 on the secret path")
}

/// ∏ base^e mod N over the terms (base, e), in as many bytes as N has. Bases and exponents are big-endian, and each
/// exponent is below 2^bits.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `modulus` if N is even or 1, and those of [`multi_pow`].
pub fn mod_pow(modulus: &Modulus, terms: &[(&[u8], &[u8])], bits: usize) -> Result<Secret, Error> {
    let length = modulus.natural().bits().div_ceil(8);
    let modulus = &mut modulus.clone();
    let ring = modulus.montgomery().ok_or_else(even)?;
    let mut terms: Vec<_> =
        terms.iter().map(|&(base, e)| (secret_to_montgomery(ring, base), e)).collect();
    let power = multi_pow(ring, &terms, bits).map(Zeroizing::new);
    terms.iter_mut().for_each(|(x, _)| ring.wipe(x));
    Ok(secret_from_montgomery(ring, &power?, length))
}

/// The element of a secret number, which is big-endian.
fn secret_to_montgomery(ring: &mut Montgomery, x: &[u8]) -> Element {
    ring.limbs_to_montgomery(&Limbs::new(limbs_from_be_bytes(x)))
}

/// The number of a secret element, in `length` bytes.
fn secret_from_montgomery(ring: &mut Montgomery, x: &Zeroizing<Element>, length: usize) -> Secret {
    let limbs = Limbs::new(ring.limbs_from_montgomery(x));
    ring.wipe_workspace();
    be_bytes_from_limbs(&limbs, length).into()
}
