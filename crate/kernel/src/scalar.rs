//! `scalar`: what plain WebAssembly does fastest. 30-bit signed limbs, columns of 64 bits that
//! are carried late, two rows a pass; squarings do half of the products.
//!
//! **Form.** w = 30, h = 2^(w−1). An integer is Σ x_i·2^(w·i) with balanced limbs,
//! −h ≤ x_i < h, in l of them, l even, w·l ≥ bits + w + 2; R = 2^(w·l).
//! Residues are taken modulo N* = k·N, where k = N⁻¹ mod 2^w makes N* = 2^w·N' + 1. So an
//! accumulator's lowest limb *is* the quotient digit q: taking away q·N* clears that limb and
//! takes q·N' from the limbs above it, one limb up.
//!
//! **A pass** takes the rows b_i and b_(i+1) of a product and with them q_i and q_(i+1):
//!
//! - u0 = t_0 + x_0·b_i, u1 = t_1 + x_1·b_i + x_0·b_(i+1);
//! - q_i = low(u0), u1 += high(u0) − q_i·N'_0, q_(i+1) = low(u1), and high(u1) goes on to t_2;
//! - t_(j−2) = t_j + x_j·b_i + x_(j−1)·b_(i+1) − N'_(j−1)·q_i − N'_(j−2)·q_(i+1), 2 ≤ j ≤ l,
//!
//! low being the balanced limb and high(x) = (x − low(x))/2^w. All that a column needs lies
//! together in a `Pair` of columns, so one pointer walks through memory at fixed distances; a
//! pass writes two columns below where it reads, and what it reads was written by the same walk
//! of the pass before, at the same place and width. Quotients are *subtracted* for the sake of
//! JavaScriptCore: it turns a chain of additions into a tree, holds all four products at once
//! and spills them; a subtraction breaks the chain.
//!
//! **Squaring.** With x = 2a, the rows a_i, a_(i+1) (i even) need the columns above the diagonal
//! only: a_i² is added to column 2i, 2·a_i·a_(i+1) to 2i+1, and from column 2i+2 on a_i meets x_j,
//! j ≥ i+2, and a_(i+1) meets x_(j−1), where a_(i+1) itself stands for x_(i+1). In columns below
//! 2i there is only the reduction.
//!
//! **No Karatsuba.** It needs products apart from the reduction, and a walk for one of the two alone
//! takes well over half of a walk for both, which loads and stores each column once. What one level
//! leaves at best, before that loss and its own additions, says the report's table of Karatsuba
//! (`bench/REPORT.md`).
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
//! `bounds/rows.rs` follows both kinds of pass with intervals, and checks all that.

use super::{Kernel, Maker, radix, reference::negated_inverse};
use alloc::{boxed::Box, vec, vec::Vec};

/// This kernel's line in [`ALL`](super::ALL).
pub const MAKER: Maker = Maker {
    name: "scalar",
    max_bits: usize::MAX,
    fast_from: 0,
    square_cost: 0.83,
    make: |n| Box::new(Scalar::new(n)),
};

/// w: the bits in a limb.
pub(super) const W: usize = 30;
const MASK: i64 = (1 << W) - 1;
/// R ≥ 2^SPARE·N*
pub(super) const SPARE: usize = 2;
/// In a product, one pass of so many carries.
pub(super) const PRODUCT_RUN: usize = 7;
/// In a squaring, one pass of so many carries.
pub(super) const SQUARE_RUN: usize = 5;

// The bounds on columns, in units of h² = 2^(2w−2): 4 a pass and 6 a pass, and 2^35 beside them.
const _: () = assert!(4 * PRODUCT_RUN < 1 << (63 - (2 * W - 2)));
const _: () = assert!(6 * SQUARE_RUN < 1 << (63 - (2 * W - 2)));

/// The balanced limb congruent to x modulo 2^w.
#[inline(always)]
fn low(x: i64) -> i64 {
    x << (64 - W) >> (64 - W)
}

