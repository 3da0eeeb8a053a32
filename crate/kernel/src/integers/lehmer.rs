//! Inverses and common divisors of public numbers by Lehmer's method (Knuth, "The Art of Computer Programming", volume
//! 2, section 4.5.2): the leading bits of two long numbers give many quotients of Euclid's algorithm at once.
//!
//! **Bounds.** A round looks at x ≥ y, the leading 2w − 2 bits of r ≥ s, for words of w bits. After some quotients it
//! has x_i = |a·x − b·y| and y_i = |d·y − c·x|, with a ≤ b, c ≤ d and d·x_i ≤ x. A quotient is that of r and s too if
//! the next remainder is at least d', the next d, and at most y_i − (d + d') (Jebelean, "A double-digit Lehmer–Euclid
//! algorithm for finding the GCD of long integers", 1995). A round ends when y_i < 2^(w − 1), so d' ≤ x/y_i <
//! 2^(w − 1): a product of a cofactor and a word is at most (2^(w − 1) − 1)·(2^w − 1) < 2^(2w − 1) − 2^w. With a carry
//! below 2^w, the difference of two fits a signed double word, and the sum of two an unsigned one.

use super::{
    division::subtract_row,
    words::{
        Double, IS_WIDE, SignedDouble, WORD_BITS, Word, add_row, put, subtract, to_limbs, zeros,
    },
};
use crate::processor::with_products;
use alloc::vec::Vec;
use core::{array, mem::swap};

/// The leading bits that a round looks at.
const LEADING: usize = 2 * WORD_BITS - 2;

/// The inverse in [0, n) of a, for a < n, all in 32-bit limbs; `None` if a and n have a common factor, or n is 0. The
/// time depends on both.
pub fn inverse(a: &[u32], n: &[u32]) -> Option<Vec<u32>> {
    let length = a.len().max(n.len()) + 1; // at least one word more than n has
    let mut memory: Vec<Word> = zeros(5 * length);
    let [modulus, r, s, p, q] = places(&mut memory, length);
    put(n, modulus);
    put(n, r);
    put(a, s);
    q[0] = 1;
    let mut cofactors = Cofactors { p, q, q_length: 1, is_odd: false };
    let (gcd, _) = with_products(
        #[inline(always)]
        || euclid(r, s, 0, &mut cofactors),
    );
    if gcd[..trimmed(gcd)] != [1] {
        return None;
    }
    let Cofactors { p, is_odd, .. } = cofactors;
    if !is_odd && p.iter().any(|&word| word != 0) {
        subtract(modulus, p);
        return Some(to_limbs(modulus));
    }
    Some(to_limbs(p))
}

/// The greatest common divisor of a and b, all in 32-bit limbs; of 0 and x it is x. The time depends on both.
pub fn common_divisor(a: &[u32], b: &[u32]) -> Vec<u32> {
    let length = a.len().max(b.len()) + 2; // at least one word more than either has
    let mut memory: Vec<Word> = zeros(2 * length);
    let [r, s] = places(&mut memory, length);
    put(a, r);
    put(b, s);
    let is_less = r.iter().rev().lt(s.iter().rev());
    let (r, s) = if is_less { (s, r) } else { (r, s) };
    let (r, s) = with_products(
        #[inline(always)]
        || euclid(r, s, if IS_WIDE { 2 } else { 0 }, &mut ()),
    );
    if IS_WIDE && trimmed(r) <= 2 {
        let divisor = divisor_of_doubles(window(r, 0), window(s, 0));
        (r[0], r[1]) = (divisor as Word, (divisor >> WORD_BITS) as Word);
    }
    to_limbs(&r[..trimmed(r)])
}

/// The parts of so many words of memory.
fn places<const N: usize>(memory: &mut [Word], length: usize) -> [&mut [Word]; N] {
    let mut parts = memory.chunks_exact_mut(length);
    array::from_fn(|_| parts.next().expect("memory for each"))
}

