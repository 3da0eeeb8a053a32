//! Loops over 64-bit words, least significant word first.
//!
//! Nothing here allocates. The time depends on the values, which must be public.

use core::cmp::Ordering;

/// a·b + c + d in two words, the lower one first. It is at most (2^64 − 1)² + 2·(2^64 − 1) =
/// 2^128 − 1.
#[cfg(any(not(target_family = "wasm"), target_feature = "wide-arithmetic"))]
#[inline(always)]
pub fn multiply_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let sum = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (sum as u64, (sum >> 64) as u64)
}

/// a·b + c + d in two words, the lower one first. WebAssembly without wide arithmetic has no product of
/// two words.
#[cfg(all(target_family = "wasm", not(target_feature = "wide-arithmetic")))]
#[inline(always)]
pub fn multiply_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    multiply_add_in_halves(a, b, c, d)
}

/// [`multiply_add`] by products of halves. Each sum is at most (2^32 − 1)² + 2·(2^32 − 1) = 2^64 − 1.
#[cfg(any(test, all(target_family = "wasm", not(target_feature = "wide-arithmetic"))))]
#[inline(always)]
fn multiply_add_in_halves(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let halves = |x: u64| (x & 0xffff_ffff, x >> 32);
    let ((a0, a1), (b0, b1), (c0, c1), (d0, d1)) = (halves(a), halves(b), halves(c), halves(d));
    let (low, carry) = halves(a0 * b0 + c0 + d0);
    let (middle, high) = halves(a1 * b0 + c1 + carry);
    let sum = a0 * b1 + middle + d1;
    (low | sum << 32, a1 * b1 + high + (sum >> 32))
}

/// k·x + carry in two words, the lower one first, for k and carry below 2^32. The higher word is below 2^32 too.
#[inline(always)]
fn multiply_short(k: u64, x: u64, carry: u64) -> (u64, u64) {
    if cfg!(any(not(target_family = "wasm"), target_feature = "wide-arithmetic")) {
        return multiply_add(k, x, carry, 0);
    }
    let low = k * (x & 0xffff_ffff) + carry;
    let high = k * (x >> 32) + (low >> 32);
    (low & 0xffff_ffff | high << 32, high >> 32)
}

/// The number of words without leading zeros.
pub fn trimmed(a: &[u64]) -> usize {
    a.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1)
}

/// The length in bits; 0 for 0.
pub fn bits(a: &[u64]) -> usize {
    let words = trimmed(a);
    if words == 0 { 0 } else { 64 * words - a[words - 1].leading_zeros() as usize }
}

/// The 64 bits from bit `low` up. Bits beyond the end are zero.
pub fn window(a: &[u64], low: usize) -> u64 {
    let word = |i: usize| a.get(i).copied().unwrap_or(0);
    let (i, shift) = (low / 64, low % 64);
    word(i) >> shift | word(i + 1) << 1 << (63 - shift)
}

/// Compares two numbers, which may have leading zeros.
pub fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let (a, b) = (&a[..trimmed(a)], &b[..trimmed(b)]);
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// a ← a + b; returns the carry. `a` must be at least as long as `b`.
pub fn add(a: &mut [u64], b: &[u64]) -> bool {
    combine(a, b, u64::overflowing_add)
}

/// a ← a − b; returns the borrow. `a` must be at least as long as `b`.
pub fn subtract(a: &mut [u64], b: &[u64]) -> bool {
    combine(a, b, u64::overflowing_sub)
}

/// a ← a ± b, from the lowest word up; returns the carry or the borrow.
#[inline(always)]
fn combine(a: &mut [u64], b: &[u64], operator: impl Fn(u64, u64) -> (u64, bool)) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut carry = false;
    for (x, &y) in low.iter_mut().zip(b) {
        let (sum, first) = operator(*x, y);
        let (sum, second) = operator(sum, carry.into());
        (*x, carry) = (sum, first | second);
    }
    for x in high {
        if !carry {
            break;
        }
        (*x, carry) = operator(*x, 1);
    }
    carry
}

/// a ← −a modulo 2^(64·a.len()).
pub fn negate(a: &mut [u64]) {
    let mut carry = true;
    for word in a {
        (*word, carry) = (!*word).overflowing_add(carry.into());
    }
}