/// (x − low(x)) / 2^w
#[inline(always)]
fn high(x: i64) -> i64 {
    (x + (1 << (W - 1))) >> W
}

/// A residue's word.
#[inline(always)]
fn limb(word: u64) -> i64 {
    debug_assert_eq!(low(word as i64), word as i64, "a limb is beyond its bound");
    word as i64
}

/// The balanced limbs of a non-negative integer, from bit `start` on.
fn limbs(x: &[u32], start: usize) -> impl Iterator<Item = i64> {
    let mut carry = 0;
    (0..).map(move |i| {
        let limb = radix::window(x, start + W * i, W) as i64 + carry;
        carry = high(limb);
        low(limb)
    })
}

/// Two neighbouring columns: all that a pass reads and writes there.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// The accumulator.
    t: [i64; 2],
    /// The operand that rows multiply: a, or 2a in a squaring.
    x: [i64; 2],
    /// N'_(j−1) in column j.
    p: [i64; 2],
}

/// Two rows, on their way up the columns.
struct Pass {
    b: [i64; 2],
    q: [i64; 2],
    /// The operand's limb in the column before.
    x: i64,
    /// N' in the column before.
    p: i64,
    /// What the next column takes over.
    carry: i64,
}

impl Pass {
    /// The quotient digits, from the two lowest columns' sums and what `first` holds there.
    #[inline(always)]
    fn start(u: [i64; 2], first: &Pair, b: [i64; 2], x: i64) -> Self {
        let q0 = low(u[0]);
        let u1 = u[1] + high(u[0]) - q0 * first.p[1];
        Self { b, q: [q0, low(u1)], x, p: first.p[1], carry: high(u1) }
    }

    /// A column's sum takes its place, two columns down.
    #[inline(always)]
    fn put<const CARRYING: bool>(&mut self, t: &mut i64, sum: i64) {
        if CARRYING {
            *t = (sum & MASK) + self.carry;
            self.carry = sum >> W;
        } else {
            *t = sum + self.carry;
            self.carry = 0;
        }
    }

    /// Walks from the first of these pairs, already read, to the last: both kinds of rows.
    #[inline(always)]
    fn multiply_reduce<const CARRYING: bool>(&mut self, pairs: &mut [Pair]) {
        let ([b0, b1], [q0, q1]) = (self.b, self.q);
        let Some((mut below, rest)) = pairs.split_first_mut() else { return };
        for pair in rest {
            let Pair { t: [t0, t1], x: [x0, x1], p: [p0, p1] } = *pair;
            let sum0 = t0 + x0 * b0 - p0 * q0 + self.x * b1 - self.p * q1;
            let sum1 = t1 + x1 * b0 - p1 * q0 + x0 * b1 - p0 * q1;
            (self.x, self.p) = (x1, p1);
            self.put::<CARRYING>(&mut below.t[0], sum0);
            self.put::<CARRYING>(&mut below.t[1], sum1);
            below = pair;
        }
    }

    /// The same walk with the reduction's rows alone.
    #[inline(always)]
    fn reduce<const CARRYING: bool>(&mut self, pairs: &mut [Pair]) {
        let [q0, q1] = self.q;
        let Some((mut below, rest)) = pairs.split_first_mut() else { return };
        for pair in rest {
            let Pair { t: [t0, t1], p: [p0, p1], .. } = *pair;
            let sum0 = t0 - p0 * q0 - self.p * q1;
            let sum1 = t1 - p1 * q0 - p0 * q1;
            self.p = p1;
            self.put::<CARRYING>(&mut below.t[0], sum0);
            self.put::<CARRYING>(&mut below.t[1], sum1);
            below = pair;
        }
    }

    /// Column l, where only the second rows reach, and what is carried out of it.
    #[inline(always)]
    fn end<const CARRYING: bool>(mut self, pairs: &mut [Pair]) {
        let Some(last) = pairs.last_mut() else { return };
        let sum = self.x * self.b[1] - self.p * self.q[1];
        self.put::<CARRYING>(&mut last.t[0], sum);
        last.t[1] = self.carry;
    }
}

