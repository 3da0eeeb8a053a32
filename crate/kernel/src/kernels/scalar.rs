//! `scalar`: the fastest kernel in plain WebAssembly: 30-bit signed limbs and columns of 64 bits.
//!
//! The passes are in `lazy_carry.rs`. This file has the limbs, and the proof that no column
//! overflows.
//!
//! **Form.** w = 30, h = 2^(w−1). A number is Σ x_i·2^(w·i) with balanced limbs,
//! −h ≤ x_i < h, in l of them, l even, w·l ≥ bits + w + 2; R = 2^(w·l).
//! Residues are taken modulo N* = k·N, where k = N⁻¹ mod 2^w makes N* = 2^w·N' + 1. low(x) is the
//! balanced limb, and high(x) = (x − low(x))/2^w.
//!
//! Passes *subtract* the rows of the reduction because of JavaScriptCore: it turns a chain of
//! additions into a tree, holds all four products at once and spills them. A subtraction breaks the
//! chain.
//!
//! **Bounds on values.** |a|, |b| ≤ N* give |a·b·R⁻¹| < N*: with |Σ q_i·2^(w·i)| ≤
//! (R/2)·(1 + 2^(1−w)) and 4N* ≤ R the result is at most N*²/R + (N*/2)·(1 + 2^(1−w)) <
//! (1/4 + 1/2 + 1/100)·N*. Below R/4 in absolute value, it has l balanced limbs and no carry out
//! of the last one. N' < 2^bits has l − 1.
//!
//! **Bounds on columns.** A product of two limbs is at most h² = 2^58. A pass adds four of them
//! to a column, 4h² = 2^60; in a squaring, where |x_j| ≤ 2h, at most 2·2h² + 2h² = 1.5·2^60 (on the
//! diagonal 2h² + 2h²; where a_(i+1) meets itself 3h² + 2h²). A *carrying* pass leaves in each column
//! w bits and the high part of the column below, together under 2^30 + 2^33. Once in its life,
//! when it becomes the lowest, a column also takes high(u1), under 2^33. So with every seventh
//! pass carrying no column passes 7·2^60 + 2^35 < 2^63, and with every fifth in a squaring
//! none passes 7.5·2^60 + 2^35 < 2^63: for any number of limbs, hence a modulus of any length.
//! The sums of the head, u0 and u1, hold fewer products than a pass adds to other columns.
//!
//! `bounds/lazy_carry.rs` follows both kinds of pass with intervals, and checks these bounds.

use crate::{
    descriptor::Descriptor,
    kernel::Kernel,
    kernels::{
        cios::negated_inverse,
        lazy_carry::{Arithmetic, LazyCarry, TwoColumns},
    },
    limbs::{radix, wiped::Wiped},
};
use alloc::boxed::Box;

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "scalar",
    max_bits: usize::MAX,
    fast_from: 257,
    square_cost: 0.83,
    division_below: 4097,
    make,
};

/// It is no closure in the constant: each crate that uses a constant compiles its closures, and with this one the whole
/// kernel, which is generic. Other crates are compiled for size, and this one for speed.
fn make(n: &[u32]) -> Box<dyn Kernel> {
    Box::new(LazyCarry::<Scalar>::new(n))
}

/// Balanced limbs, and columns of 64 bits: the passes between two carries of a product and of a squaring.
#[derive(Clone, Copy)]
pub(crate) struct Balanced<const W: usize, const PRODUCT: usize, const SQUARE: usize>;
/// Limbs of 30 bits. Tests have shorter limbs.
pub(crate) type Scalar = Balanced<30, 7, 5>;

// The bounds on columns, as the head derives them. Each pass of a product adds at most 4·h² = 4·2^(2w−2) to a column,
// and each pass of a squaring at most 6·h². What is left below 2^63 is more than the 2^35 of the carries.
const _: () = assert!(4 * Scalar::CARRY_INTERVAL < 1 << (63 - (2 * Scalar::WIDTH - 2)));
const _: () = assert!(6 * Scalar::CARRY_INTERVAL_SQUARE < 1 << (63 - (2 * Scalar::WIDTH - 2)));