/// a ← ⌊a / 2^bits⌋
pub fn shift_right(a: &mut [u64], bits: usize) {
    for i in 0..a.len() {
        a[i] = window(a, 64 * i + bits);
    }
}

/// a ← a·2^bits modulo 2^(64·a.len())
pub fn shift_left(a: &mut [u64], bits: usize) {
    let (whole, part) = (bits / 64, bits % 64);
    for i in (0..a.len()).rev() {
        let word = |below: usize| i.checked_sub(whole + below).map_or(0, |i| a[i]);
        a[i] = word(0) << part | word(1) >> 1 >> (63 - part);
    }
}

/// out ← a·b, by schoolbook multiplication. `out` must be as long as both together.
pub fn multiply(out: &mut [u64], a: &[u64], b: &[u64]) {
    out.fill(0);
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        let (row, above) = out[i..].split_at_mut(b.len());
        for (place, &y) in row.iter_mut().zip(b) {
            (*place, carry) = multiply_add(x, y, *place, carry);
        }
        above[0] = carry;
    }
}

/// ⌊(2^128 − 1) / d⌋ − 2^64, for a d whose highest bit is set (Möller, Granlund, "Improved division by
/// invariant integers", 2011): 2^128 − 1 − 2^64·d divided by d, in two digits of 32 bits (Knuth, algorithm D).
fn reciprocal(d: u64) -> u64 {
    const LOW: u64 = u32::MAX as u64;
    let (high, low) = (d >> 32, d & LOW);
    let mut rest = !d;
    let mut quotient = 0;
    for _ in 0..2 {
        let mut digit = rest / high;
        let mut part = rest % high;
        // At most two times.
        while digit > LOW || digit * low > (part << 32 | LOW) {
            digit -= 1;
            part += high;
            if part > LOW {
                break;
            }
        }
        rest = (rest << 32 | LOW).wrapping_sub(digit.wrapping_mul(d));
        quotient = quotient << 32 | digit;
    }
    quotient
}

/// The quotient and the remainder of (high, low) by d, for high < d and the reciprocal of d (Möller,
/// Granlund, algorithm 4).
fn divide_two(high: u64, low: u64, d: u64, reciprocal: u64) -> (u64, u64) {
    let (fraction, estimate) = multiply_add(reciprocal, high, low, 0);
    let mut quotient = estimate.wrapping_add(high).wrapping_add(1);
    let mut rest = low.wrapping_sub(quotient.wrapping_mul(d));
    if rest > fraction {
        quotient = quotient.wrapping_sub(1);
        rest = rest.wrapping_add(d);
    }
    if rest >= d {
        quotient = quotient.wrapping_add(1);
        rest -= d;
    }
    (quotient, rest)
}

/// n ← n mod d, and quotient ← ⌊n / d⌋, by Knuth's algorithm D (section 4.3.1). The highest bit of d must
/// be set, and the words of n from d.len() words below its end up must be a number below d. The
/// quotient needs n.len() − d.len() words.
pub fn divide(n: &mut [u64], d: &[u64], quotient: &mut [u64]) {
    let (&top, below) = d.split_last().expect("a divisor above 0");
    let next = below.last().copied().unwrap_or(0);
    let inverse = reciprocal(top);
    for (j, quotient) in quotient.iter_mut().enumerate().take(n.len() - d.len()).rev() {
        let part = &mut n[j..=j + d.len()];
        let [.., middle, high] = *part else { unreachable!("two words or more") };
        let low = if d.len() > 1 { part[d.len() - 2] } else { 0 };
        // An estimate of the digit, and its remainder; with a carry, the estimate is not too large.
        let (mut digit, (mut rest, mut carry)) = if high == top {
            (u64::MAX, middle.overflowing_add(top))
        } else {
            let (digit, rest) = divide_two(high, middle, top, inverse);
            (digit, (rest, false))
        };
        loop {
            let (product_low, product_high) = multiply_add(digit, next, 0, 0);
            if carry || (product_high, product_low) <= (rest, low) {
                break;
            }
            digit -= 1;
            (rest, carry) = rest.overflowing_add(top);
        }
        if subtract_multiple(part, d, digit) {
            digit -= 1;
            add(part, d);
        }
        *quotient = digit;
    }
}

