//! Vectors of eight signed 16-bit lanes, and of the four signed 32-bit lanes of their dot products.
//!
//! Lane 0 is the least significant. Nothing saturates or wraps if the caller keeps the bounds that each
//! operation states. With debug assertions and overflow checks, both backends panic if one is broken.
//! The wasm backend and the passes of a kernel map and fill no arrays, because a build for size makes
//! that a loop over memory.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as backend;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use portable as backend;

/// Eight signed 16-bit lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct I16x8(backend::I16x8);

/// Four signed 32-bit lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct I32x4(backend::I32x4);

impl I16x8 {
    /// All lanes zero.
    pub const ZERO: Self = Self::new([0; 8]);

    /// These lanes.
    pub const fn new(lanes: [i16; 8]) -> Self {
        Self(backend::i16x8(lanes))
    }

    /// The lanes of two words, four in each, the first in the low bits of a word.
    #[inline(always)]
    pub fn from_words(words: [u64; 2]) -> Self {
        Self(backend::from_words(words))
    }

    /// The two words that [`from_words`](Self::from_words) takes.
    #[inline(always)]
    pub fn to_words(self) -> [u64; 2] {
        backend::to_words(self.0)
    }

    /// Returns self. Debug builds assert that no lane is outside ±`most`.
    #[inline(always)]
    pub fn within(self, most: i16) -> Self {
        debug_assert!(backend::lanes16(self.0).iter().all(|x| x.unsigned_abs() <= most as u16));
        self
    }

    /// Lane j is x_(2j)·y_(2j) + x_(2j+1)·y_(2j+1); exact unless all four are −2^15.
    #[inline(always)]
    pub fn dot(self, other: Self) -> I32x4 {
        I32x4(backend::dot(self.0, other.0))
    }

    /// The sum of each lane. It must fit 16 bits.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        Self(backend::plus16(self.0, other.0))
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self(backend::and16(self.0, other.0))
    }

    /// The lanes of `low`, then those of `high`. Each must fit 16 bits.
    #[inline(always)]
    pub fn narrow(low: I32x4, high: I32x4) -> Self {
        Self(backend::narrow(low.0, high.0))
    }

    /// The pairs (x_j, x_(j−1)), j = 0 to 3 in the first vector and 4 to 7 in the second. x_0 to x_7 are
    /// the lanes of self, and x_(−1) is the last lane of `previous`.
    #[inline(always)]
    pub fn pairs_with_previous(self, previous: Self) -> [Self; 2] {
        let [low, high] = backend::pairs_with_previous(self.0, previous.0);
        [Self(low), Self(high)]
    }

    /// The last four lanes of `previous`, then the first four of self.
    #[inline(always)]
    pub fn half_before(self, previous: Self) -> Self {
        Self(backend::half_before(self.0, previous.0))
    }

    /// Four vectors: vector k has lanes 2k and 2k + 1 of self four times over.
    #[inline(always)]
    pub fn splat_pairs(&self) -> [Self; 4] {
        let [a, b, c, d] = backend::splat_pairs(&self.0);
        [Self(a), Self(b), Self(c), Self(d)]
    }
}

impl I32x4 {
    /// All lanes zero.
    pub const ZERO: Self = Self::splat(0);

    /// These lanes.
    pub const fn new(lanes: [i32; 4]) -> Self {
        Self(backend::i32x4(lanes))
    }

    /// All lanes the same.
    #[inline(always)]
    pub const fn splat(lane: i32) -> Self {
        Self::new([lane, lane, lane, lane])
    }

    /// Returns self. Debug builds assert that no lane is outside ±`most`.
    #[inline(always)]
    pub fn within(self, most: i32) -> Self {
        debug_assert!(backend::lanes32(self.0).iter().all(|x| x.unsigned_abs() <= most as u32));
        self
    }

