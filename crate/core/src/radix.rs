//! Text of numbers, and change of radix: digits of one base to those of another.
//!
//! The halves of a number are converted apart and joined by one product, which is by Karatsuba's method. So n digits
//! take about n^1.6 steps.

use crate::natural::Natural;
use alloc::{string::String, vec, vec::Vec};

/// Numbers of at most so many digits are converted digit by digit, and multiplied row by row.
const SHORT: usize = 32;
/// The base of limbs.
const LIMB: u64 = 1 << 32;
/// The base of the largest chunks of decimal digits that a limb holds.
const DECIMAL: u64 = 1_000_000_000;

/// The number of digits in a chunk, which is what a limb holds, and the base of chunks.
fn chunks(radix: u32) -> (usize, u64) {
    assert!((2..=36).contains(&radix), "a radix is in 2..=36");
    let width = LIMB.ilog(radix.into());
    (width as usize, u64::from(radix).pow(width))
}

/// The number with these digits, of which letters may be small or capital; `None` if there is no digit, or another
/// character.
pub fn parse(digits: &str, radix: u32) -> Option<Natural> {
    let (width, base) = chunks(radix);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let chunk = |chunk: &[u8]| {
        let value = |digit: u8| u64::from((digit as char).to_digit(radix).unwrap_or(0));
        chunk.iter().fold(0, |x, &digit| x * u64::from(radix) + value(digit)) as u32
    };
    let chunks: Vec<u32> = digits.as_bytes().rchunks(width).map(chunk).collect();
    Some(Natural::from_limbs(convert(&chunks, base, LIMB)))
}

/// The digits of a number.
pub fn text(x: &Natural, radix: u32) -> String {
    let (width, base) = chunks(radix);
    let mut digits = Vec::new();
    for mut chunk in convert(x.limbs(), LIMB, base) {
        digits.extend((0..width).map(|_| {
            let digit = char::from_digit(chunk % radix, radix);
            chunk /= radix;
            digit.unwrap_or('0')
        }));
    }
    let length = digits.iter().rposition(|&digit| digit != '0').unwrap_or(0) + 1;
    digits.resize(length, '0');
    digits.into_iter().rev().collect()
}

/// The quotient and the remainder. The compiler divides by each constant faster than by a variable.
#[inline(always)]
fn divide(x: u64, base: u64) -> (u64, u32) {
    match base {
        LIMB => (x >> 32, x as u32),
        DECIMAL => (x / DECIMAL, (x % DECIMAL) as u32),
        _ => (x / base, (x % base) as u32),
    }
}

/// The number with these digits of one base, least significant first, in digits of another, mostly without zeros
/// at the top.
/// Both bases are at most 2^32.
fn convert(digits: &[u32], from: u64, to: u64) -> Vec<u32> {
    if from == to {
        return digits.to_vec();
    }
    // from^(SHORT·2^i)
    let mut powers: Vec<Vec<u32>> = Vec::new();
    while SHORT << powers.len() < digits.len() {
        powers.push(match powers.last() {
            Some(power) => product(power, power, to),
            None => digit_by_digit(&[&[0; SHORT][..], &[1]].concat(), from, to),
        });
    }
    let mut converted = by_halves(digits, &powers, from, to);
    while converted.last() == Some(&0) {
        converted.pop();
    }
    converted
}

fn by_halves(digits: &[u32], powers: &[Vec<u32>], from: u64, to: u64) -> Vec<u32> {
    let Some((power, lower)) = powers.split_last() else {
        return digit_by_digit(digits, from, to);
    };
    let Some((low, high)) = digits.split_at_checked(SHORT << lower.len()) else {
        return by_halves(digits, lower, from, to);
    };
    let mut sum = product(&by_halves(high, lower, from, to), power, to);
    add(&mut sum, &by_halves(low, lower, from, to), to);
    sum
}

fn digit_by_digit(digits: &[u32], from: u64, to: u64) -> Vec<u32> {
    let mut converted = Vec::new();
    for &digit in digits.iter().rev() {
        let mut carry = u64::from(digit);
        for place in &mut converted {
            (carry, *place) = divide(carry + u64::from(*place) * from, to);
        }
        while carry > 0 {
            let (rest, digit) = divide(carry, to);
            converted.push(digit);
            carry = rest;
        }
    }
    converted
}

/// a·b, in as many digits as both have.
fn product(a: &[u32], b: &[u32], base: u64) -> Vec<u32> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut product = vec![0; a.len() + b.len()];
    if short.len() <= SHORT {
        for (i, &x) in short.iter().enumerate() {
            let mut carry = 0;
            for (place, &y) in product[i..].iter_mut().zip(long) {
                let sum = carry + u64::from(*place) + u64::from(x) * u64::from(y);
                (carry, *place) = divide(sum, base);
            }
            product[i + long.len()] = carry as u32;
        }
        return product;
    }
    let half = long.len().div_ceil(2);
    let (low, high) = long.split_at(half);
    if short.len() <= half {
        add(&mut product, &self::product(low, short, base), base);
        add(&mut product[half..], &self::product(high, short, base), base);
        return product;
    }
    // (low + high·X)·(c + d·X) = low·c + ((low + high)·(c + d) − low·c − high·d)·X + high·d·X²
    let (c, d) = short.split_at(half);
    let sum = |low: &[u32], high: &[u32]| {
        let mut sum = [low, &[0]].concat();
        add(&mut sum, high, base);
        sum
    };
    let lows = self::product(low, c, base);
    let highs = self::product(high, d, base);
    let mut middle = self::product(&sum(low, high), &sum(c, d), base);
    subtract(&mut middle, &lows, base);
    subtract(&mut middle, &highs, base);
    let most = middle.len().min(product.len() - half);
    add(&mut product, &lows, base);
    add(&mut product[2 * half..], &highs, base);
    add(&mut product[half..], &middle[..most], base);
    product
}

/// a ← a + b, which has no more digits than a.
fn add(a: &mut [u32], b: &[u32], base: u64) {
    let mut carry = 0;
    for (i, place) in a.iter_mut().enumerate() {
        if i >= b.len() && carry == 0 {
            return;
        }
        let sum = u64::from(*place) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        (carry, *place) = divide(sum, base);
    }
    debug_assert_eq!(carry, 0, "a sum is longer than its place");
}

/// a ← a − b, which is at most a.
fn subtract(a: &mut [u32], b: &[u32], base: u64) {
    let mut borrow = 0;
    for (i, place) in a.iter_mut().enumerate() {
        if i >= b.len() && borrow == 0 {
            return;
        }
        let less = u64::from(b.get(i).copied().unwrap_or(0)) + borrow;
        borrow = u64::from(u64::from(*place) < less);
        *place = (u64::from(*place) + borrow * base - less) as u32;
    }
    debug_assert_eq!(borrow, 0, "a difference is negative");
}