/// The greatest common divisor of two numbers, by the binary algorithm (Stein, 1967): shifts and differences of words
/// take less time than divisions.
fn divisor_of_doubles(mut x: Double, mut y: Double) -> Double {
    if x == 0 || y == 0 {
        return x | y;
    }
    let twos = (x | y).trailing_zeros();
    x >>= x.trailing_zeros();
    y >>= y.trailing_zeros();
    // The lesser one, and the odd part of the difference.
    macro_rules! step {
        ($x:ident, $y:ident) => {
            let (less, difference) = if $x < $y { ($x, $y - $x) } else { ($y, $x - $y) };
            ($x, $y) = (less, difference >> difference.trailing_zeros());
        };
    }
    while x != y && (x | y) >> WORD_BITS != 0 {
        step!(x, y);
    }
    let divisor = if x == y {
        x
    } else {
        let (mut low, mut other) = (x as Word, y as Word);
        while low != other {
            step!(low, other);
        }
        low.into()
    };
    divisor << twos
}

/// Follows the steps of Euclid's algorithm on (r, s).
trait Follower {
    /// A round has made (r, s) of the cofactors.
    fn combine(&mut self, round: &Round);
    /// r has lost k·2^(w·place)·s.
    fn subtracted(&mut self, place: usize, k: Word);
    /// r and s have changed places.
    fn swapped(&mut self);
}

/// The divisor alone is wanted.
impl Follower for () {
    fn combine(&mut self, _: &Round) {}
    fn subtracted(&mut self, _: usize, _: Word) {}
    fn swapped(&mut self) {}
}

/// p·a ≡ r and −q·a ≡ s modulo n after an odd number of steps; −p·a ≡ r and q·a ≡ s after an even one.
struct Cofactors<'a> {
    p: &'a mut [Word],
    q: &'a mut [Word],
    /// The words of q without zeros at the top.
    q_length: usize,
    is_odd: bool,
}

impl Follower for Cofactors<'_> {
    fn combine(&mut self, &Round { cofactors, steps }: &Round) {
        self.is_odd ^= steps % 2 == 1;
        sums(&mut self.p[..=self.q_length], &mut self.q[..=self.q_length], cofactors);
        self.q_length = trimmed(self.q);
    }

    fn subtracted(&mut self, place: usize, k: Word) {
        let q = &self.q[..self.q_length];
        let (row, above) = self.p[place..].split_at_mut(q.len());
        let mut carry = add_row(row, q, k);
        for word in above {
            let is_over;
            (*word, is_over) = word.overflowing_add(carry);
            carry = is_over.into();
        }
    }

    fn swapped(&mut self) {
        swap(&mut self.p, &mut self.q);
        self.is_odd = !self.is_odd;
        self.q_length = trimmed(self.q);
    }
}

/// The steps of Euclid's algorithm from r ≥ s, until s is 0 or r has `least` words. Both have as many words, one more
/// than r needs.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn euclid<'a>(
    mut r: &'a mut [Word],
    mut s: &'a mut [Word],
    least: usize,
    follower: &mut impl Follower,
) -> (&'a mut [Word], &'a mut [Word]) {
    let mut of_r = trimmed(r);
    while of_r > least && s[..of_r].iter().any(|&word| word != 0) {
        let round = round(&r[..of_r], &s[..of_r]);
        if round.steps == 0 {
            divide(r, s, follower);
            swap(&mut r, &mut s);
            follower.swapped();
        } else {
            differences(&mut r[..of_r], &mut s[..of_r], round.cofactors, round.steps % 2 == 1);
            follower.combine(&round);
        }
        of_r = trimmed(&r[..of_r]);
    }
    (r, s)
}

/// The number of words without zeros at the top.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn trimmed(x: &[Word]) -> usize {
    x.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1)
}

/// The bits of a number whose highest word is not 0.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn bits(x: &[Word]) -> usize {
    WORD_BITS * x.len() - x[x.len() - 1].leading_zeros() as usize
}