    /// The sum of each lane. It must fit 32 bits.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        Self(backend::plus32(self.0, other.0))
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self(backend::and32(self.0, other.0))
    }

    /// Each lane x as the pair (low, high) of signed halves, x = low + 2^16·high; x < 2^31 − 2^15.
    #[inline(always)]
    pub fn halves(self) -> I16x8 {
        I16x8(backend::halves(self.0))
    }

    /// ⌊x / 2^BITS⌋ for each lane.
    #[inline(always)]
    pub fn shift_right<const BITS: u32>(self) -> Self {
        Self(backend::shift_right::<BITS>(self.0))
    }

    /// The last lane of `previous`, then the first three of self.
    #[inline(always)]
    pub fn lane_before(self, previous: Self) -> Self {
        Self(backend::lane_before(self.0, previous.0))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32 as w;

    pub type I16x8 = w::v128;
    pub type I32x4 = w::v128;

    pub const fn i16x8([a, b, c, d, e, f, g, h]: [i16; 8]) -> I16x8 {
        w::i16x8(a, b, c, d, e, f, g, h)
    }

    pub const fn i32x4([a, b, c, d]: [i32; 4]) -> I32x4 {
        w::i32x4(a, b, c, d)
    }

    #[inline(always)]
    pub fn from_words([low, high]: [u64; 2]) -> I16x8 {
        w::u64x2(low, high)
    }

    #[inline(always)]
    pub fn to_words(x: I16x8) -> [u64; 2] {
        [w::u64x2_extract_lane::<0>(x), w::u64x2_extract_lane::<1>(x)]
    }

    #[inline(always)]
    pub fn dot(x: I16x8, y: I16x8) -> I32x4 {
        w::i32x4_dot_i16x8(x, y)
    }

    #[inline(always)]
    pub fn plus16(x: I16x8, y: I16x8) -> I16x8 {
        let sum = w::i16x8_add(x, y);
        debug_assert!(w::i16x8_all_true(w::i16x8_eq(sum, w::i16x8_add_sat(x, y))));
        sum
    }

    #[inline(always)]
    pub fn plus32(x: I32x4, y: I32x4) -> I32x4 {
        let sum = w::i32x4_add(x, y);
        // A sum that wrapped has the opposite sign of both operands.
        let wrapped = w::v128_and(w::v128_xor(x, sum), w::v128_xor(y, sum));
        debug_assert_eq!(w::i32x4_bitmask(wrapped), 0);
        sum
    }

    /// The lanes as an array, for assertions.
    pub fn lanes16(x: I16x8) -> [i16; 8] {
        let [low, high] = to_words(x);
        core::array::from_fn(|i| (if i < 4 { low } else { high } >> (16 * (i % 4))) as i16)
    }

    /// The lanes of 32 bits as an array.
    pub fn lanes32(x: I32x4) -> [i32; 4] {
        let [low, high] = to_words(x);
        core::array::from_fn(|i| (if i < 2 { low } else { high } >> (32 * (i % 2))) as i32)
    }

    #[inline(always)]
    pub fn and16(x: I16x8, y: I16x8) -> I16x8 {
        w::v128_and(x, y)
    }

    #[inline(always)]
    pub fn and32(x: I32x4, y: I32x4) -> I32x4 {
        w::v128_and(x, y)
    }

    #[inline(always)]
    pub fn halves(x: I32x4) -> I16x8 {
        // Adding 2^15 carries 1 into the high half if the signed low half is negative. Flipping the bit
        // subtracts the 2^15 from the low half again.
        let sign = w::i32x4_splat(1 << 15);
        w::v128_xor(plus32(x, sign), sign)
    }

    #[inline(always)]
    pub fn shift_right<const BITS: u32>(x: I32x4) -> I32x4 {
        w::i32x4_shr(x, BITS)
    }

    #[inline(always)]
    pub fn narrow(low: I32x4, high: I32x4) -> I16x8 {
        let narrow = w::i16x8_narrow_i32x4(low, high);
        debug_assert!(w::i32x4_all_true(w::i32x4_eq(low, w::i32x4_extend_low_i16x8(narrow))));
        debug_assert!(w::i32x4_all_true(w::i32x4_eq(high, w::i32x4_extend_high_i16x8(narrow))));
        narrow
    }

    #[inline(always)]
    pub fn pairs_with_previous(x: I16x8, previous: I16x8) -> [I16x8; 2] {
        // Shuffles of 16-bit lanes would do the same, but LLVM joins two of them into one for which
        // engines have no instruction.
        let pair = |x, before| w::v128_or(x, w::i32x4_shl(before, 16));
        let (x0, x4) = (w::u32x4_extend_low_u16x8(x), w::u32x4_extend_high_u16x8(x));
        let before = w::u32x4_extend_high_u16x8(previous);
        [pair(x0, lane_before(x0, before)), pair(x4, lane_before(x4, x0))]
    }

    #[inline(always)]
    pub fn half_before(x: I16x8, previous: I16x8) -> I16x8 {
        w::i64x2_shuffle::<1, 2>(previous, x)
    }

    #[inline(always)]
    pub fn lane_before(x: I32x4, previous: I32x4) -> I32x4 {
        w::i32x4_shuffle::<3, 4, 5, 6>(previous, x)
    }

    #[inline(always)]
    pub fn splat_pairs(x: &I16x8) -> [I16x8; 4] {
        let pairs: *const u32 = (&raw const *x).cast();
        // SAFETY: a vector holds four aligned 32-bit pairs.
        let splat = |k| unsafe { w::v128_load32_splat(pairs.add(k)) };
        [splat(0), splat(1), splat(2), splat(3)]
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable {
    use core::array::from_fn;

    pub type I16x8 = [i16; 8];
    pub type I32x4 = [i32; 4];

    pub const fn i16x8(lanes: [i16; 8]) -> I16x8 {
        lanes
    }

    pub const fn i32x4(lanes: [i32; 4]) -> I32x4 {
        lanes
    }

    pub fn from_words(words: [u64; 2]) -> I16x8 {
        from_fn(|i| (words[i / 4] >> (16 * (i % 4))) as i16)
    }

    pub fn to_words(x: I16x8) -> [u64; 2] {
        from_fn(|half| (0..4).map(|i| u64::from(x[4 * half + i] as u16) << (16 * i)).sum())
    }

    pub fn lanes16(x: I16x8) -> [i16; 8] {
        x
    }

    pub fn lanes32(x: I32x4) -> [i32; 4] {
        x
    }

    pub fn dot(x: I16x8, y: I16x8) -> I32x4 {
        let product = |i: usize| i32::from(x[i]) * i32::from(y[i]);
        from_fn(|j| product(2 * j) + product(2 * j + 1))
    }

    pub fn plus16(x: I16x8, y: I16x8) -> I16x8 {
        from_fn(|i| x[i] + y[i])
    }

    pub fn plus32(x: I32x4, y: I32x4) -> I32x4 {
        from_fn(|i| x[i] + y[i])
    }

    pub fn and16(x: I16x8, y: I16x8) -> I16x8 {
        from_fn(|i| x[i] & y[i])
    }

    pub fn and32(x: I32x4, y: I32x4) -> I32x4 {
        from_fn(|i| x[i] & y[i])
    }

    pub fn halves(x: I32x4) -> I16x8 {
        from_fn(|i| {
            let low = x[i / 2] as i16;
            if i % 2 == 0 { low } else { ((x[i / 2] + (1 << 15)) >> 16) as i16 }
        })
    }

    pub fn shift_right<const BITS: u32>(x: I32x4) -> I32x4 {
        x.map(|lane| lane >> BITS)
    }

    pub fn narrow(low: I32x4, high: I32x4) -> I16x8 {
        from_fn(|i| {
            let lane = if i < 4 { low[i] } else { high[i - 4] };
            debug_assert!(i16::try_from(lane).is_ok(), "{lane} does not fit");
            lane as i16
        })
    }

    pub fn pairs_with_previous(x: I16x8, previous: I16x8) -> [I16x8; 2] {
        let pair = |j: usize, which: usize| match (which, j) {
            (0, _) => x[j],
            (_, 0) => previous[7],
            _ => x[j - 1],
        };
        [from_fn(|i| pair(i / 2, i % 2)), from_fn(|i| pair(4 + i / 2, i % 2))]
    }

    pub fn half_before(x: I16x8, previous: I16x8) -> I16x8 {
        from_fn(|i| if i < 4 { previous[i + 4] } else { x[i - 4] })
    }

    pub fn lane_before(x: I32x4, previous: I32x4) -> I32x4 {
        [previous[3], x[0], x[1], x[2]]
    }

    pub fn splat_pairs(x: &I16x8) -> [I16x8; 4] {
        from_fn(|k| from_fn(|i| x[2 * k + i % 2]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_sum_to_the_lane() {
        for lane in [0, 1, -1, 0x7fff, 0x8000, -0x8000, -0x8001, 0x7ffe_ffff, i32::MIN] {
            let [words, _] = I32x4::splat(lane).halves().to_words();
            let (low, high) = (words as i16, (words >> 16) as i16);
            assert_eq!(i64::from(low) + (i64::from(high) << 16), lane.into());
        }
    }

    #[test]
    fn lanes_move_up() {
        let x = I16x8::new([0, 1, 2, 3, 4, 5, 6, 7]);
        let y = I16x8::new([10, 11, 12, 13, 14, 15, 16, 17]);
        let lanes = |x: I16x8| x.to_words().map(|word| [0, 16, 32, 48].map(|i| (word >> i) as i16));
        let [low, high] = y.pairs_with_previous(x);
        assert_eq!(lanes(low), [[10, 7, 11, 10], [12, 11, 13, 12]]);
        assert_eq!(lanes(high), [[14, 13, 15, 14], [16, 15, 17, 16]]);
        assert_eq!(lanes(y.half_before(x)), [[4, 5, 6, 7], [10, 11, 12, 13]]);
        assert_eq!(lanes(x.splat_pairs()[2]), [[4, 5, 4, 5]; 2]);
        let (x, y) = (I32x4::new([0, 1, 2, 3]), I32x4::new([4, 5, 6, 7]));
        let moved = I16x8::narrow(y.lane_before(x), x);
        assert_eq!(lanes(moved), [[3, 4, 5, 6], [0, 1, 2, 3]]);
    }
}