/// Whether a pass carries: the last of each run does, but `settle` follows the very last.
pub(super) fn carries(pass: usize, run: usize, passes: usize) -> bool {
    (pass + 1).is_multiple_of(run) && pass + 1 < passes
}

/// The pass of the rows b of a product.
fn product_pass<const CARRYING: bool>(pairs: &mut [Pair], b: [i64; 2]) {
    let Pair { t, x, .. } = pairs[0];
    let u = [t[0] + x[0] * b[0], t[1] + x[1] * b[0] + x[0] * b[1]];
    let mut pass = Pass::start(u, &pairs[0], b, x[1]);
    pass.multiply_reduce::<CARRYING>(pairs);
    pass.end::<CARRYING>(pairs);
}

/// The pass of the rows 2r and 2r + 1 of a squaring; the operand is doubled.
fn square_pass<const CARRYING: bool>(pairs: &mut [Pair], r: usize) {
    let diagonal = &mut pairs[r];
    let b = diagonal.x.map(|x| x >> 1);
    diagonal.t[0] += b[0] * b[0];
    diagonal.t[1] += b[0] * diagonal.x[1];
    let mut pass = Pass::start(pairs[0].t, &pairs[0], b, b[1]);
    pass.reduce::<CARRYING>(&mut pairs[..=r]);
    pass.multiply_reduce::<CARRYING>(&mut pairs[r..]);
    pass.end::<CARRYING>(pairs);
}

/// Carries the accumulator out: `factor` times its limbs become the operand, and it is cleared.
fn settle(pairs: &mut [Pair], factor: i64) {
    let mut carry = 0;
    for pair in pairs {
        let u0 = pair.t[0] + carry;
        let u1 = pair.t[1] + high(u0);
        carry = high(u1);
        pair.x = [factor * low(u0), factor * low(u1)];
        pair.t = [0; 2];
    }
    debug_assert_eq!(carry, 0);
}

/// Montgomery arithmetic in balanced 30-bit limbs.
#[derive(Clone)]
pub struct Scalar {
    pairs: Vec<Pair>,
    /// The length of N in bits.
    bits: usize,
}

impl Scalar {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = radix::bits(n);
        let k = negated_inverse(n[0]).wrapping_neg() & MASK as u32;
        let n_star = radix::multiply_add(n, k.into(), 0);
        let mut pairs = vec![Pair::default(); (bits + W + SPARE).div_ceil(2 * W)];
        let columns = pairs.iter_mut().flat_map(|pair| &mut pair.p);
        for (p, limb) in columns.skip(1).zip(limbs(&n_star, W)) {
            *p = limb;
        }
        Self { pairs, bits }
    }

    /// The operand becomes `factor` times the residue a.
    fn load(&mut self, a: &[u64], factor: i64) {
        for (pair, &[a0, a1]) in self.pairs.iter_mut().zip(a.as_chunks().0) {
            pair.x = [factor * limb(a0), factor * limb(a1)];
        }
    }

    /// The residue a becomes the operand, halved `halvings` times.
    fn store(&self, a: &mut [u64], halvings: u32) {
        for (a, pair) in a.as_chunks_mut().0.iter_mut().zip(&self.pairs) {
            *a = pair.x.map(|x| (x >> halvings) as u64);
        }
    }
}

impl Kernel for Scalar {
    fn words(&self) -> usize {
        2 * self.pairs.len()
    }

