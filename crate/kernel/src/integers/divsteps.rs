//! Inverses of secrets: Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (2019). Time and
//! addresses depend only on lengths.
//!
//! A step takes (δ, f, g) to (1 − δ, g, (g − f)/2) if δ > 0 and g is odd, and else to
//! (1 + δ, f, (g + (g mod 2)·f)/2). The first step begins with δ = 1/2, f = n and g = a. For 0 ≤ g ≤ f < 2^b, g is 0
//! after ⌊(45907·b + 26313)/19929⌋ steps: the theorem is proved in `genproofhd.md` of Wuille's "Bounds on divsteps
//! iterations in safegcd" (2021). From then on f = ±gcd(a, n).
//!
//! The lowest w − 2 bits decide w − 2 steps, for words of w bits. They make (u·f + v·g, q·f + r·g)/2^(w − 2).
//!
//! **Bounds.** Limbs have w − 2 bits; the highest is signed. A step doubles u and v, and halves f and g, so that
//! |u| + |v| and |q| + |r| are at most 2^(w − 2), and |f| and |g| at most n. d and e stay in (−2n, n): a negative one
//! gets n, and then [u, v]·(d, e) is above −2^(w − 2)·n and below 2^(w − 2)·n; at most (2^(w − 2) − 1)·n is subtracted
//! to clear the lowest bits. 2n is below 2^(w − 1) in the highest limb. So the factor of n is from −2^(w − 1) + 1 to
//! 2^(w − 2), and a sum at most 2^(w − 2)·2^(w − 1) + 2^(w − 1)·2^(w − 2) = 2^(2w − 2) plus a carry, which fits a
//! signed double word.

use super::words::{SignedDouble, SignedWord, WORD_BITS, Word, inverse};
use crate::limbs::{radix, wiped::Wiped};
use alloc::{vec, vec::Vec};
use core::hint::black_box;

/// The bits of a limb, and the steps of a batch.
const STEPS: usize = WORD_BITS - 2;
const MASK: SignedWord = (1 << STEPS) - 1;

/// gcd(a, n), and the x in [0, n) with a·x ≡ gcd(a, n) modulo n, for a < n and an odd n ≥ 3. Both are as long as n.
/// Time and addresses depend only on the length of n in bits and on that of a in limbs.
pub fn gcd(a: &[u32], n: &[u32]) -> [Vec<u32>; 2] {
    let bits = radix::bits(n);
    let count = bits.div_ceil(STEPS);
    let place = |x: &[u32]| -> Wiped<SignedWord> {
        (0..count).map(|i| radix::window(x, STEPS * i, STEPS) as SignedWord).collect()
    };
    let n = &place(n);
    let (mut f, mut g, mut d, mut e) = (n.clone(), place(a), place(&[]), place(&[1]));
    let inverse = inverse(n[0] as Word) as SignedWord;
    let mut theta = 0;
    for _ in 0..iterations(bits).div_ceil(STEPS) {
        let matrix = batch(&mut theta, f[0] as Word, g[0] as Word);
        apply(&mut f, &mut g, &matrix);
        apply_modulo(&mut d, &mut e, &matrix, n, inverse);
    }
    // d·a ≡ f
    let [of_f, of_d] = [&f, &d].map(|x| sign(x[count - 1]));
    adjust(&mut d, n, of_d, of_f);
    adjust(&mut f, n, 0, of_f);
    let of_d = sign(d[count - 1]);
    adjust(&mut d, n, of_d, 0);
    [f, d].map(|x| {
        let mut out = vec![0; bits.div_ceil(32)];
        radix::pack(x.iter().map(|&limb| limb as u64), STEPS, &mut out);
        out
    })
}

/// The steps after which g is 0: see the head.
fn iterations(bits: usize) -> usize {
    ((45_907 * bits as u64 + 26_313) / 19_929) as usize
}

/// All ones for a negative x, else 0. The compiler does not know that there are two values only, between which it could
/// branch.
fn sign(x: SignedWord) -> SignedWord {
    black_box(x >> (WORD_BITS - 1))
}

/// The matrix [u, v, q, r] of a batch of steps, by the lowest words of f and g. θ is δ − 1/2.
fn batch(theta: &mut SignedWord, mut f: Word, mut g: Word) -> [SignedWord; 4] {
    // The compiler does not know these, and so makes no branch of a mask.
    let (one, top) = black_box((1, WORD_BITS as u32 - 1));
    let [mut u, mut v, mut q, mut r]: [Word; 4] = [1, 0, 0, 1];
    let mut t = *theta;
    for _ in 0..STEPS {
        let odd = (g & one).wrapping_neg();
        // All ones for δ > 0.
        let positive = !t.wrapping_shr(top) as Word;
        let with_sign = |x: Word| (x ^ positive).wrapping_sub(positive) & odd;
        g = g.wrapping_add(with_sign(f));
        q = q.wrapping_add(with_sign(u));
        r = r.wrapping_add(with_sign(v));
        let swap = positive & odd;
        t = (t ^ swap as SignedWord) + 1;
        f = f.wrapping_add(g & swap);
        u = u.wrapping_add(q & swap) << 1;
        v = v.wrapping_add(r & swap) << 1;
        g >>= 1;
    }
    *theta = t;
    [u, v, q, r].map(|x| x as SignedWord)
}

