//! Numbers made from arbitrary bytes, and conversions to and from num-bigint.

use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::One;
use powmod::Natural;

/// The widths of the kernels' limbs and digits.
const WIDTHS: [usize; 6] = [13, 28, 29, 32, 50, 64];

/// A number of at most `most_bits` bits, joined from pieces. Some are worst cases of a kernel: runs
/// of zeros and ones, and digits of its width that are the largest, the smallest, or next to the
/// middle. Other pieces are arbitrary bytes.
pub fn number(u: &mut Unstructured<'_>, max_bits: usize) -> Result<Natural> {
    let length = u.int_in_range(0..=max_bits)?;
    let mut bits: Vec<bool> = Vec::with_capacity(length + 64);
    let push = |bits: &mut Vec<bool>, value: u64, width: usize| {
        bits.extend((0..width).map(|i| value >> i & 1 == 1));
    };
    while bits.len() < length && !u.is_empty() {
        match u.int_in_range(0..=3)? {
            0 => bits.resize(bits.len() + u.int_in_range(1..=255)?, false),
            1 => bits.resize(bits.len() + u.int_in_range(1..=255)?, true),
            2 => {
                for _ in 0..u.int_in_range(1..=16)? {
                    push(&mut bits, u.arbitrary::<u8>()?.into(), 8);
                }
            }
            _ => {
                let width = *u.choose(&WIDTHS)?;
                let (ones, half) = (u64::MAX >> (64 - width), 1 << (width - 1));
                let digit = *u.choose(&[0, 1, ones, ones - 1, half - 1, half, half + 1])?;
                for _ in 0..u.int_in_range(1..=16)? {
                    push(&mut bits, digit, width);
                }
            }
        }
    }
    let limb = |bits: &[bool]| bits.iter().rev().fold(0, |limb, &bit| limb << 1 | u32::from(bit));
    let limbs: Vec<u32> = bits.chunks(32).map(limb).collect();
    Ok(Natural::from_limbs(limbs).low_bits(length))
}

/// A number from 1 on.
pub fn positive(u: &mut Unstructured<'_>, max_bits: usize) -> Result<Natural> {
    Ok(&number(u, max_bits)? + &Natural::one())
}

/// An odd number from 3 on.
pub fn odd(u: &mut Unstructured<'_>, max_bits: usize) -> Result<Natural> {
    let half = positive(u, max_bits - 2)?;
    Ok(&(&half << 1) + &Natural::one())
}

/// A number below n.
pub fn below(u: &mut Unstructured<'_>, n: &Natural) -> Result<Natural> {
    let x = number(u, n.bits())?;
    // A number from n on is counted down from n − 1, so that n − 1 is as likely as 0.
    Ok(match x.checked_sub(n) {
        Some(_) => n.checked_sub(&Natural::one()).expect("positive"),
        None => x,
    })
}

/// The number as num-bigint's type.
pub fn big(x: &Natural) -> BigUint {
    BigUint::from_bytes_be(&x.to_be_bytes())
}

/// The number as powmod's type.
pub fn natural(x: &BigUint) -> Natural {
    Natural::from_be_bytes(&x.to_bytes_be())
}
