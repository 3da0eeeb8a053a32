//! `wide`: 61-bit limbs and columns of 128 bits, for machines whose products of two words are two
//! words: the wide-arithmetic proposal of WebAssembly (`i64.mul_wide_u`, `i64.add128`), and
//! native code.
//!
//! **Form.** w = 61. An integer is Σ x_i·2^(w·i), 0 ≤ x_i < 2^w, in l limbs, l even,
//! w·l ≥ bits + w + 2; R = 2^(w·l). Residues are integers in [0, 2N*), where N* = k·N and
//! k = −N⁻¹ mod 2^w makes N* = 2^w·N' − 1. So an accumulator's lowest limb *is* the quotient
//! digit q: adding q·N* clears that limb and adds q·N' to the limbs above it, one limb up.
//! Limbs are three bits short of a word so that columns need no carry for fifteen passes: with
//! 64-bit limbs each product costs two more additions, each waiting for the one before. (They
//! are not signed, as those of `scalar` are: LLVM hoists the sign's extension out of the loop and
//! then multiplies 128 bits by 64.)
//!
//! **A pass** takes the rows b_i and b_(i+1) of a product and with them q_i and q_(i+1):
//!
//! - u0 = t_0 + x_0·b_i, u1 = t_1 + x_1·b_i + x_0·b_(i+1);
//! - q_i = low(u0), u1 += high(u0) + q_i·N'_0, q_(i+1) = low(u1), and high(u1) goes on to t_2;
//! - t_(j−2) = t_j + x_j·b_i + x_(j−1)·b_(i+1) + N'_(j−1)·q_i + N'_(j−2)·q_(i+1), 2 ≤ j ≤ l,
//!
//! low(x) being x mod 2^w and high(x) = ⌊x/2^w⌋. All that a column needs lies together in a `Pair`
//! of columns, so one pointer walks through memory at fixed distances, and a pass writes two
//! columns below where it reads.
//!
//! **Squaring.** With x = 2a, the rows a_i, a_(i+1) (i even) need the columns above the diagonal
//! only: a_i² is added to column 2i, 2·a_i·a_(i+1) to 2i+1, and from column 2i+2 on a_i meets x_j,
//! j ≥ i+2, and a_(i+1) meets x_(j−1), where a_(i+1) itself stands for x_(i+1). In columns below
//! 2i there is only the reduction.
//!
//! **Bounds on values.** a, b < 2N* and 4N* ≤ R give (a·b + Q·N*)/R < 4N*²/R + N* ≤ 2N*, Q < R
//! being the number that the quotient digits make. 2N* < R has l limbs, so nothing is carried
//! out of the last one. N' < 2^bits has l − 1.
//!
//! **Bounds on columns.** A product of two limbs is below 2^122. A pass adds four of them to a
//! column, less than 2^124; in a squaring, where x_j < 2^62, less than 2·2^123 + 2·2^122 = 1.5·2^124
//! (on the diagonal 2·2^122 + 2·2^122; where a_(i+1) meets itself 3·2^122 + 2·2^122). A
//! *carrying* pass leaves in each column w bits and the high part of the column below, together
//! under 2^61 + 2^67. Once in its life, when it becomes the lowest, a column also takes high(u1),
//! under 2^67. So with every fifteenth pass carrying no column reaches 15·2^124 + 2^69 < 2^128,
//! and with every tenth in a squaring none reaches 10·1.5·2^124 + 2^69: for any number of limbs,
//! hence a modulus of any length. The sums of the head, u0 and u1, hold fewer products than a pass
//! adds to other columns.
//!
//! `bounds/rows.rs` follows both kinds of pass with intervals, and checks all that.

use super::{Kernel, Maker, radix, reference::negated_inverse};
use alloc::{boxed::Box, vec, vec::Vec};

/// This kernel's line in [`ALL`](super::ALL).
pub const MAKER: Maker = Maker {
    name: "wide",
    max_bits: usize::MAX,
    fast_from: 0,
    square_cost: 0.8,
    make: |n| Box::new(Wide::new(n)),
};

/// w: the bits in a limb.
pub(super) const W: usize = 61;
const MASK: u64 = (1 << W) - 1;
/// R ≥ 2^SPARE·N*
pub(super) const SPARE: usize = 2;
/// In a product, one pass of so many carries.
pub(super) const PRODUCT_RUN: usize = 15;
/// In a squaring, one pass of so many carries.
pub(super) const SQUARE_RUN: usize = 10;

// The bounds on columns, in units of 2^(2w): 4 a pass and 6 a pass, and 2^69 beside them.
const _: () = assert!(4 * PRODUCT_RUN < 1 << (128 - 2 * W));
const _: () = assert!(6 * SQUARE_RUN < 1 << (128 - 2 * W));

/// The whole product of two words.
#[inline(always)]
fn product(x: u64, y: u64) -> u128 {
    u128::from(x) * u128::from(y)
}

/// x mod 2^w
#[inline(always)]
fn low(x: u128) -> u64 {
    x as u64 & MASK
}

