//! Euclid's algorithm on two numbers of several words, which may stop half way, with one cofactor
//! (Lehmer 1938).
//!
//! The inner loop runs Euclid's algorithm on leading parts of 63 bits, and keeps a matrix of cofactors.
//! The matrix is then applied to the whole numbers. The loop ends before a quotient that the leading parts
//! may not show.
//!
//! Let X and Y be the leading parts and (X + α)·2^h, (Y + β)·2^h with 0 ≤ α, β < 1 the numbers. A rest x of the
//! inner loop is B·X + A·Y, with cofactors B and A of different signs, and it stands for the rest
//! (x + B·α + A·β)·2^h of the numbers. The conditions of the loop (Jebelean, "A double-digit Lehmer–Euclid
//! algorithm for finding the GCD of long integers", 1995) are x ≥ |A| where A is negative, or x ≥ |B| where B is,
//! so that this rest is not negative; and the rest before is larger than it. So each quotient is one of
//! Euclid's algorithm on the numbers.
//!
//! For consecutive rests x, x' with cofactors A, A': x·|A'| + x'·|A| = X, below 2^63, and Y likewise with B. So no
//! product of a quotient and a cofactor exceeds 63 bits. Cofactors that are kept are at most x, and so have at
//! most 32 bits.

use super::{Short, words};

/// The length of the leading parts, in bits. It decides where [`partial_gcd`] stops, and so is a part of
/// Chia's encoding.
const LEADING: usize = 63;

/// Two consecutive rests r of Euclid's algorithm, the larger first, and their cofactors u. With the numbers R
/// and K at the start, r ≡ u·K modulo R, and |r·u' − r'·u| = R. The cofactors have different signs, if
/// neither is 0.
#[derive(Clone, Debug)]
pub struct PartialGcd {
    /// The two rests.
    pub r: [Short; 2],
    /// The two cofactors.
    pub u: [Short; 2],
}

/// Euclid's algorithm on R and K, both at least 0, until the second rest is at most `bound`. With the bound 0, the
/// first rest is the gcd.
///
/// Now and then it takes one step more than needed: it compares leading parts with the leading part of the
/// bound.
///
/// # Panics
/// If R or K is negative, or needs more than 9 words.
#[must_use]
pub fn partial_gcd(r: &Short, k: &Short, bound: &Short) -> PartialGcd {
    let words = r.words.len();
    assert!(r.length.max(k.length) < words && !r.negative && !k.negative);
    let (mut x, mut y) = (r.words, k.words);
    let (mut u, mut v) = (Short::ZERO.words, Short::ONE.words);
    // The numbers change their places after an odd number of steps, by reference.
    let (mut x, mut y, mut u, mut v) = (&mut x, &mut y, &mut u, &mut v);
    // Whether the cofactor of y is negative. The other has the other sign.
    let mut negative = false;
    let mut used = r.length.max(k.length);
    let mut used_by_cofactors = 1;
    while words::compare(&y[..used], bound.magnitude()).is_gt() {
        let h = words::bits(&x[..used]).max(words::bits(&y[..used])).saturating_sub(LEADING);
        let leading = |a: &[u64]| words::window(a, h);
        let parts = [&x[..used], &y[..used], bound.magnitude()].map(leading);
        let (matrix, steps) = match h {
            0 => leading_quotients::<true>(parts),
            _ => leading_quotients::<false>(parts),
        };
        let [p, q, r, s] = matrix;
        if steps == 0 {
            let (quotient, rest) = Short::new(*x, used, false).divide(&Short::new(*y, used, false));
            let product: Short = quotient.times(&Short::new(*v, words, false));
            let sum = &product + &Short::new(*u, words, false);
            (*x, *u) = (rest.words, sum.words);
            used_by_cofactors = sum.length.max(1);
            (x, y, u, v) = (y, x, v, u);
            negative = !negative;
        } else {
            if steps % 2 == 0 {
                words::differences(&mut x[..used], &mut y[..used], [p, q, r, s]);
            } else {
                words::differences(&mut y[..used], &mut x[..used], [q, p, s, r]);
                (x, y) = (y, x);
                negative = !negative;
            }
            let wider = (used_by_cofactors + 1).min(words);
            words::sums(&mut u[..wider], &mut v[..wider], matrix);
            used_by_cofactors = words::trimmed(&v[..wider]);
        }
        used = words::trimmed(&x[..used]).max(words::trimmed(&y[..used]));
    }
    PartialGcd {
        r: [Short::new(*x, words, false), Short::new(*y, words, false)],
        u: [Short::new(*u, words, !negative), Short::new(*v, words, negative)],
    }
}

