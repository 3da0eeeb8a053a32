//! Reduces the columns of a product in the limbs of [`relaxed`](crate::kernels::relaxed): by differences, and for a
//! long modulus by Karatsuba's method too.
//!
//! The reduction adds q·N'·2^50 − q, and each digit of q is the lowest column that remains. So q becomes known digit by
//! digit. By differences (see [`relaxed`](crate::kernels::relaxed)), a product x·y of which x becomes known in this way
//! takes half of its products of limbs: [`Online`].
//!
//! # Halves
//! With X half of the limbs, q = q_0 + q_1·X and N' = n_0 + n_1·X:
//! q_0·n_1 + q_1·n_0 = q_0·n_0 + q_1·n_1 + (q_0 − q_1)·(n_1 − n_0). The first half of the passes computes q_0·n_0. In
//! the second half, q_1·n_1 and the product of the differences become known together. Three products of half the
//! length are computed instead of four.
//!
//! With T_0 the lower quarter of the product's columns, the first half of the passes makes T_0 + q_0·n_0·2^50 − q_0 a
//! multiple U·X. So q_0·n_0·2^50 = U·X + q_0 − T_0, and its lower columns need not be kept.
//!
//! The differences are made balanced digits in [−2^49, 2^49) again, as chains of their differences demand. What they
//! carry out multiplies the other difference apart.
//!
//! # Sums of columns
//! Pair i of the columns of an `Online` of n pairs gets at most i/2 chains below the middle and (2n − i)/2 above, and
//! the products e_m of as many limbs as a column there has terms. So the lower and the upper columns of a product,
//! which come together in the result, make no more than one column in the middle does. With all that is added to it,
//! a column stays below 2^62. `bounds/relaxed.rs` checks this for each length and each pair.

use crate::{
    kernels::relaxed::{
        differences::{ColumnPair, Diagonal, IntegerLimbs},
        karatsuba::Products,
        limbs::{Constants, HALF, HIGH_START, LIMB_RANGE, Multipliers, OFFSET, carry, digit},
        products::PairProducts,
    },
    lanes::f64x2::{F64x2, U64x2, fused},
    limbs::{chain::LOW_START, wiped::Wiped},
};
use alloc::{boxed::Box, vec};
use core::hint::black_box;

/// From this number of pairs of limbs on, 7049 bits, N' is split. Measured in V8 on Zen 4, a product takes 4 % longer
/// for the split at 4096 bits, breaks even at 6144, and takes 6 % less at 12288 and 14 % less at 32768.
pub(crate) const HALVES_FROM: usize = 72;

const ZERO: F64x2 = F64x2::splat(0.0);
const NONE: U64x2 = U64x2::splat(0);

/// The chains that pair i gets of a product of n pairs.
pub(crate) fn chains(i: usize, n: usize) -> usize {
    if i < n { i } else { 2 * n - i }.div_ceil(2)
}

/// The product x·y·2^50. Each pass makes two digits of x known, the lowest first.
///
/// In WebAssembly its functions are not inlined: a pass is long, three of these products take turns, and every page
/// loads the code. In native code they are, because only the body of `fused` has fused multiply-add.
struct Online {
    pairs: Wiped<ColumnPair>,
    y: IntegerLimbs,
    diagonal: Diagonal,
    /// The high part that belongs to the lowest column.
    over: u64,
}

impl Online {
    #[inline(never)]
    fn new(y: &[i64]) -> Self {
        let limb = |i: usize| match i.checked_sub(2) {
            Some(i) if i < y.len() => y[i] as f64,
            _ => 0.0,
        };
        Self {
            pairs: (0..=y.len() / 2).map(|k| ColumnPair::new(k, limb)).collect(),
            y: IntegerLimbs::new(y.iter().copied()),
            diagonal: Diagonal::EMPTY,
            over: 0,
        }
    }

    /// Begins a pass, or a product if it is the first. Returns columns 2p and 2p + 1 without what digits 2p and 2p + 1
    /// add to them.
    #[inline(never)]
    fn begin(&mut self, pass: usize) -> [u64; 2] {
        if pass == 0 {
            (self.diagonal, self.over) = (Diagonal::EMPTY, 0);
        }
        let count = self.pairs.len() - 1;
        for i in [2 * pass, 2 * pass + 1] {
            // Subtracts the biases of all chains in advance.
            let chains = (chains(i, count) as u64).wrapping_neg();
            let pair = &mut self.pairs[i - pass];
            pair.low = U64x2::splat(chains.wrapping_mul(LOW_START.to_bits()));
            pair.high = U64x2::splat(chains.wrapping_mul(HIGH_START.to_bits()));
        }
        let [first, second] = self.diagonal.lowest_columns(&self.pairs[0]);
        [first.wrapping_add(self.over), second]
    }

