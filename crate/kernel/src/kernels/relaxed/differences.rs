//! The reduction by differences: the product x·y of an x that becomes known from its lowest digit on, two digits in a
//! pass. It takes half of the products of limbs.
//!
//! With e_m = x_m·y_m, x_i·y_j + x_j·y_i = e_i + e_j − (x_i − x_j)·(y_i − y_j). So Σ x_i·y_j over i + j = c is Σ e_m,
//! over all m with 0 ≤ m, c − m < l, less one product for each *two* places. That product is known as soon as the digit
//! of the larger place is. The sum of e_m so far is one number for all columns, in [`Diagonal`], which is added only
//! where a column is dropped.

use crate::{
    kernels::relaxed::limbs::{Constants, Multipliers},
    lanes::f64x2::{F64x2, U64x2},
    limbs::{chain::Term, wiped::Wiped},
};
use core::hint::black_box;

const NONE: U64x2 = U64x2::splat(0);

/// Pair k of the columns, 2k and 2k + 1, with the limbs that a pass multiplies there. Limbs that are
/// also needed one column further up are stored twice. So every access is one aligned vector, at a
/// fixed distance from one pointer.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct ColumnPair {
    /// Limbs 2k − 2 and 2k − 1 of y.
    pub y: F64x2,
    /// Limbs 2k − 1 and 2k of y.
    pub y_odd: F64x2,
    /// Digits 2k − 2 and 2k − 1 of x.
    pub x: F64x2,
    /// Digits 2k − 1 and 2k of x.
    pub x_odd: F64x2,
    /// Σ e_m for m < 2k and for m < 2k + 1. The high part of e_m belongs one column further up.
    pub diagonal: U64x2,
    /// The sums of low parts.
    pub low: U64x2,
    /// The sums of high parts, which belong one column further up.
    pub high: U64x2,
}

impl ColumnPair {
    /// Pair k, without digits of x or sums. `limb` gives limb i − 2 of y for each i.
    pub fn new(k: usize, limb: impl Fn(usize) -> f64) -> Self {
        let none = F64x2::splat(0.0);
        Self {
            y: F64x2::new(limb(2 * k), limb(2 * k + 1)),
            y_odd: F64x2::new(limb(2 * k + 1), limb(2 * k + 2)),
            x: none,
            x_odd: none,
            diagonal: NONE,
            low: NONE,
            high: NONE,
        }
    }
}

impl Multipliers {
    /// The terms −(x_i − x_j)·(y_i − y_j), where these rows are i, and j is such that i + j is the
    /// column. For i = j both factors are zero.
    #[inline(always)]
    pub fn differences(self, y: Self, pair: &ColumnPair) -> [Term; 2] {
        [(pair.x_odd - self.0, y.0 - pair.y_odd), (pair.x - self.1, y.1 - pair.y)]
    }
}

/// Limbs of y as integers.
#[derive(Clone)]
pub(crate) struct IntegerLimbs {
    pub y_0: u64,
    /// y_2p − y_0
    differences: Wiped<u64>,
}

impl IntegerLimbs {
    pub fn new(y: impl Iterator<Item = i64> + Clone) -> Self {
        let y_0 = y.clone().next().unwrap_or_default();
        Self {
            y_0: y_0 as u64,
            differences: y.step_by(2).map(|limb| (limb - y_0) as u64).collect(),
        }
    }
}

impl Drop for IntegerLimbs {
    fn drop(&mut self) {
        self.y_0 = 0;
        black_box(self);
    }
}

/// The products e_m = x_m·y_m of the passes so far: the diagonal of the product.
#[derive(Clone, Copy)]
pub(crate) struct Diagonal {
    /// Their sum in both lanes, without the high part of the last product.
    pub sum: U64x2,
    /// The high parts of the last two products.
    pub high: U64x2,
    /// x_0, or 0 before it is known.
    x_0: u64,
    /// In place of padding, which would keep what the stack held.
    _spare: u64,
}

impl Diagonal {
    /// Before the first pass.
    pub const EMPTY: Self = Self { sum: NONE, high: NONE, x_0: 0, _spare: 0 };

    /// Columns 2p and 2p + 1, the lowest, without what digits 2p and 2p + 1 add to them.
    #[inline(always)]
    pub fn lowest_columns(&self, head: &ColumnPair) -> [u64; 2] {
        let low = head.low + self.sum;
        [low.low(), (low + head.high.shifted(NONE) + self.high).high()]
    }

    /// The sum that digit x_2p adds to column 2p + 1, modulo 2^50.
    ///
    /// Column 2p gets Σ e_m for m < 2p. Column 2p + 1 also gets e_2p − (x_2p − x_0)·(y_2p − y_0), which is
    /// x_2p·y_0 + x_0·(y_2p − y_0), because the sum has e_0 already.
    #[inline(always)]
    pub fn second_column(&self, y: &IntegerLimbs, pass: usize, digit: u64) -> u64 {
        let known = self.x_0.wrapping_mul(y.differences[pass]);
        known.wrapping_add(digit.wrapping_mul(y.y_0))
    }

    /// Takes digits 2p and 2p + 1, the first one as an integer too. `pairs` are pairs 0, p and p + 1, and `y` has limbs
    /// 2p and 2p + 1 of y in both lanes. Returns what the digits add to column 2p + 1, and the high part that belongs
    /// to the column above.
    #[inline(always)]
    pub fn take(
        &mut self,
        constants: &Constants,
        (head, pair, next): (ColumnPair, &mut ColumnPair, &mut ColumnPair),
        y: Multipliers,
        x_0: Option<u64>,
        x: Multipliers,
    ) -> [u64; 2] {
        let [difference, _] = x.differences(y, &head);
        let (difference_low, difference_high) = constants.unbiased_chain([difference]);
        let x = x.1.shifted(x.0);
        let (e_low, e_high) = constants.unbiased_chain([(x, next.y)]);

        next.x = x;
        pair.x_odd = x.shifted(pair.x);
        let columns = e_low + e_high.shifted(self.high);
        pair.diagonal = self.sum + columns.shifted(NONE);
        self.sum = self.sum + columns + columns.shifted(columns);
        self.high = e_high;
        if let Some(x_0) = x_0 {
            self.x_0 = x_0;
        }
        [(e_low.shifted(NONE) + difference_low).high(), (head.high + difference_high).high()]
    }
}