/// (f, g) ← (u·f + v·g, q·f + r·g)/2^[`STEPS`]
fn apply(f: &mut [SignedWord], g: &mut [SignedWord], matrix: &[SignedWord; 4]) {
    let [u, v, q, r] = matrix.map(SignedDouble::from);
    let (mut of_f, mut of_g) = (0, 0);
    let last = f.len() - 1;
    for i in 0..=last {
        let (x, y) = (SignedDouble::from(f[i]), SignedDouble::from(g[i]));
        of_f += u * x + v * y;
        of_g += q * x + r * y;
        if i > 0 {
            (f[i - 1], g[i - 1]) = (of_f as SignedWord & MASK, of_g as SignedWord & MASK);
        }
        (of_f, of_g) = (of_f >> STEPS, of_g >> STEPS);
    }
    (f[last], g[last]) = (of_f as SignedWord, of_g as SignedWord);
}

/// (d, e) ← (u·d + v·e, q·d + r·e)/2^[`STEPS`] modulo n, in (−2n, n) as d and e are.
fn apply_modulo(
    d: &mut [SignedWord],
    e: &mut [SignedWord],
    &[u, v, q, r]: &[SignedWord; 4],
    n: &[SignedWord],
    inverse: SignedWord,
) {
    let last = n.len() - 1;
    let (sign_d, sign_e) = (sign(d[last]), sign(e[last]));
    // The factor of n: 1 for a negative number, and what clears the lowest bits.
    let factor = |a: SignedWord, b: SignedWord| {
        let of_signs = (a & sign_d) + (b & sign_e);
        let lowest = a.wrapping_mul(d[0]).wrapping_add(b.wrapping_mul(e[0]));
        let excess = lowest.wrapping_mul(inverse).wrapping_add(of_signs) & MASK;
        SignedDouble::from(of_signs - excess)
    };
    let (of_d, of_e) = (factor(u, v), factor(q, r));
    let [u, v, q, r] = [u, v, q, r].map(SignedDouble::from);
    let (mut sum_d, mut sum_e) = (0, 0);
    for i in 0..=last {
        let [x, y, n] = [d[i], e[i], n[i]].map(SignedDouble::from);
        sum_d += u * x + v * y + of_d * n;
        sum_e += q * x + r * y + of_e * n;
        if i > 0 {
            (d[i - 1], e[i - 1]) = (sum_d as SignedWord & MASK, sum_e as SignedWord & MASK);
        }
        (sum_d, sum_e) = (sum_d >> STEPS, sum_e >> STEPS);
    }
    (d[last], e[last]) = (sum_d as SignedWord, sum_e as SignedWord);
}