/// a ← a − k·b modulo 2^(64·a.len()), for an a that is one word longer than b; returns the borrow.
fn subtract_multiple(a: &mut [u64], b: &[u64], k: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    let (low, high) = a.split_at_mut(b.len());
    for (x, &y) in low.iter_mut().zip(b) {
        let product;
        (product, carry) = multiply_add(k, y, carry, 0);
        (*x, borrow) = subtract_word(*x, product, borrow);
    }
    (high[0], borrow) = subtract_word(high[0], carry, borrow);
    borrow
}

/// a − b − borrow modulo 2^64, and the next borrow.
#[inline(always)]
fn subtract_word(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow.into());
    (difference, first | second)
}

/// (x, y) ← (p·x − q·y, s·y − r·x), for factors below 2^32, p·x ≥ q·y, s·y ≥ r·x, and results as long as x and y.
pub fn differences(x: &mut [u64], y: &mut [u64], [p, q, r, s]: [u64; 4]) {
    debug_assert!([p, q, r, s].iter().all(|factor| factor >> 32 == 0));
    let (mut carry, mut borrow) = ([0; 4], [false; 2]);
    for (x, y) in x.iter_mut().zip(y) {
        let (px, qy, rx, sy);
        (px, carry[0]) = multiply_short(p, *x, carry[0]);
        (qy, carry[1]) = multiply_short(q, *y, carry[1]);
        (rx, carry[2]) = multiply_short(r, *x, carry[2]);
        (sy, carry[3]) = multiply_short(s, *y, carry[3]);
        (*x, borrow[0]) = subtract_word(px, qy, borrow[0]);
        (*y, borrow[1]) = subtract_word(sy, rx, borrow[1]);
    }
    debug_assert_eq!(carry[0], carry[1] + u64::from(borrow[0]));
    debug_assert_eq!(carry[3], carry[2] + u64::from(borrow[1]));
}

/// (x, y) ← (p·x + q·y, r·x + s·y), for factors below 2^32, and results as long as x and y.
pub fn sums(x: &mut [u64], y: &mut [u64], [p, q, r, s]: [u64; 4]) {
    debug_assert!([p, q, r, s].iter().all(|factor| factor >> 32 == 0));
    let mut carry = [0; 4];
    for (x, y) in x.iter_mut().zip(y) {
        let (px, qy, rx, sy);
        (px, carry[0]) = multiply_short(p, *x, carry[0]);
        (qy, carry[1]) = multiply_short(q, *y, carry[1]);
        (rx, carry[2]) = multiply_short(r, *x, carry[2]);
        (sy, carry[3]) = multiply_short(s, *y, carry[3]);
        let over;
        (*x, over) = px.overflowing_add(qy);
        carry[1] += u64::from(over);
        let over;
        (*y, over) = rx.overflowing_add(sy);
        carry[3] += u64::from(over);
    }
    debug_assert_eq!(carry, [0; 4]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::tests::Numbers;

    #[test]
    fn reciprocals_are_quotients() {
        let numbers = &mut Numbers(4);
        let near = |i: u64| [i, 0_u64.wrapping_sub(i), (1 << 63) + i, (1 << 63 | 1 << 32) - i];
        let random = core::iter::repeat_with(|| numbers.word()).take(100_000);
        for d in (1..3000).flat_map(near).chain(random).map(|d| d | 1 << 63) {
            let expected = u128::MAX / u128::from(d) - (1 << 64);
            assert_eq!(u128::from(reciprocal(d)), expected, "{d}");
        }
    }

    #[test]
    fn products_of_halves_are_those_of_words() {
        let numbers = &mut Numbers(2);
        let mut operands = [u64::MAX; 4];
        for _ in 0..100_000 {
            let [a, b, c, d] = operands;
            assert_eq!(multiply_add_in_halves(a, b, c, d), multiply_add(a, b, c, d));
            operands = operands.map(|_| match numbers.word() % 4 {
                0 => u64::MAX,
                1 => 0,
                _ => numbers.word(),
            });
        }
    }
}