/// The absolute values of the matrix ((B, A), (B', A')) that takes (X, Y) to two consecutive rests, and the number
/// of steps. After an even number of steps A and B' are negative, after an odd number B and A'.
///
/// If the leading parts are the `WHOLE` numbers, each quotient is right, and only the cofactors' length ends the
/// loop. Every other step has the rests and cofactors in exchanged places, so that none is moved.
#[inline(always)]
fn leading_quotients<const WHOLE: bool>([mut x, mut y, bound]: [u64; 3]) -> ([u64; 4], u32) {
    let (mut a, mut b, mut a_next, mut b_next) = (0, 1, 1, 0);
    let mut steps = 0;
    loop {
        if y <= bound {
            break;
        }
        let q = x / y;
        let (rest, a_rest, b_rest) = (x - q * y, a + q * a_next, b + q * b_next);
        // The new a is negative.
        if match WHOLE {
            true => (a_rest | b_rest) >> 32 != 0,
            false => rest < a_rest || y - rest < b_rest + b_next,
        } {
            break;
        }
        (x, a, b) = (rest, a_rest, b_rest);
        steps += 1;
        if x <= bound {
            break;
        }
        let q = y / x;
        let (rest, a_rest, b_rest) = (y - q * x, a_next + q * a, b_next + q * b);
        // The new b is negative.
        if match WHOLE {
            true => (a_rest | b_rest) >> 32 != 0,
            false => rest < b_rest || x - rest < a_rest + a,
        } {
            break;
        }
        (y, a_next, b_next) = (rest, a_rest, b_rest);
        steps += 1;
    }
    match steps % 2 {
        0 => ([b, a, b_next, a_next], steps),
        _ => ([b_next, a_next, b, a], steps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::tests::{Numbers, big};
    use num_bigint::{BigInt, Sign};

    extern crate std;
    use std::vec::Vec;

    /// The rows of Euclid's algorithm, one step after the other.
    fn euclid(r: BigInt, k: BigInt) -> Vec<[BigInt; 2]> {
        let mut rows = Vec::from([[r, BigInt::ZERO], [k, BigInt::from(1)]]);
        while let [.., [r2, u2], [r1, u1]] = &rows[..] {
            if r1 == &BigInt::ZERO {
                break;
            }
            let q = r2 / r1;
            rows.push([r2 - &q * r1, u2 - &q * u1]);
        }
        rows
    }

    #[test]
    fn rows_are_those_of_euclid() {
        let numbers = &mut Numbers(3);
        let mut later = 0;
        for round in 0..20_000 {
            let (r, k) = (numbers.number().abs(), numbers.number().abs());
            let bound = match round % 3 {
                0 => Short::ZERO,
                1 => r.square_root(),
                _ => numbers.number().abs(),
            };
            let rows = partial_gcd(&r, &k, &bound);
            let expected = euclid(big(&r), big(&k));
            let last = expected[1..].iter().position(|[r, _]| r <= &big(&bound)).unwrap() + 1;
            let found = [0, 1].map(|i| [big(&rows.r[i]), big(&rows.u[i])]);
            // One step more than needed is rare.
            let place = (last..last + 2)
                .find(|&i| expected.get(i - 1..=i).is_some_and(|expected| expected == &found[..]));
            let place = place.unwrap_or_else(|| panic!("{r:?} {k:?} {bound:?}"));
            later += usize::from(place > last);
        }
        assert!(later < 200, "{later}");
    }

    /// What is below the leading parts decides a quotient that they show nearly: it is the least or the most that it
    /// can be. A wrong quotient heals later, so the bound is the rest before it.
    #[test]
    fn leading_parts_show_no_quotient_that_the_rest_decides() {
        let numbers = &mut Numbers(5);
        for _ in 0..2_000 {
            let parts = [numbers.word() >> 1 | 1 << 62, numbers.word() >> 1];
            for below in [[0, 1], [1, 0]] {
                let [r, k] = [0, 1].map(|i| {
                    let part = &Short::from_word(parts[i]) + &Short::from_word(below[i]);
                    &part.shift_left(128) - &Short::from_word(below[i])
                });
                let expected = euclid(big(&r), big(&k));
                for (i, [bound, _]) in expected.iter().enumerate() {
                    if !(128 + 28..128 + 34).contains(&bound.bits()) {
                        continue;
                    }
                    let limbs = bound.magnitude().to_u32_digits();
                    let rows = partial_gcd(&r, &k, &Short::from_limbs(&limbs).unwrap());
                    let found = [0, 1].map(|i| [big(&rows.r[i]), big(&rows.u[i])]);
                    let is_row = expected[i - 1..i + 2].windows(2).any(|rows| rows == found);
                    assert!(is_row, "{r:?} {k:?} {bound}");
                }
            }
        }
    }

    #[test]
    fn numbers_with_long_quotients_and_neighbours_of_fibonacci_numbers() {
        let powers = (0..320).step_by(13).map(|bits| Short::ONE.shift_left(bits));
        let mut fibonacci = Vec::from([Short::ONE; 2]);
        while fibonacci.last().unwrap().bits() < 300 {
            let [.., x, y] = fibonacci[..] else { unreachable!() };
            fibonacci.push(&x + &y);
        }
        let mut all: Vec<Short> = powers.collect();
        all.extend(fibonacci.iter().rev().step_by(29).take(8));
        all.extend(fibonacci.iter().rev().take(2));
        let near: Vec<_> =
            all.iter().flat_map(|x| [*x, x + &Short::ONE, x - &Short::ONE]).collect();
        for r in &near {
            for k in &near {
                let rows = partial_gcd(r, k, &Short::ZERO);
                let expected = euclid(big(r), big(k));
                let [.., [gcd, u], _] = &expected[..] else { panic!("two rows") };
                assert_eq!((&big(&rows.r[0]), &big(&rows.u[0])), (gcd, u), "{r:?} {k:?}");
                assert!(rows.r[1].is_zero() && gcd.sign() != Sign::Minus);
            }
        }
    }
}