/// x ← x + n for `add` of all ones, and then −x for `negate` of all ones. Each is 0 otherwise.
fn adjust(x: &mut [SignedWord], n: &[SignedWord], add: SignedWord, negate: SignedWord) {
    let (mut sum, last) = (0, x.len() - 1);
    for i in 0..=last {
        sum += ((x[i] + (n[i] & add)) ^ negate) - negate;
        x[i] = if i < last { sum & MASK } else { sum };
        sum >>= STEPS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integers::words::tests::{big, integers};
    use num_bigint::{BigInt, BigUint};

    fn check(a: &BigUint, n: &BigUint) {
        let [found, x] = gcd(&a.to_u32_digits(), &n.to_u32_digits()).map(BigUint::new);
        let (mut r, mut s) = (n.clone(), a.clone());
        while s != BigUint::ZERO {
            (r, s) = (s.clone(), r % s);
        }
        assert_eq!(found, r, "{a}, {n}");
        assert!(&x < n && a * &x % n == r % n, "{a}, {n}");
    }

    /// Every pair of short numbers: the results, and the steps that the head's theorem gives.
    #[test]
    fn small_worlds() {
        for n in (3_i64..1 << 11).step_by(2) {
            let bits = 64 - n.leading_zeros() as usize;
            for a in 0..n {
                let (mut theta, mut f, mut g, mut steps) = (0, n, a, 0);
                while g != 0 {
                    (theta, f, g) = match (theta >= 0, g % 2 != 0) {
                        (true, true) => (-theta, g, (g - f) / 2),
                        (_, is_odd) => (theta + 1, f, (g + f * i64::from(is_odd)) / 2),
                    };
                    steps += 1;
                }
                assert!(steps <= iterations(bits), "{a}, {n}");
                if n < 400 {
                    check(&BigUint::from(a as u32), &BigUint::from(n as u32));
                }
            }
        }
        // The bound that Wuille's programs and proofs state for 256 bits, and one more.
        assert_eq!(iterations(256), 591);
    }

    #[test]
    fn results_are_those_of_euclid() {
        for length in 1..7 {
            for (n, x) in integers(length).iter().zip(integers(length).iter().rev()) {
                let n = big(n) | BigUint::from(3_u8);
                let x = big(x) % &n;
                for a in
                    [BigUint::ZERO, 1_u8.into(), &n - 1_u8, &n / 3_u8, x.clone(), &n - 1_u8 - x]
                {
                    check(&a, &n);
                }
            }
        }
        for bits in [STEPS - 1, STEPS, STEPS + 1, 2 * STEPS, 1000] {
            let n = (BigUint::from(1_u8) << bits) - 1_u8;
            (0..bits).for_each(|i| check(&(BigUint::from(1_u8) << i), &n));
        }
        // Pairs of 28, 29, 58 and 59 bits that need 63, 65, 126 and 128 steps: more than one and two batches of 62.
        for (a, n) in [
            (243_149_852_u64, 260_029_295_u64),
            (451_264_209, 462_924_919),
            (253_499_862_655_058_395, 258_001_333_749_357_171),
            (466_137_364_392_652_179, 555_182_949_971_075_147),
        ] {
            check(&a.into(), &n.into());
        }
    }

    /// Numbers that look random.
    fn numbers() -> impl FnMut() -> u64 {
        let mut state = 1_u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 32
        }
    }

    /// For each θ, a batch does as many steps as the head of this file says, and its matrix gives the same f and g as
    /// these steps one by one.
    #[test]
    fn a_batch_is_its_steps() {
        let mut random = numbers();
        for theta in -70..70 {
            for round in 0..20 {
                let [f, g] = [random(), random()].map(|x| i128::from(x as i64 >> 3));
                let (f, g) = (f | 1, if round % 4 == 0 { g & !0 << (round + 30) } else { g });
                let (mut expected, mut f_after, mut g_after) = (theta, f, g);
                for _ in 0..STEPS {
                    (expected, f_after, g_after) = match (expected >= 0, g_after % 2 != 0) {
                        (true, true) => (-expected, g_after, (g_after - f_after) / 2),
                        (_, is_odd) => {
                            (expected + 1, f_after, (g_after + f_after * i128::from(is_odd)) / 2)
                        }
                    };
                }
                let mut found = theta as SignedWord;
                let [u, v, q, r] = batch(&mut found, f as Word, g as Word).map(i128::from);
                assert_eq!(found, expected as SignedWord, "{theta}, {f}, {g}");
                assert_eq!((u * f + v * g, q * f + r * g), (f_after << STEPS, g_after << STEPS));
            }
        }
    }

    /// The head's bound for d and e at its edges: they stay in (−2n, n), for each sum of |u| and |v|.
    #[test]
    fn numbers_modulo_n_stay_in_their_range() {
        const MOST: SignedWord = 1 << STEPS;
        let signed = |limbs: &[SignedWord]| {
            limbs.iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << STEPS) + limb)
        };
        for length in 1..4 {
            for n in integers(length) {
                let n = big(&n) | BigUint::from(3_u8);
                let count = (n.bits() as usize).div_ceil(STEPS);
                let limbs = |x: &BigInt| -> Vec<SignedWord> {
                    let limb = |i| (x >> (STEPS * i)) & BigInt::from(MASK);
                    let highest =
                        SignedWord::try_from(x >> (STEPS * (count - 1))).expect("it fits");
                    let low =
                        (0..count - 1).map(|i| SignedWord::try_from(limb(i)).expect("a limb"));
                    low.chain([highest]).collect()
                };
                let n = BigInt::from(n);
                let n_limbs = limbs(&n);
                let inverse = inverse(n_limbs[0] as Word) as SignedWord;
                let edges = [1 - 2 * &n, -&n, BigInt::from(-1), BigInt::ZERO, &n / 3, &n - 1];
                for (d, e) in edges.iter().flat_map(|d| edges.iter().map(move |e| (d, e))) {
                    for (u, v) in
                        [(MOST, 0), (MOST / 2, MOST / 2), (MOST / 4, -3 * (MOST / 4)), (5, 7)]
                    {
                        let (mut x, mut y) = (limbs(d), limbs(e));
                        apply_modulo(&mut x, &mut y, &[u, v, -v, -u], &n_limbs, inverse);
                        for (found, sum) in
                            [(signed(&x), d * u + e * v), (signed(&y), -d * v - e * u)]
                        {
                            assert!(-2 * &n < found && found < n, "{found} of {d}, {e} modulo {n}");
                            assert!(((found << STEPS) - sum) % &n == BigInt::ZERO);
                        }
                    }
                }
            }
        }
    }
}
