//! Karatsuba's method, over the products of limbs of any kernel.
//!
//! With a = a_0 + a_1·X, a·b = a_0·b_0 + (a_0·b_0 + a_1·b_1 − (a_0 − a_1)·(b_0 − b_1))·X + a_1·b_1·X²: three
//! products of half the length. The differences are made balanced limbs again, so that all products of limbs have the
//! same bounds. A difference carries −1, 0 or 1 out of its limbs. That carry multiplies the other
//! difference apart, and nothing branches on it.
//!
//! Half of the columns of a product get the sums of four columns. Of products with s chains in a
//! column, three times as many come together there, because of the columns c and c + X of one product only
//! one is long. So after some levels the columns are carried out: see `CARRIED_FROM`.

use crate::lanes::f64x2::fused;
use core::ops::{Add, Sub};

/// Products of limbs: what a kernel gives.
///
/// All numbers are in *groups* of a few limbs. A result is in columns, which are added and subtracted
/// before they are made limbs.
pub(crate) trait Products {
    /// A group of neighbouring limbs.
    type Limbs: Copy;
    /// The columns of a group.
    type Columns: Copy + Add<Output = Self::Columns> + Sub<Output = Self::Columns>;
    /// The carry out of the highest limb.
    type Carry: Copy;

    /// The longest product, in groups, that is not split.
    const LONGEST: usize;
    /// The longest square, in groups, that is not split: no shorter than the longest product.
    const LONGEST_SQUARE: usize;
    /// From this length on, columns are carried out.
    const CARRIED_FROM: usize;
    /// No product.
    const NONE: Self::Columns;

    /// a·b in twice as many columns, or a² without b.
    fn multiply(&mut self, a: &[Self::Limbs], b: Option<&[Self::Limbs]>, out: &mut [Self::Columns]);
    /// Balanced limbs of a − b. The number b may be a group shorter.
    fn subtract(a: &[Self::Limbs], b: &[Self::Limbs], out: &mut [Self::Limbs]) -> Self::Carry;
    /// x·limbs + y·others in columns.
    fn carried(
        x: Self::Carry,
        limbs: Self::Limbs,
        y: Self::Carry,
        others: Self::Limbs,
    ) -> Self::Columns;
    /// x·y in the lowest column.
    fn carried_both(x: Self::Carry, y: Self::Carry) -> Self::Columns;
    /// Carries out columns once, so that each is about as large as a limb.
    fn carry_out(columns: &mut [Self::Columns]);
}

/// Scratch space for a product.
pub(crate) struct Scratch<'a, P: Products> {
    pub limbs: &'a mut [P::Limbs],
    pub columns: &'a mut [P::Columns],
}

/// The length of both scratch spaces for a product of n groups. A square needs no more.
pub(crate) fn scratch_length<P: Products>(n: usize) -> usize {
    if n <= P::LONGEST {
        return 0;
    }
    let half = n.div_ceil(2);
    2 * half + scratch_length::<P>(half)
}

/// a·b in twice as many columns, or a² without b.
pub(crate) fn product<P: Products>(
    products: &mut P,
    a: &[P::Limbs],
    b: Option<&[P::Limbs]>,
    out: &mut [P::Columns],
    scratch: &mut Scratch<'_, P>,
) {
    let n = a.len();
    if n <= if b.is_some() { P::LONGEST } else { P::LONGEST_SQUARE } {
        return products.multiply(a, b, out);
    }
    let half = n.div_ceil(2);
    let (a_low, a_high) = a.split_at(half);
    let b = b.map(|b| b.split_at(half));
    let (low, high) = out.split_at_mut(2 * half);
    product(products, a_low, b.map(|b| b.0), low, scratch);
    product(products, a_high, b.map(|b| b.1), high, scratch);

    let (differences, limbs) = scratch.limbs.split_at_mut(2 * half);
    let (middle, columns) = scratch.columns.split_at_mut(2 * half);
    let rest = &mut Scratch { limbs, columns };
    let (d, e) = differences.split_at_mut(half);
    let d_carry = P::subtract(a_low, a_high, d);
    let (e, e_carry) = match b {
        Some((b_low, b_high)) => {
            let carry = P::subtract(b_low, b_high, e);
            product(products, d, Some(e), middle, rest);
            (&*e, carry)
        }
        None => {
            product(products, d, None, middle, rest);
            (&*d, d_carry)
        }
    };

    let (low_0, low_1) = low.split_at_mut(half);
    let (middle_0, middle_1) = middle.split_at(half);
    let high_1 = 2 * (n - half) - half;
    fused(
        #[inline(always)]
        || {
            for i in 0..half {
                let both = low_1[i] + high[i];
                low_1[i] = both + low_0[i] - middle_0[i];
                let highest = if i < high_1 { high[half + i] } else { P::NONE };
                high[i] = both + highest - middle_1[i] - P::carried(d_carry, e[i], e_carry, d[i]);
            }
            high[half] = high[half] - P::carried_both(d_carry, e_carry);
        },
    );
    if n >= P::CARRIED_FROM {
        P::carry_out(out);
    }
}
