//! Chains: exact sums of products of doubles, by fused multiply-add.
//!
//! With |h| in [2^(w + 52), 2^(w + 53)) a double's unit is 2^w. So h' = fma(x, y, h) is h + x·y rounded
//! to a multiple of 2^w, and l = fma(x, y, h − h'), |l| ≤ 2^(w − 1), is exactly the part that was
//! rounded off. A chain passes h on from product to product, from h = C = 3·2^(w + 51), and adds its
//! l's to a bias of 3·2^51. At its end the bits of h, as an integer, are those of C plus the high part
//! in units of 2^w, and the bits of the sum of l's are those of the bias plus the low part. Both are
//! added to 64-bit integers, wrapping. A column gets a known number of chains, so the bits of C and of
//! the bias are subtracted once for all of them.
//!
//! For a chain of n products that is sound if (1) |Σ x·y| + n·2^(w − 1) < 2^(w + 51), so that h stays
//! in (2^(w + 52), 2^(w + 53)), and (2) |Σ l| ≤ n·2^(w − 1) ≤ 2^51, so that bias and sum stay in
//! [2^52, 2^53], where the unit is 1 and the bits, of both ends too, count through. C plus the bias
//! must be a double, so w ≤ 51. `tests/proofs/` has Gappa prove all of this.

use crate::lanes::f64x2::F64x2;

/// The bias, the start value of a chain's low part: 3·2^51.
pub const LOW_START: f64 = 3.0 * (1_u64 << 51) as f64;
/// The range of low parts, where the bits of a double count integers.
pub const LOW_RANGE: [f64; 2] = [(1_u64 << 52) as f64, (1_u64 << 53) as f64];

/// The factors x and y of a product.
pub type Term = (F64x2, F64x2);

/// The start values of chains with the unit 2^`WIDTH`. Kernels hide them from the compiler, see
/// `Constants` in [`relaxed`](crate::kernels::relaxed).
#[derive(Clone, Copy)]
pub struct Chain<const WIDTH: u32> {
    /// C, and C plus the bias.
    high_start: F64x2,
    both_start: F64x2,
}

impl<const WIDTH: u32> Chain<WIDTH> {
    /// C, the start value of the high part.
    pub const HIGH_START: f64 = (3_u128 << (WIDTH + 51)) as f64;
    /// The range of high parts: one binade, with the unit 2^w.
    pub const HIGH_RANGE: [f64; 2] =
        [(1_u128 << (WIDTH + 52)) as f64, ((1_u128 << (WIDTH + 53)) - (1 << WIDTH)) as f64];

    #[inline(always)]
    pub fn new() -> Self {
        Self {
            high_start: F64x2::splat(Self::HIGH_START),
            both_start: F64x2::splat(Self::HIGH_START + LOW_START),
        }
    }

    /// The low and the high part of a chain with this first term.
    #[inline(always)]
    pub fn first_term(&self, (x, y): Term) -> (F64x2, F64x2) {
        let high = x.mul_add(y, self.high_start).within(Self::HIGH_RANGE);
        let low = x.mul_add(y, self.both_start - high).within(LOW_RANGE);
        debug_assert!(is_exact((x, y), self.both_start, high, low, WIDTH), "rounded off");
        (low, high)
    }

    /// Adds a term to a chain.
    #[inline(always)]
    pub fn add_term(&self, low: &mut F64x2, high: &mut F64x2, (x, y): Term) {
        let next = x.mul_add(y, *high).within(Self::HIGH_RANGE);
        let part = x.mul_add(y, *high - next);
        debug_assert!(is_exact((x, y), *high, next, part, WIDTH), "rounded off");
        *low = (*low + part).within(LOW_RANGE);
        *high = next;
    }
}

/// Whether x·y + from = high + low exactly in each lane. In the range of high parts, bits count units of
/// 2^`width`.
fn is_exact((x, y): Term, from: F64x2, high: F64x2, low: F64x2, width: u32) -> bool {
    let units = from.to_bits() - high.to_bits();
    [(x.low(), y.low(), units.low(), low.low()), (x.high(), y.high(), units.high(), low.high())]
        .into_iter()
        .all(|(x, y, units, low)| {
            let product = i128::from(x as i64) * i128::from(y as i64);
            product + (i128::from(units as i64) << width) == i128::from(low as i64)
        })
}
