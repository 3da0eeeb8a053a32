//! Products apart from their reduction, in the limbs of [`relaxed`](crate::kernels::relaxed): what Karatsuba's method
//! multiplies.
//!
//! A group is a pair of limbs, or of columns. Four rows are added in a pass, in chains of four terms.
//! With |x| ≤ A = 2^49 + 2^12, a chain adds less than 2^51 to a column's low part, and less than
//! 4·A²/2^50 + 2 < 2^50 + 2^14 to the high part, which belongs to the next column.
//!
//! A square has each product of two limbs once, and is doubled in the end: four doubled terms would not
//! fit into a chain. The squares of limbs are added then.
//!
//! A difference of two limbs is below 2^50 + 2^13. Rounded to a multiple of 2^50, it is −2^50, 0 or
//! 2^50, so the limbs of a difference are at most 2^49 + 1. `bounds/relaxed.rs` checks all of this, with the sums of
//! all levels.

use crate::{
    kernels::relaxed::{
        karatsuba::Products,
        limbs::{Constants, HALF, LIMB_RANGE, OFFSET, Parts, WIDTH},
    },
    lanes::f64x2::{F64x2, U64x2, fused},
    limbs::{
        chain::{LOW_RANGE, LOW_START},
        wiped::Wiped,
    },
};
use alloc::vec;
use core::iter;

/// Added to a double below 2^101 and subtracted again, this rounds it to a multiple of 2^50.
pub(crate) const ROUNDING: f64 = (3_u128 << (WIDTH + 51)) as f64;
/// 2^−50
const UNIT: f64 = 1.0 / (1_u64 << WIDTH) as f64;

const ZERO: F64x2 = F64x2::splat(0.0);
const NO_COLUMNS: U64x2 = U64x2::splat(0);

/// The sums of chains in a pair of columns.
#[derive(Clone, Copy)]
#[repr(C)]
struct Sums {
    low: U64x2,
    /// These belong one column further up.
    high: U64x2,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, (low, high): Parts) {
        self.low = self.low + low;
        self.high = self.high + high;
    }
}

/// Products of pairs of limbs, with their scratch space.
pub(crate) struct PairProducts {
    sums: Wiped<Sums>,
    /// The number to square, and three pairs of zeros.
    operand: Wiped<F64x2>,
}

/// Four limbs, each in both lanes.
#[inline(always)]
fn splat(rows: &[F64x2]) -> [F64x2; 4] {
    let [b_0, b_1] = rows[0].splat_lanes();
    let [b_2, b_3] = rows.get(1).unwrap_or(&ZERO).splat_lanes();
    [b_0, b_1, b_2, b_3]
}

/// (lane 1 of `pair[0]`, lane 0 of `pair[1]`)
#[inline(always)]
fn between(pair: &[F64x2]) -> F64x2 {
    F64x2::between(pair.try_into().expect("two pairs"))
}

/// Adds four rows to the columns of `a[1..]`. `odd_before` has the limbs one below those of `a[0]`. Returns the limbs
/// one below those of the last pair.
#[inline(always)]
fn add_rows(
    constants: &Constants,
    a: &[F64x2],
    mut odd_before: F64x2,
    [b_0, b_1, b_2, b_3]: [F64x2; 4],
    sums: &mut [Sums],
) -> F64x2 {
    let mut before = a[0];
    for (pair, sums) in a.windows(2).zip(sums) {
        let (x, odd) = (pair[1], between(pair));
        sums.add(constants.chain([(x, b_0), (odd, b_1), (before, b_2), (odd_before, b_3)]));
        (before, odd_before) = (x, odd);
    }
    odd_before
}

/// Whether a pass begins at pair i. Each begins `step` pairs above the one before.
pub(crate) fn begins_at(i: usize, n: usize, step: usize) -> bool {
    i.is_multiple_of(step) && i < step * n.div_ceil(2)
}