/// The lowest double word of ⌊x / 2^low⌋.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn window(x: &[Word], low: usize) -> Double {
    let word = |i: usize| Double::from(x.get(i).copied().unwrap_or(0));
    let (i, shift) = (low / WORD_BITS, low % WORD_BITS);
    let pair = word(i) | word(i + 1) << WORD_BITS;
    if shift == 0 { pair } else { pair >> shift | word(i + 2) << (2 * WORD_BITS - shift) }
}

/// The matrix [a, b, c, d] of the quotients that the leading bits decide, and the number of these quotients.
struct Round {
    cofactors: [Word; 4],
    steps: usize,
}

/// The quotients of r ≥ s that the leading bits decide. The highest word of r is not 0.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn round(r: &[Word], s: &[Word]) -> Round {
    let bits = bits(r);
    let low = bits.saturating_sub(LEADING);
    let [mut x, mut y] = [r, s].map(|x| window(x, low) << LEADING.saturating_sub(bits));
    let mut round = Round { cofactors: [1, 0, 0, 1], steps: 0 };
    if WORD_BITS == 64 {
        // Most quotients in single words. A smaller target divides double words as fast.
        for _ in 0..2 {
            leap(&mut x, &mut y, &mut round);
        }
        if round.steps > 0 {
            return round;
        }
    }
    let Round { cofactors: [mut a, mut b, mut c, mut d], mut steps } = round;
    while y >> (WORD_BITS - 1) != 0 {
        let (quotient, rest) = quotient(x, y);
        let next = b + quotient * d;
        if rest < Double::from(next) || y - rest < Double::from(d + next) {
            break;
        }
        (a, c) = (c, a + quotient * c);
        (b, d) = (d, next);
        (x, y) = (y, rest);
        steps += 1;
    }
    Round { cofactors: [a, b, c, d], steps }
}

/// The quotients of x ≥ y that the leading w − 1 bits of x decide, by which (x, y) go on, and the cofactors with them.
///
/// The quotients of leading words are decided by the rule of the head, and are those of x and y. They are quotients of
/// r and s too if the last pair keeps the rule of the round, y ≥ d and x − y ≥ b + d. Then each earlier one does: with
/// v the cofactors d in turn, the next remainder is ≥ y ≥ d, and x_i − x_(i+1) is at least x_(i+2) ≥ v_(i+2) =
/// v_(i+1) + v_i if the next quotient is 1, and otherwise at least x_(i+1) + x_(i+2) ≥ v_(i+1) + v_i.
///
/// With h = w/2, the leap ends before y falls below 2^(w + 2), and a cofactor of it stays below 2^(h + 1): the leading
/// remainder is at least 2^(h − 2) of 2^(w − 1).
#[inline(always)]
fn leap(x: &mut Double, y: &mut Double, round: &mut Round) {
    const REST: usize = WORD_BITS / 2 - 2;
    let low = (Double::BITS - x.leading_zeros()).saturating_sub(Word::BITS - 1);
    let [mut high, mut next] = [*x >> low, *y >> low].map(|x| x as Word);
    // Of the leading remainders, so that those of the round stay above 2^(w + 2).
    let least = (Double::MAX >> (WORD_BITS - 2) >> low).clamp(1 << REST, Word::MAX.into()) as Word;
    let [mut a, mut b, mut c, mut d]: [Word; 4] = [1, 0, 0, 1];
    let mut steps = 0;
    while next >= least {
        let (quotient, rest) = (high / next, high % next);
        let (of_x, of_y) = (a + quotient * c, b + quotient * d);
        if rest < of_y.max(least) || next - rest < d + of_y {
            break;
        }
        (a, b, c, d) = (c, d, of_x, of_y);
        (high, next) = (next, rest);
        steps += 1;
    }
    if steps == 0 {
        return;
    }
    // The differences are below 2^(2w), so that what wraps does not count.
    let difference = |p: Word, x: Double, q: Word, y: Double| {
        Double::from(p).wrapping_mul(x).wrapping_sub(Double::from(q).wrapping_mul(y))
    };
    let is_odd = steps % 2 == 1;
    let (of_x, of_y) = match is_odd {
        true => (difference(b, *y, a, *x), difference(c, *x, d, *y)),
        false => (difference(a, *x, b, *y), difference(d, *y, c, *x)),
    };
    let [p, q, r, s] = round.cofactors;
    let together = [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s];
    let [_, more, _, most] = together.map(Double::from);
    if of_y >= most && of_x - of_y >= more + most {
        (*x, *y) = (of_x, of_y);
        *round = Round { cofactors: together, steps: round.steps + steps };
    }
}