/// ⌊x/2^w⌋
#[inline(always)]
fn high(x: u128) -> u128 {
    x >> W
}

/// A residue's word.
#[inline(always)]
fn limb(word: u64) -> u64 {
    debug_assert!(word <= MASK, "a limb is beyond its bound");
    word
}

/// Two neighbouring columns: all that a pass reads and writes there.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// The accumulator.
    t: [u128; 2],
    /// The operand that rows multiply: a, or 2a in a squaring.
    x: [u64; 2],
    /// N'_(j−1) in column j.
    p: [u64; 2],
}

/// Two rows, on their way up the columns.
struct Pass {
    b: [u64; 2],
    q: [u64; 2],
    /// The operand's limb in the column before.
    x: u64,
    /// N' in the column before.
    p: u64,
    /// What the next column takes over.
    carry: u128,
}

impl Pass {
    /// The quotient digits, from the two lowest columns' sums and what `first` holds there.
    #[inline(always)]
    fn start(u: [u128; 2], first: &Pair, b: [u64; 2], x: u64) -> Self {
        let q0 = low(u[0]);
        let u1 = u[1] + high(u[0]) + product(q0, first.p[1]);
        Self { b, q: [q0, low(u1)], x, p: first.p[1], carry: high(u1) }
    }

    /// A column's sum takes its place, two columns down.
    #[inline(always)]
    fn put<const CARRYING: bool>(&mut self, t: &mut u128, sum: u128) {
        if CARRYING {
            *t = u128::from(low(sum)) + self.carry;
            self.carry = high(sum);
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
            let sum =
                t0 + product(x0, b0) + product(self.x, b1) + product(p0, q0) + product(self.p, q1);
            self.put::<CARRYING>(&mut below.t[0], sum);
            let sum = t1 + product(x1, b0) + product(x0, b1) + product(p1, q0) + product(p0, q1);
            self.put::<CARRYING>(&mut below.t[1], sum);
            (self.x, self.p) = (x1, p1);
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
            let sum = t0 + product(p0, q0) + product(self.p, q1);
            self.put::<CARRYING>(&mut below.t[0], sum);
            let sum = t1 + product(p1, q0) + product(p0, q1);
            self.put::<CARRYING>(&mut below.t[1], sum);
            self.p = p1;
            below = pair;
        }
    }

    /// Column l, where only the second rows reach, and what is carried out of it.
    #[inline(always)]
    fn end<const CARRYING: bool>(mut self, pairs: &mut [Pair]) {
        let Some(last) = pairs.last_mut() else { return };
        let sum = product(self.x, self.b[1]) + product(self.p, self.q[1]);
        self.put::<CARRYING>(&mut last.t[0], sum);
        last.t[1] = self.carry;
    }
}

/// Whether a pass carries: the last of each run does, but `settle` follows the very last.
pub(super) fn carries(pass: usize, run: usize, passes: usize) -> bool {
    (pass + 1).is_multiple_of(run) && pass + 1 < passes
}

/// The pass of the rows b of a product.
fn product_pass<const CARRYING: bool>(pairs: &mut [Pair], b: [u64; 2]) {
    let Pair { t, x, .. } = pairs[0];
    let u = [t[0] + product(x[0], b[0]), t[1] + product(x[1], b[0]) + product(x[0], b[1])];
    let mut pass = Pass::start(u, &pairs[0], b, x[1]);
    pass.multiply_reduce::<CARRYING>(pairs);
    pass.end::<CARRYING>(pairs);
}

/// The pass of the rows 2r and 2r + 1 of a squaring; the operand is doubled.
fn square_pass<const CARRYING: bool>(pairs: &mut [Pair], r: usize) {
    let diagonal = &mut pairs[r];
    let b = diagonal.x.map(|x| x >> 1);
    diagonal.t[0] += product(b[0], b[0]);
    diagonal.t[1] += product(b[0], diagonal.x[1]);
    let mut pass = Pass::start(pairs[0].t, &pairs[0], b, b[1]);
    pass.reduce::<CARRYING>(&mut pairs[..=r]);
    pass.multiply_reduce::<CARRYING>(&mut pairs[r..]);
    pass.end::<CARRYING>(pairs);
}

/// Carries the accumulator out: `factor` times its limbs become the operand, and it is cleared.
fn settle(pairs: &mut [Pair], factor: u64) {
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

/// Montgomery arithmetic in 61-bit limbs.
#[derive(Clone)]
pub struct Wide {
    pairs: Vec<Pair>,
    /// The length of N in bits.
    bits: usize,
}

impl Wide {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = radix::bits(n);
        // Newton's iteration once more: from 32 right bits of −N⁻¹ to 64.
        let k = u64::from(negated_inverse(n[0]));
        let k = k.wrapping_mul(k.wrapping_mul(radix::window(n, 0, 64)).wrapping_add(2)) & MASK;
        let n_star = radix::multiply_add(n, k, 1);
        let mut pairs = vec![Pair::default(); (bits + W + SPARE).div_ceil(2 * W)];
        let columns = pairs.iter_mut().flat_map(|pair| &mut pair.p);
        for (i, p) in columns.enumerate().skip(1) {
            *p = radix::window(&n_star, W * i, W);
        }
        Self { pairs, bits }
    }

    /// The operand becomes `factor` times the residue a.
    fn load(&mut self, a: &[u64], factor: u64) {
        for (pair, a) in self.pairs.iter_mut().zip(a.as_chunks().0) {
            pair.x = a.map(|a| factor * limb(a));
        }
    }

    /// The residue a becomes the operand, halved `halvings` times.
    fn store(&self, a: &mut [u64], halvings: u32) {
        for (a, pair) in a.as_chunks_mut().0.iter_mut().zip(&self.pairs) {
            *a = pair.x.map(|x| x >> halvings);
        }
    }
}