    /// The sum that digit 2p adds to column 2p + 1, modulo 2^50.
    #[inline(always)]
    fn second(&self, pass: usize, digit: u64) -> u64 {
        self.diagonal.second_column(&self.y, pass, digit)
    }

    /// Takes digits 2p and 2p + 1, the first one as an integer too. Returns what both add to column 2p + 1.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn take(&mut self, constants: &Constants, pass: usize, first: u64, x: Multipliers) -> u64 {
        let head = self.pairs[0];
        let [pair, next] = &mut self.pairs[pass..pass + 2] else { unreachable!("two pairs") };
        let y = Multipliers(next.y.splat_low(), next.y.splat_high());
        let x_0 = (pass == 0).then_some(first);
        let second;
        [second, self.over] = self.diagonal.take(constants, (head, pair, next), y, x_0, x);
        second
    }

    /// Adds the rows of digits 2p and 2p + 1 above these columns, and moves all sums down two columns.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add_rows(&mut self, constants: &Constants, pass: usize, x: Multipliers) {
        let y = Multipliers::splat(&self.pairs[pass + 1].y);
        let (lower, upper) = self.pairs.split_at_mut(pass + 1);
        let (mut below, lower) = lower.split_first_mut().expect("a pair");
        for pair in lower {
            let (low, high) = constants.chain(x.differences(y, pair));
            (below.low, below.high) = (pair.low + low, pair.high + high);
            below = pair;
        }
        let pair = &upper[0];
        let [_, difference] = x.differences(y, pair);
        let (low, high) = constants.chain([difference]);
        (below.low, below.high) = (pair.low + low, pair.high + high);
    }

    /// Adds the columns above those of the passes. The last of these pairs has one column only.
    #[inline(never)]
    fn add_upper_columns(&self, out: &mut [U64x2]) {
        let total = self.diagonal.sum + self.diagonal.high.splat_high();
        let last_high = self.diagonal.high.high();
        // The lowest of these columns does not get the high part of the last e_m, which belongs to the highest one.
        let mut before = U64x2::new(0, self.over.wrapping_sub(last_high));
        let (_, pairs) = self.pairs.split_last().expect("a pair");
        for (out, pair) in out.iter_mut().zip(pairs) {
            *out = *out + pair.low + pair.high.shifted(before) + total - pair.diagonal;
            before = pair.high;
        }
        // No other product reaches the highest column.
        let highest = &mut out[pairs.len()];
        *highest = *highest + U64x2::new(last_high, 0);
    }
}

impl Drop for Online {
    fn drop(&mut self) {
        (self.diagonal, self.over) = (Diagonal::EMPTY, 0);
        black_box(self);
    }
}

/// The second half of the passes.
struct Halves {
    /// q_1·n_1
    high: Online,
    /// (q_0 − q_1)·m, where n_1 − n_0 = m + m_carry·X
    middle: Online,
    m_carry: F64x2,
    /// q_0 in integers, and U.
    q: Wiped<U64x2>,
    upper: Wiped<U64x2>,
}

impl Drop for Halves {
    fn drop(&mut self) {
        self.m_carry = ZERO;
        black_box(self);
    }
}

/// Reduces modulo one N.
pub(crate) struct Reduction {
    /// q_0·n_0, or q·N'.
    low: Online,
    /// Apart, for the reason of `karatsuba` in [`relaxed`](crate::kernels::relaxed).
    halves: Option<Box<Halves>>,
    result: Wiped<U64x2>,
}

impl Reduction {
    /// From [`HALVES_FROM`] on, the number of pairs must be even.
    pub fn new(n_prime: &[f64]) -> Self {
        let n_prime: Wiped<i64> = n_prime.iter().map(|&limb| limb as i64).collect();
        let pairs = n_prime.len() / 2;
        let in_halves = pairs >= HALVES_FROM;
        let (low, high) = n_prime.split_at(if in_halves { pairs } else { 2 * pairs });
        let halves = in_halves.then(|| {
            let mut over = 0;
            let middle = high.iter().zip(low).map(|(high, low)| {
                let sum = ((high - low) as u64).wrapping_add(over).wrapping_add(HALF);
                over = carry(sum);
                digit(sum).0 as i64
            });
            let middle: Wiped<i64> = middle.collect();
            Box::new(Halves {
                high: Online::new(high),
                middle: Online::new(&middle),
                m_carry: F64x2::splat(over as i64 as f64),
                q: vec![NONE; pairs / 2].into(),
                upper: vec![NONE; pairs / 2 + 1].into(),
            })
        });
        Self { low: Online::new(low), halves, result: vec![NONE; pairs + 1].into() }
    }

    /// The limbs of the reduced columns.
    #[inline(never)]
    pub fn reduce(&mut self, columns: &[U64x2], out: &mut [F64x2]) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                let Self { low, halves, result } = self;
                let (lower, upper) = columns.split_at(out.len());
                let (result_below, last) = result.split_at_mut(out.len());
                result_below.copy_from_slice(upper);
                last[0] = NONE;