impl<const W: usize, const PRODUCT: usize, const SQUARE: usize> Balanced<W, PRODUCT, SQUARE> {
    const MASK: i64 = (1 << W) - 1;
}

impl<const W: usize, const PRODUCT: usize, const SQUARE: usize> Arithmetic
    for Balanced<W, PRODUCT, SQUARE>
{
    type Limb = i64;
    type Column = i64;

    const WIDTH: usize = W;
    const SPARE: usize = 2;
    const CARRY_INTERVAL: usize = PRODUCT;
    const CARRY_INTERVAL_SQUARE: usize = SQUARE;
    const REREADS: bool = false;

    #[inline(always)]
    fn limb(word: u64) -> i64 {
        let limb = word as i64;
        debug_assert_eq!(Self::low(limb), limb, "a limb is beyond its bound");
        limb
    }

    #[inline(always)]
    fn word(limb: i64) -> u64 {
        limb as u64
    }

    /// The balanced limb.
    #[inline(always)]
    fn low(x: i64) -> i64 {
        x << (64 - W) >> (64 - W)
    }

    #[inline(always)]
    fn high(x: i64) -> i64 {
        (x + (1 << (W - 1))) >> W
    }

    #[inline(always)]
    fn low_bits(x: i64) -> i64 {
        x & Self::MASK
    }

    #[inline(always)]
    fn high_bits(x: i64) -> i64 {
        x >> W
    }

    #[inline(always)]
    fn product(x: i64, y: i64) -> i64 {
        x * y
    }

    #[inline(always)]
    fn add_multiple(sum: i64, q: i64, n_prime: i64) -> i64 {
        sum - q * n_prime
    }

    fn limbs(x: &[u32]) -> impl Iterator<Item = i64> {
        let mut carry = 0;
        (0..).map(move |i| {
            let limb = radix::window(x, W * i, W) as i64 + carry;
            carry = Self::high(limb);
            Self::low(limb)
        })
    }

    /// N* = k·N, for k = N⁻¹ mod 2^w.
    fn shifted_n_prime(n: &[u32]) -> Wiped<u32> {
        let k = negated_inverse(n[0]).wrapping_neg() & Self::MASK as u32;
        radix::multiply_add(n, k.into(), 0).into()
    }

    /// a + N*, which lies in (0, 2N*).
    fn decode(a: &[u64], pairs: &[TwoColumns<Self>], out: &mut [u32]) {
        let mut carry = 0;
        let columns = pairs.as_flattened().iter().map(|column| column.n_prime);
        let digits = a.iter().zip(columns).map(|(&a, n_prime)| {
            let sum = a as i64 + n_prime + carry;
            carry = sum >> W;
            (sum & Self::MASK) as u64
        });
        radix::pack(digits, W, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::check_products;
    use crate::kernels::lazy_carry::{Column, Pass};
    use alloc::{vec, vec::Vec};
    use num_bigint::{BigInt, BigUint};

    const W: usize = Scalar::WIDTH;
    const MASK: i64 = Scalar::MASK;
    /// The largest limb in absolute value is −h.
    const H: i64 = 1 << (W - 1);

    fn value(limbs: &[i64]) -> BigInt {
        limbs.iter().rev().fold(BigInt::ZERO, |value, &limb| (value << W) + limb)
    }

    fn words(limbs: &[i64]) -> Vec<u64> {
        limbs.iter().map(|&limb| limb as u64).collect()
    }

    fn signed(words: &[u64]) -> BigInt {
        value(&words.iter().map(|&word| word as i64).collect::<Vec<_>>())
    }

    /// Moduli that fill `limbs` limbs to the last bit, and for `excess` > 0 need two limbs more.
    fn moduli(limbs: usize, excess: usize) -> [BigUint; 4] {
        let power = |bits: usize| BigUint::from(1_u32) << bits;
        let bits = W * limbs - W - 2 + excess;
        // 2^w·Σ h·2^(w·i): with the bit above, all these limbs are negative.
        let halves = (1..limbs - 2).map(|i| power(W * i + W - 1)).sum::<BigUint>();
        [
            power(bits) - power(W) - 1_u32,   // k = 2^w − 1: 4N* is just below R
            power(bits) - power(W) + 1_u32,   // N* = N, and N' is all ones
            power(bits - 1) + halves + 1_u32, // N* = N, and N' has limbs −h or 1 − h
            power(bits - 1) + 1_u32,
        ]
    }

    /// Residues up to N* in absolute value with the largest limbs, alone or next to zeros.
    fn extremes(n_star: &BigInt, limbs: usize) -> Vec<Vec<i64>> {
        let patterns: [fn(usize) -> i64; 6] = [
            |_| -H,
            |_| H - 1,
            |i| if i % 2 == 0 { -H } else { H - 1 },
            |i| if i % 2 == 0 { H - 1 } else { -H },
            |i| if i % 2 == 0 { -H } else { 0 },
            |i| if i % 2 == 0 { 0 } else { -H },
        ];
        let fit = |pattern: fn(usize) -> i64| {
            let mut residue: Vec<i64> = (0..limbs).map(pattern).collect();
            for i in (0..limbs).rev() {
                if value(&residue).magnitude() > n_star.magnitude() {
                    residue[i] = 0;
                }
            }
            residue
        };
        patterns.into_iter().map(fit).collect()
    }

    #[test]
    fn extreme_residues() {
        // Up to several carrying passes, in squarings and in products.
        for limbs in [4, 6, 8, 10, 12, 14, 16, 28, 30, 70, 94] {
            for (excess, n) in (0..3).flat_map(|e| moduli(limbs, e).map(|n| (e, n))) {
                let mut kernel = LazyCarry::<Scalar>::new(&n.to_u32_digits());
                assert_eq!(excess == 0, kernel.words() == limbs);
                let limbs = kernel.words();
                let columns: Vec<i64> =
                    kernel.pairs.as_flattened().iter().map(|column| column.n_prime).collect();
                let n_star = value(&columns);
                let n = BigInt::from(n);
                let check = |kernel: &LazyCarry<Scalar>, out: &[u64], expected: BigInt| {
                    let out_value = signed(out);
                    assert!(out_value.magnitude() < n_star.magnitude());
                    assert_eq!(((&out_value << (W * limbs)) - expected) % &n, BigInt::ZERO);
                    let mut decoded = vec![0; kernel.decoded_limbs()];
                    kernel.decode(out, &mut decoded);
                    assert_eq!(BigInt::from(BigUint::new(decoded)), out_value + &n_star);
                };
                let mut residues = extremes(&n_star, limbs);
                let mut carry = 0;
                let negated = columns.iter().map(|limb| {
                    let sum = carry - limb;
                    carry = Scalar::high(sum);
                    Scalar::low(sum)
                });
                residues.push(negated.collect());
                residues.push(columns);
                let residues: Vec<Vec<u64>> = residues.iter().map(|a| words(a)).collect();
                check_products(&mut kernel, &residues, signed, check);
            }
        }
    }

    /// Columns at their bounds, from one carrying pass to the next. Test builds check for overflow.
    #[test]
    fn columns_hold_until_the_carrying_pass() {
        for (interval, x) in [(Scalar::CARRY_INTERVAL, H), (Scalar::CARRY_INTERVAL_SQUARE, 2 * H)] {
            for sign in [1, -1] {
                let left = sign * (MASK + Scalar::high(i64::MAX - H));
                let mut pairs = [[Column { t: left, x, n_prime: H }; 2]; 40];
                let (b, q) = ([sign * H; 2], [-sign * H; 2]);
                let carry = sign * Scalar::high(i64::MAX - H);
                let pass = || Pass::<Scalar> { b, q, x, n_prime: H, carry };
                for _ in 1..interval {
                    pass().multiply_reduce::<false>(&mut pairs);
                }
                let a_pass = sign * (2 * x * H + 2 * H * H);
                assert_eq!(pairs[3][1].t, left + (interval as i64 - 1) * a_pass);
                pass().multiply_reduce::<true>(&mut pairs);
                let sum = left + interval as i64 * a_pass;
                assert_eq!(pairs[3][1].t, (sum & MASK) + (sum >> W));
            }
        }
    }
}