/// Whether a pass ends before pair i. The first one has n + 2 pairs, and each ends two pairs above the one
/// before.
pub(crate) fn ends_before(i: usize, n: usize) -> bool {
    i >= n + 2 && (i - n).is_multiple_of(2)
}

impl PairProducts {
    /// For the longest product and the longest square.
    pub fn new() -> Self {
        Self {
            sums: vec![Sums { low: NO_COLUMNS, high: NO_COLUMNS }; 2 * Self::LONGEST_SQUARE + 2]
                .into(),
            operand: vec![ZERO; Self::LONGEST_SQUARE + 3].into(),
        }
    }

    /// Subtracts the biases of all chains in advance.
    #[inline(always)]
    fn clear_sums(&mut self, constants: &Constants, n: usize, step: usize) {
        let (mut low, mut high) = (NO_COLUMNS, NO_COLUMNS);
        for (i, sums) in self.sums[..2 * n + 2].iter_mut().enumerate() {
            if begins_at(i, n, step) {
                (low, high) = (low - constants.low_bias, high - constants.high_bias);
            }
            if ends_before(i, n) {
                (low, high) = (low + constants.low_bias, high + constants.high_bias);
            }
            *sums = Sums { low, high };
        }
    }

    /// The columns of the sums.
    #[inline(always)]
    fn columns(sums: &[Sums]) -> impl Iterator<Item = U64x2> {
        let mut before = NO_COLUMNS;
        sums.iter().map(move |sums| {
            let columns = sums.low + sums.high.shifted(before);
            before = sums.high;
            columns
        })
    }

    #[inline(never)]
    fn product(&mut self, a: &[F64x2], b: &[F64x2], out: &mut [U64x2]) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                let n = a.len();
                self.clear_sums(constants, n, 2);
                for (pass, b) in b.chunks(2).enumerate() {
                    let rows = splat(b);
                    let [b_0, b_1, b_2, b_3] = rows;
                    let sums = &mut self.sums[2 * pass..];
                    let odd = a[0].shifted(ZERO);
                    sums[0].add(constants.chain([(a[0], b_0), (odd, b_1)]));
                    let odd_before = add_rows(constants, a, odd, rows, &mut sums[1..]);
                    let (before, odd) = (a[n - 1], ZERO.shifted(a[n - 1]));
                    sums[n].add(constants.chain([(odd, b_1), (before, b_2), (odd_before, b_3)]));
                    sums[n + 1].add(constants.chain([(odd, b_3)]));
                }
                for (out, columns) in out.iter_mut().zip(Self::columns(&self.sums)) {
                    *out = columns;
                }
            },
        )
    }

    #[inline(never)]
    fn square(&mut self, a: &[F64x2], out: &mut [U64x2]) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                let n = a.len();
                self.operand[..n].copy_from_slice(a);
                self.operand[n..n + 3].fill(ZERO);
                self.clear_sums(constants, n, 4);
                for pass in 0..n.div_ceil(2) {
                    let a = &self.operand[2 * pass..n + 3];
                    let rows = splat(a);
                    let [b_0, b_1, b_2, b_3] = rows;
                    let [y_odd, z_odd, t_odd] = [0, 1, 2].map(|i| between(&a[i..i + 2]));
                    let (first, sums) = self.sums[4 * pass..2 * n + 2].split_at_mut(4);
                    // A limb meets only those above it.
                    let above = |x: F64x2| x.shifted(ZERO);
                    first[0].add(constants.chain([(a[0], above(b_0))]));
                    first[1].add(constants.chain([(a[1], b_0), (y_odd, above(b_1))]));
                    first[2].add(constants.chain([(a[2], b_0), (z_odd, b_1), (a[1], above(b_2))]));
                    let terms = [(a[3], b_0), (t_odd, b_1), (a[2], b_2), (z_odd, above(b_3))];
                    first[3].add(constants.chain(terms));
                    let end = (n + 2 - 2 * pass).max(4);
                    add_rows(constants, &a[3..end], t_odd, rows, sums);
                }
                let (out, _) = out.as_chunks_mut::<2>();
                let mut columns = Self::columns(&self.sums).map(|columns| columns + columns);
                for (out, a) in out.iter_mut().zip(a) {
                    let (low, high) = constants.unbiased_chain([(*a, *a)]);
                    let [x, y] = [(); 2].map(|()| columns.next().expect("two pairs for each"));
                    *out = [x + low.low_with(high), y + low.high_with(high)];
                }
            },
        )
    }
}

