//! Powers and products of powers with secret exponents: over any [`Oblivious`] monoid, and modulo N.

use crate::{
    modulus::{Modulus, montgomery::Montgomery},
    monoid::{Commutative, Oblivious},
    natural::{be_bytes_from_limbs, limbs_from_be_bytes},
    pow::windows::{product, squared},
};
use alloc::{vec, vec::Vec};
use zeroize::Zeroize;

/// The bits [low, low + width) of a big-endian exponent; 0 beyond its highest byte.
fn digit(e: &[u8], low: usize, width: usize) -> usize {
    let byte = |i: usize| e.len().checked_sub(i + 1).map_or(0, |i| usize::from(e[i]));
    let first = low / 8;
    let bytes = byte(first) | byte(first + 1) << 8 | byte(first + 2) << 16;
    bytes >> (low % 8) & ((1 << width) - 1)
}

/// The window width w with the fewest operations for exponents of `bits` bits: 2^w for the table,
/// and bits/w for the digits.
pub fn window(bits: usize) -> u32 {
    (1..8).find(|&w| 1 << w >= bits / (w as usize * (w as usize + 1))).unwrap_or(8)
}

/// ∏ x^e over the terms (x, e). Each e is big-endian and below 2^bits.
///
/// For n terms with d = ⌈bits/w⌉ digits, the tables cost n·(2^w − 2) operations, half of them
/// squarings. Then there are (d − 1)·w squarings and n·d − 1 products.
///
/// # Panics
/// If there are no terms.
pub fn multi_pow<M: Oblivious + Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &[u8])],
    bits: usize,
) -> M::Element {
    let width = window(bits) as usize;
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
    let mut power: Option<M::Element> = None;
    for low in (0..bits.max(1)).step_by(width).rev() {
        if let Some(power) = &mut power {
            monoid.square(power, width);
        }
        for ((_, e), table) in terms.iter().zip(&tables) {
            let mut factor = monoid.select(table, digit(e, low, width));
            match &mut power {
                Some(power) => {
                    monoid.multiply(power, &factor);
                    monoid.wipe(&mut factor);
                }
                None => power = Some(factor),
            }
        }
    }
    tables.iter_mut().flatten().for_each(|entry| monoid.wipe(entry));
    power.expect("one term at least")
}

/// ∏ base^e mod N, in as many limbs as N has. The exponents are big-endian and below 2^bits. The
/// bases are little-endian limbs of numbers of any length.
///
/// # Panics
/// If there are no terms.
pub fn mod_multi_pow(modulus: &mut Montgomery, terms: &[(&[u32], &[u8])], bits: usize) -> Vec<u32> {
    let mut terms: Vec<_> =
        terms.iter().map(|&(base, e)| (modulus.limbs_to_montgomery(base), e)).collect();
    let mut power = multi_pow(modulus, &terms, bits);
    let result = modulus.limbs_from_montgomery(&power);
    modulus.wipe(&mut power);
    terms.iter_mut().for_each(|(x, _)| modulus.wipe(x));
    modulus.wipe_workspace();
    result
}

/// ∏ base^e mod N over the terms (base, e), as big-endian bytes of N's length; `None` if N is even or
/// 1. Bases and exponents are big-endian, and each exponent is below 2^bits.
///
/// # Panics
/// If there are no terms.
pub fn mod_pow(modulus: &mut Modulus, terms: &[(&[u8], &[u8])], bits: usize) -> Option<Vec<u8>> {
    let length = modulus.natural().bits().div_ceil(8);
    let mut bases: Vec<_> = terms.iter().map(|(base, _)| limbs_from_be_bytes(base)).collect();
    let pairs: Vec<_> = bases.iter().zip(terms).map(|(base, &(_, e))| (&base[..], e)).collect();
    let mut power = mod_multi_pow(modulus.montgomery()?, &pairs, bits);
    let bytes = be_bytes_from_limbs(&power, length);
    bases.zeroize();
    power.zeroize();
    Some(bytes)
}