    fn radix_bits(&self) -> usize {
        W * self.words()
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + W + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, limb) in out.iter_mut().zip(limbs(x, 0)) {
            *out = limb as u64;
        }
    }

    /// a + N*, which lies in (0, 2N*).
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        let mut carry = 1;
        let columns = self.pairs.iter().flat_map(|pair| pair.p);
        let digits = a.iter().zip(columns).map(|(&a, p)| {
            let sum = a as i64 + p + carry;
            carry = sum >> W;
            (sum & MASK) as u64
        });
        radix::pack(digits, W, out);
    }

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        let passes = self.pairs.len();
        self.load(a, 1);
        for (i, b) in b.as_chunks().0.iter().enumerate() {
            let b = b.map(limb);
            if carries(i, PRODUCT_RUN, passes) {
                product_pass::<true>(&mut self.pairs, b);
            } else {
                product_pass::<false>(&mut self.pairs, b);
            }
        }
        settle(&mut self.pairs, 1);
        self.store(a, 0);
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        let passes = self.pairs.len();
        self.load(a, 2);
        for _ in 0..times {
            for r in 0..passes {
                if carries(r, SQUARE_RUN, passes) {
                    square_pass::<true>(&mut self.pairs, r);
                } else {
                    square_pass::<false>(&mut self.pairs, r);
                }
            }
            settle(&mut self.pairs, 2);
        }
        self.store(a, 1);
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, BigUint};

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

    /// Moduli that fill so many limbs to the last bit, or are up to two bits too long for them.
    fn moduli(limbs: usize, excess: usize) -> [BigUint; 4] {
        let power = |bits: usize| BigUint::from(1_u32) << bits;
        let bits = W * limbs - W - 2 + excess;
        // 2^w·Σ h·2^(w·i), below the bit that makes it negative limbs from there down.
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
        // Past a run of passes, for squarings and for products, several times over.
        for limbs in [4, 6, 8, 10, 12, 14, 16, 28, 30, 70, 94] {
            for (excess, n) in (0..3).flat_map(|e| moduli(limbs, e).map(|n| (e, n))) {
                let mut kernel = Scalar::new(&n.to_u32_digits());
                assert_eq!(excess == 0, kernel.words() == limbs);
                let limbs = kernel.words();
                let columns: Vec<i64> = kernel.pairs.iter().flat_map(|pair| pair.p).collect();
                let n_star: BigInt = value(&columns) + 1;
                let n = BigInt::from(n);
                let check = |kernel: &Scalar, out: &[u64], expected: BigInt| {
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
                    carry = high(sum);
                    low(sum)
                });
                residues.push(negated.collect());
                residues.push(columns);
                for a in &residues {
                    for b in &residues {
                        let mut out = words(a);
                        kernel.multiply(&mut out, &words(b));
                        check(&kernel, &out, value(a) * value(b));
                    }
                    let mut once = words(a);
                    kernel.square(&mut once, 1);
                    check(&kernel, &once, value(a).pow(2));
                    let mut twice = words(a);
                    kernel.square(&mut twice, 2);
                    check(&kernel, &twice, signed(&once).pow(2));
                }
            }
        }
    }

    /// Columns as full as the bounds say, through a run of passes: dev builds check for overflow.
    #[test]
    fn columns_hold_a_run_of_passes() {
        for (run, x) in [(PRODUCT_RUN, H), (SQUARE_RUN, 2 * H)] {
            for sign in [1, -1] {
                let left = sign * (MASK + high(i64::MAX - H));
                let mut pairs = [Pair { t: [left; 2], x: [x; 2], p: [H; 2] }; 40];
                let (b, q) = ([sign * H; 2], [-sign * H; 2]);
                let carry = sign * high(i64::MAX - H);
                let pass = || Pass { b, q, x, p: H, carry };
                for _ in 1..run {
                    pass().multiply_reduce::<false>(&mut pairs);
                }
                let a_pass = sign * (2 * x * H + 2 * H * H);
                assert_eq!(pairs[3].t[1], left + (run as i64 - 1) * a_pass);
                pass().multiply_reduce::<true>(&mut pairs);
                let sum = left + run as i64 * a_pass;
                assert_eq!(pairs[3].t[1], (sum & MASK) + (sum >> W));
            }
        }
    }
}