impl Kernel for Wide {
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
        for (i, out) in out.iter_mut().enumerate() {
            *out = radix::window(x, W * i, W);
        }
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        radix::pack(a.iter().copied(), W, out);
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
    use num_bigint::BigUint;

    fn value(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |value, &limb| (value << W) + limb)
    }

    /// Moduli that fill so many limbs to the last bit, or are up to two bits too long for them.
    fn moduli(limbs: usize, excess: usize) -> [BigUint; 4] {
        let power = |bits: usize| BigUint::from(1_u32) << bits;
        let bits = W * limbs - W - 2 + excess;
        [
            power(bits) - power(W) + 1_u32, // k = 2^w − 1: 4N* is just below R
            power(bits) - power(W) - 1_u32, // N* = N, and N' is all ones
            power(bits) - 1_u32,            // N* = N, and N' is a power of two
            power(bits - 1) + 1_u32,
        ]
    }

    /// Residues below the bound with the largest limbs, alone or next to zeros.
    fn extremes(bound: &BigUint, limbs: usize) -> Vec<Vec<u64>> {
        let largest = bound - 1_u32;
        let largest = (0..limbs).map(|i| radix::window(&largest.to_u32_digits(), W * i, W));
        let mut all = vec![largest.collect()];
        let patterns: [fn(usize) -> bool; 4] =
            [|_| true, |i| i % 2 == 0, |i| i % 2 == 1, |i| i > 0];
        for pattern in patterns {
            let mut residue: Vec<u64> = (0..limbs).map(|i| MASK * u64::from(pattern(i))).collect();
            for i in (0..limbs).rev() {
                if value(&residue) >= *bound {
                    residue[i] = 0;
                }
            }
            all.push(residue);
        }
        all
    }

    #[test]
    fn extreme_residues() {
        // Past a run of passes, for squarings and for products, several times over.
        for limbs in [4, 6, 18, 20, 22, 28, 30, 32, 64, 94] {
            for (excess, n) in (0..3).flat_map(|e| moduli(limbs, e).map(|n| (e, n))) {
                let mut kernel = Wide::new(&n.to_u32_digits());
                assert_eq!(excess == 0, kernel.words() == limbs);
                let limbs = kernel.words();
                let columns: Vec<u64> = kernel.pairs.iter().flat_map(|pair| pair.p).collect();
                let bound = (value(&columns) - 1_u32) * 2_u32;
                let check = |kernel: &Wide, out: &[u64], expected: BigUint| {
                    assert!(value(out) < bound);
                    assert_eq!((value(out) << (W * limbs)) % &n, expected % &n);
                    let mut decoded = vec![0; kernel.decoded_limbs()];
                    kernel.decode(out, &mut decoded);
                    assert_eq!(BigUint::new(decoded), value(out));
                };
                let residues = extremes(&bound, limbs);
                for a in &residues {
                    for b in &residues {
                        let mut out = a.clone();
                        kernel.multiply(&mut out, b);
                        check(&kernel, &out, value(a) * value(b));
                    }
                    let mut once = a.clone();
                    kernel.square(&mut once, 1);
                    check(&kernel, &once, value(a).pow(2));
                    let mut twice = a.clone();
                    kernel.square(&mut twice, 2);
                    check(&kernel, &twice, value(&once).pow(2));
                }
            }
        }
    }

    /// Columns as full as the bounds say, through a run of passes: dev builds check for overflow.
    #[test]
    fn columns_hold_a_run_of_passes() {
        for (run, x) in [(PRODUCT_RUN, MASK), (SQUARE_RUN, 2 * MASK)] {
            let left = u128::from(MASK) + high(u128::MAX);
            let mut pairs = [Pair { t: [left; 2], x: [x; 2], p: [MASK; 2] }; 40];
            let pass = || Pass { b: [MASK; 2], q: [MASK; 2], x, p: MASK, carry: high(u128::MAX) };
            for _ in 1..run {
                pass().multiply_reduce::<false>(&mut pairs);
            }
            let a_pass = 2 * product(x, MASK) + 2 * product(MASK, MASK);
            assert_eq!(pairs[3].t[1], left + (run as u128 - 1) * a_pass);
            pass().multiply_reduce::<true>(&mut pairs);
            let sum = left + run as u128 * a_pass;
            assert_eq!(pairs[3].t[1], u128::from(low(sum)) + high(sum));
        }
    }
}