/// The quotient and the remainder of x by y, for x ≥ y ≥ 2^(w − 1). Most quotients are small.
#[inline(always)]
fn quotient(x: Double, y: Double) -> (Word, Double) {
    let (mut quotient, mut rest) = (1, x - y);
    while rest >= y {
        let shift = (Double::BITS - rest.leading_zeros()).saturating_sub(Word::BITS);
        let divisor = ((y >> shift) as Word).saturating_add(1);
        let estimate = ((rest >> shift) as Word / divisor).max(1);
        rest -= Double::from(estimate) * y;
        quotient += estimate;
    }
    (quotient, rest)
}

/// (r, s) ← ±(a·r − b·s, d·s − c·r)
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn differences(r: &mut [Word], s: &mut [Word], cofactors: [Word; 4], negate: bool) {
    // Products of unsigned words take one instruction. Each is below 2^(2w − 1), and so fits with a sign.
    let [a, b, c, d] = cofactors.map(Double::from);
    let (mut of_r, mut of_s) = (0, 0);
    for (r, s) in r.iter_mut().zip(s) {
        let (x, y) = (Double::from(*r), Double::from(*s));
        let [ax, by, dy, cx] = [a * x, b * y, d * y, c * x].map(|product| product as SignedDouble);
        if negate {
            of_r += by - ax;
            of_s += cx - dy;
        } else {
            of_r += ax - by;
            of_s += dy - cx;
        }
        (*r, *s) = (of_r as Word, of_s as Word);
        (of_r, of_s) = (of_r >> WORD_BITS, of_s >> WORD_BITS);
    }
    debug_assert_eq!((of_r, of_s), (0, 0));
}

/// (p, q) ← (a·p + b·q, c·p + d·q)
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn sums(p: &mut [Word], q: &mut [Word], cofactors: [Word; 4]) {
    let [a, b, c, d] = cofactors.map(Double::from);
    let (mut p_sum, mut q_sum) = (0, 0);
    for (p, q) in p.iter_mut().zip(q) {
        let (x, y) = (Double::from(*p), Double::from(*q));
        p_sum += a * x + b * y;
        q_sum += c * x + d * y;
        (*p, *q) = (p_sum as Word, q_sum as Word);
        (p_sum, q_sum) = (p_sum >> WORD_BITS, q_sum >> WORD_BITS);
    }
    debug_assert_eq!((p_sum, q_sum), (0, 0));
}