                let mut over = 0;
                let (first_columns, second_columns) = lower.split_at(low.pairs.len() - 1);
                for (pass, &columns) in first_columns.iter().enumerate() {
                    let columns = columns + U64x2::splat(HALF);
                    let sums = low.begin(pass);
                    let first = columns.low().wrapping_add(sums[0]).wrapping_add(over);
                    let (q_0, x_0) = digit(first);
                    let second = columns.high().wrapping_add(sums[1]).wrapping_add(carry(first));
                    let (q_1, x_1) = digit(second.wrapping_add(low.second(pass, q_0)));
                    let x = Multipliers(x_0, x_1);
                    over = carry(second.wrapping_add(low.take(constants, pass, q_0, x)));
                    low.add_rows(constants, pass, x);
                    if let Some(halves) = halves {
                        halves.q[pass] = U64x2::new(q_0, q_1);
                    }
                }
                match halves {
                    None => {
                        result[0] = result[0] + U64x2::new(over, 0);
                        low.add_upper_columns(result);
                    }
                    Some(halves) => {
                        halves.upper.fill(NONE);
                        halves.upper[0] = U64x2::new(over, 0);
                        low.add_upper_columns(&mut halves.upper);
                        halves.reduce(constants, first_columns, second_columns, result);
                    }
                }

                let bias = U64x2::splat(HALF + OFFSET);
                let mut before = ZERO;
                for (out, &columns) in out.iter_mut().zip(result.iter()) {
                    let sum = columns + bias;
                    let carry = constants.carries(sum);
                    *out = (constants.digits(sum) + carry.shifted(before)).within(LIMB_RANGE);
                    before = carry;
                }
                debug_assert_eq!(before.high(), 0.0, "carried out of the highest limb");
            },
        )
    }
}

impl Halves {
    /// The second half of the passes. `lower` and `columns` are the lower two quarters of the product.
    #[inline(always)]
    fn reduce(
        &mut self,
        constants: &Constants,
        lower: &[U64x2],
        columns: &[U64x2],
        result: &mut [U64x2],
    ) {
        let Self { high, middle, m_carry, q, upper, .. } = self;
        let count = q.len();
        // U once more for the product of the differences, which gets q_0·n_0 one half further up.
        for (result, &upper) in result.iter_mut().zip(upper.iter()) {
            *result = *result + upper;
        }
        result[0] = result[0] + upper[count];

        let (mut over, mut d_carry) = (0, 0);
        for (pass, (&lower, &columns)) in lower.iter().zip(columns).enumerate() {
            let q = q[pass];
            let columns = columns + upper[pass] + q - lower + U64x2::splat(HALF);
            let (high_sums, middle_sums) = (high.begin(pass), middle.begin(pass));
            let first = high_sums[0].wrapping_add(middle_sums[0]).wrapping_add(over);
            let first = columns.low().wrapping_add(first);
            let (q_0, x_0) = digit(first);
            let d_sum = q.low().wrapping_sub(q_0).wrapping_add(d_carry).wrapping_add(HALF);
            let (d_0, z_0) = digit(d_sum);
            let second = columns.high().wrapping_add(high_sums[1]).wrapping_add(middle_sums[1]);
            let second = second.wrapping_add(carry(first));
            let known = high.second(pass, q_0).wrapping_add(middle.second(pass, d_0));
            let (q_1, x_1) = digit(second.wrapping_add(known));
            let d_sum = q.high().wrapping_sub(q_1).wrapping_add(carry(d_sum)).wrapping_add(HALF);
            let (_, z_1) = digit(d_sum);
            d_carry = carry(d_sum);

            let (x, z) = (Multipliers(x_0, x_1), Multipliers(z_0, z_1));
            let high_second = high.take(constants, pass, q_0, x);
            let middle_second = middle.take(constants, pass, d_0, z);
            over = carry(second.wrapping_add(high_second).wrapping_add(middle_second));
            let high_columns = U64x2::new(high_sums[0], high_sums[1].wrapping_add(high_second));
            result[pass] = result[pass] + high_columns;
            high.add_rows(constants, pass, x);
            middle.add_rows(constants, pass, z);
        }
        result[0] = result[0] + U64x2::new(over, 0);
        high.add_upper_columns(result);
        high.add_upper_columns(&mut result[count..]);
        middle.add_upper_columns(result);

        let d_carry = F64x2::splat(d_carry as i64 as f64);
        middle.pairs[count].x_odd = ZERO.shifted(middle.pairs[count].x);
        for (result, pair) in result.iter_mut().zip(&middle.pairs) {
            *result = *result + PairProducts::carried(d_carry, pair.y_odd, *m_carry, pair.x_odd);
        }
        let both = PairProducts::carried_both(d_carry, *m_carry);
        result[count] = result[count] + both.shifted(NONE);
    }
}