impl Products for PairProducts {
    type Limbs = F64x2;
    type Columns = U64x2;
    type Carry = F64x2;

    const LONGEST: usize = 32;
    const LONGEST_SQUARE: usize = 64;
    const CARRIED_FROM: usize = 129;
    const NONE: U64x2 = NO_COLUMNS;

    fn multiply(&mut self, a: &[F64x2], b: Option<&[F64x2]>, out: &mut [U64x2]) {
        match b {
            Some(b) => self.product(a, b, out),
            None => self.square(a, out),
        }
    }

    #[inline(never)]
    fn subtract(a: &[F64x2], b: &[F64x2], out: &mut [F64x2]) -> F64x2 {
        fused(
            #[inline(always)]
            || {
                let (rounding, unit) = (F64x2::splat(ROUNDING), F64x2::splat(UNIT));
                let mut before = ZERO;
                for ((a, b), out) in a.iter().zip(b.iter().chain(iter::once(&ZERO))).zip(out) {
                    let difference = *a - *b;
                    let carry = difference + rounding - rounding;
                    *out =
                        carry.shifted(before).mul_add(unit, difference - carry).within(LIMB_RANGE);
                    before = carry;
                }
                before.splat_high().mul_add(unit, ZERO)
            },
        )
    }

    #[inline(always)]
    fn carried(x: F64x2, limbs: F64x2, y: F64x2, others: F64x2) -> U64x2 {
        let sum = y.mul_add(others, F64x2::splat(LOW_START));
        x.mul_add(limbs, sum).within(LOW_RANGE).to_bits() - U64x2::splat(LOW_START.to_bits())
    }

    #[inline(always)]
    fn carried_both(x: F64x2, y: F64x2) -> U64x2 {
        Self::carried(x, y.low_with(ZERO), ZERO, ZERO)
    }

    #[inline(never)]
    fn carry_out(columns: &mut [U64x2]) {
        let constants = &Constants::new();
        let bias = U64x2::splat(HALF + OFFSET);
        let mut before = NO_COLUMNS;
        for columns in columns {
            let sum = *columns + bias;
            let carry = constants.integer_carries(sum);
            *columns = constants.integer_digits(sum) + carry.shifted(before);
            before = carry;
        }
        debug_assert_eq!(before.high(), 0, "carried out of the highest column");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::relaxed::limbs::LARGEST_LIMB;
    use num_bigint::BigInt;

    /// Σ c_i·2^(50·i) for columns c_i.
    fn value(columns: &[U64x2]) -> BigInt {
        let columns = columns.iter().flat_map(|pair| [pair.low() as i64, pair.high() as i64]);
        columns.rev().fold(BigInt::ZERO, |sum, column| (sum << WIDTH) + column)
    }

    #[test]
    fn columns_are_carried_out() {
        let most = OFFSET as i64 - HALF as i64 - 1;
        for (low, high) in [(most, most), (-most, -most), (most, -most), (-most, most), (0, most)] {
            // Nothing is carried out of the highest column.
            let columns = [(low, high), (high, low), (low, 0), (1, -1)];
            let mut columns = columns.map(|(x, y)| U64x2::new(x as u64, y as u64));
            let expected = value(&columns);
            PairProducts::carry_out(&mut columns);
            assert_eq!(value(&columns), expected);
            for column in columns.iter().flat_map(|pair| [pair.low(), pair.high()]) {
                assert!((column as i64).unsigned_abs() <= LARGEST_LIMB, "{column}");
            }
        }
    }
}
