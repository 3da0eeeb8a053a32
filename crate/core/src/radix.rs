//! Change of radix: digits of one base to those of another, for decimal text.
//!
//! The halves of a number are converted apart and joined by one product, which is by Karatsuba's method. So n digits take
//! about n^1.6 steps.

use alloc::{vec, vec::Vec};

/// Numbers of at most so many digits are converted digit by digit, and multiplied row by row.
const SHORT: usize = 32;

/// The number with these digits of base `FROM`, least significant first, in digits of base `TO`, without zeros at the top.
/// Both bases are at most 2^32.
pub fn convert<const FROM: u64, const TO: u64>(digits: &[u32]) -> Vec<u32> {
    // FROM^(SHORT·2^i)
    let mut powers: Vec<Vec<u32>> = Vec::new();
    while SHORT << powers.len() < digits.len() {
        powers.push(match powers.last() {
            Some(power) => product::<TO>(power, power),
            None => digit_by_digit::<FROM, TO>(&[&[0; SHORT][..], &[1]].concat()),
        });
    }
    let mut converted = by_halves::<FROM, TO>(digits, &powers);
    while converted.last() == Some(&0) {
        converted.pop();
    }
    converted
}

fn by_halves<const FROM: u64, const TO: u64>(digits: &[u32], powers: &[Vec<u32>]) -> Vec<u32> {
    let Some((power, lower)) = powers.split_last() else {
        return digit_by_digit::<FROM, TO>(digits);
    };
    let Some((low, high)) = digits.split_at_checked(SHORT << lower.len()) else {
        return by_halves::<FROM, TO>(digits, lower);
    };
    let mut sum = product::<TO>(&by_halves::<FROM, TO>(high, lower), power);
    add::<TO>(&mut sum, &by_halves::<FROM, TO>(low, lower));
    sum
}

fn digit_by_digit<const FROM: u64, const TO: u64>(digits: &[u32]) -> Vec<u32> {
    let mut converted = Vec::new();
    for &digit in digits.iter().rev() {
        let mut carry = u64::from(digit);
        for place in &mut converted {
            carry += u64::from(*place) * FROM;
            *place = (carry % TO) as u32;
            carry /= TO;
        }
        while carry > 0 {
            converted.push((carry % TO) as u32);
            carry /= TO;
        }
    }
    converted
}

/// a·b, in as many digits as both have.
fn product<const BASE: u64>(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut product = vec![0; a.len() + b.len()];
    if short.len() <= SHORT {
        for (i, &x) in short.iter().enumerate() {
            let mut carry = 0;
            for (place, &y) in product[i..].iter_mut().zip(long) {
                carry += u64::from(*place) + u64::from(x) * u64::from(y);
                *place = (carry % BASE) as u32;
                carry /= BASE;
            }
            product[i + long.len()] = carry as u32;
        }
        return product;
    }
    let half = long.len().div_ceil(2);
    let (low, high) = long.split_at(half);
    if short.len() <= half {
        add::<BASE>(&mut product, &self::product::<BASE>(low, short));
        add::<BASE>(&mut product[half..], &self::product::<BASE>(high, short));
        return product;
    }
    // (low + high·X)·(c + d·X) = low·c + ((low + high)·(c + d) − low·c − high·d)·X + high·d·X²
    let (c, d) = short.split_at(half);
    let sum = |low: &[u32], high: &[u32]| {
        let mut sum = [low, &[0]].concat();
        add::<BASE>(&mut sum, high);
        sum
    };
    let lows = self::product::<BASE>(low, c);
    let highs = self::product::<BASE>(high, d);
    let mut middle = self::product::<BASE>(&sum(low, high), &sum(c, d));
    subtract::<BASE>(&mut middle, &lows);
    subtract::<BASE>(&mut middle, &highs);
    let most = middle.len().min(product.len() - half);
    add::<BASE>(&mut product, &lows);
    add::<BASE>(&mut product[2 * half..], &highs);
    add::<BASE>(&mut product[half..], &middle[..most]);
    product
}

/// a ← a + b, which has no more digits than a.
fn add<const BASE: u64>(a: &mut [u32], b: &[u32]) {
    let mut carry = 0;
    for (i, place) in a.iter_mut().enumerate() {
        if i >= b.len() && carry == 0 {
            return;
        }
        let sum = u64::from(*place) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        *place = (sum % BASE) as u32;
        carry = sum / BASE;
    }
    debug_assert_eq!(carry, 0, "a sum is longer than its place");
}

/// a ← a − b, which is at most a.
fn subtract<const BASE: u64>(a: &mut [u32], b: &[u32]) {
    let mut borrow = 0;
    for (i, place) in a.iter_mut().enumerate() {
        if i >= b.len() && borrow == 0 {
            return;
        }
        let less = u64::from(b.get(i).copied().unwrap_or(0)) + borrow;
        borrow = u64::from(u64::from(*place) < less);
        *place = (u64::from(*place) + borrow * BASE - less) as u32;
    }
    debug_assert_eq!(borrow, 0, "a difference is negative");
}