/// r ← r − k·s for the quotient k of r by s > 0, which may have many words.
fn divide(r: &mut [Word], s: &[Word], follower: &mut impl Follower) {
    let s = &s[..trimmed(s)];
    loop {
        let of_r = trimmed(r);
        if of_r < s.len() || of_r == s.len() && r[..of_r].iter().rev().lt(s.iter().rev()) {
            return;
        }
        // r ≥ x·2^(bits(r) − 2w + 1) and s < y·2^(bits(s) − w), so that x/y·2^(more − w + 1) is at most the quotient.
        let (of_r, of_s) = (bits(&r[..of_r]), bits(s));
        let top = |x, bits: usize, count: usize| {
            window(x, bits.saturating_sub(count)) << count.saturating_sub(bits)
        };
        let estimate = top(r, of_r, 2 * WORD_BITS - 1) / (top(s, of_s, WORD_BITS) + 1);
        let (whole, part) = match (of_r - of_s).checked_sub(WORD_BITS - 1) {
            Some(more) => (more / WORD_BITS, estimate << (more % WORD_BITS)),
            None => (0, (estimate >> (WORD_BITS - 1 - (of_r - of_s))).max(1)),
        };
        // One word of the estimate, its highest.
        let (place, k) = match (part >> WORD_BITS) as Word {
            0 => (whole, part as Word),
            high => (whole + 1, high),
        };
        let is_under = subtract_row(&mut r[place..=place + s.len()], s, k);
        debug_assert!(!is_under, "the estimate is above the quotient"); // the loop would not end
        follower.subtracted(place, k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integers::words::tests::{big, integers};
    use num_bigint::BigUint;

    fn check(a: &BigUint, n: &BigUint) {
        let [x, y] = [a, n].map(|x| x.to_u32_digits());
        let found = inverse(&x, &y).map(BigUint::new);
        assert_eq!(found, a.modinv(n), "{a} mod {n}");
        let divisor = gcd(a.clone(), n.clone());
        for (x, y) in [(&x, &y), (&y, &x)] {
            assert_eq!(BigUint::new(common_divisor(x, y)), divisor, "{a}, {n}");
        }
    }

    fn gcd(a: BigUint, b: BigUint) -> BigUint {
        if b == BigUint::ZERO { a } else { gcd(b.clone(), a % b) }
    }

    #[test]
    fn small_worlds() {
        for n in 1_u32..600 {
            (0..n).for_each(|a| check(&a.into(), &n.into()));
        }
    }

    #[test]
    fn inverses_are_those_of_num_bigint() {
        for length in 1..8 {
            for n in integers(length).iter().map(|n| big(n)).filter(|n| n > &1_u8.into()) {
                for x in integers(length).iter().step_by(7).map(|a| big(a) % &n) {
                    check(&x, &n);
                    check(&(&n - 1_u8 - &x), &n);
                }
            }
        }
    }

    #[test]
    fn common_divisors() {
        let of = |x: &BigUint, y: &BigUint| {
            let [x, y] = [x, y].map(|x| x.to_u32_digits());
            BigUint::new(common_divisor(&x, &y))
        };
        let zero = BigUint::ZERO;
        assert_eq!(of(&zero, &zero), zero);
        assert_eq!(common_divisor(&[0, 6, 0], &[0, 9, 0, 0])[..2], [0, 3]);
        for length in 1..6 {
            for x in integers(length).iter().map(|x| big(x)) {
                assert_eq!([of(&x, &zero), of(&zero, &x)], [x.clone(), x.clone()]);
                for y in integers(length + 2).iter().step_by(11).map(|y| big(y)) {
                    // Times a common factor of any length.
                    for z in integers(3).iter().step_by(5).map(|z| big(z)) {
                        let (x, y) = (&x * &z, &y * &z);
                        let expected = gcd(x.clone(), y.clone());
                        assert_eq!([of(&x, &y), of(&y, &x)], [expected.clone(), expected]);
                    }
                }
            }
        }
    }

    /// Quotients that are all 1, or as long as the numbers.
    #[test]
    fn extreme_quotients() {
        let (mut a, mut n) = (BigUint::from(1_u8), BigUint::from(2_u8));
        for _ in 0..2000 {
            check(&a, &n);
            (a, n) = (n.clone(), n + a);
        }
        let power = |bits: usize| BigUint::from(1_u8) << bits;
        for bits in [63, 64, 65, 127, 128, 200, 4096] {
            for other in (1..bits).step_by(bits / 63) {
                for n in [power(bits) - 1_u8, power(bits), power(bits) + 1_u8] {
                    for a in [power(other) - 1_u8, power(other), power(other) + 1_u8] {
                        check(&a, &n);
                        check(&(&n - a), &n);
                    }
                }
            }
        }
    }
}
