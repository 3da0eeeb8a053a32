//! Vectors of two doubles, and of the two 64-bit integers that are their bits.
//!
//! [`F64x2::mul_add`] is *fused*: it rounds once. WebAssembly allows `f64x2.relaxed_madd` to round
//! twice, so a module with these vectors is correct only in an engine that passed a test for this. The
//! portable backend always rounds once. It uses `f64::mul_add` of `std`, because `core` has none.
//! `std` is linked on native targets only, which serve tests and benches.

use core::ops::{Add, BitAnd, BitOr, Shr, Sub};

#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(target_family = "wasm")]
use core::arch::wasm32 as wasm;

#[cfg(target_family = "wasm")]
type Doubles = wasm::v128;
#[cfg(target_family = "wasm")]
type Words = wasm::v128;
#[cfg(not(target_family = "wasm"))]
type Doubles = [f64; 2];
#[cfg(not(target_family = "wasm"))]
type Words = [u64; 2];

/// Two doubles.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct F64x2(Doubles);

/// Two 64-bit integers; sums and differences wrap.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct U64x2(Words);

/// What both vectors do with their lanes, on each backend.
macro_rules! lanes {
    ($vector:ident of $lane:ty, $new:ident) => {
        impl $vector {
            /// These two numbers, lane 0 first.
            #[inline(always)]
            pub const fn new(x: $lane, y: $lane) -> Self {
                #[cfg(target_family = "wasm")]
                return Self(wasm::$new(x, y));
                #[cfg(not(target_family = "wasm"))]
                return Self([x, y]);
            }

            /// One number in both lanes.
            #[inline(always)]
            pub const fn splat(x: $lane) -> Self {
                Self::new(x, x)
            }

            /// Lanes I and J of the four lanes of `self` and `other`.
            #[inline(always)]
            fn shuffle<const I: usize, const J: usize>(self, other: Self) -> Self {
                #[cfg(target_family = "wasm")]
                return Self(wasm::i64x2_shuffle::<I, J>(self.0, other.0));
                #[cfg(not(target_family = "wasm"))]
                return Self([I, J].map(|i| [self.0, other.0][i / 2][i % 2]));
            }

            /// Lane 0 in both lanes.
            #[inline(always)]
            pub fn splat_low(self) -> Self {
                self.shuffle::<0, 0>(self)
            }

            /// Lane 1 in both lanes.
            #[inline(always)]
            pub fn splat_high(self) -> Self {
                self.shuffle::<1, 1>(self)
            }

            /// (lane 0 of `self`, lane 0 of `other`).
            #[inline(always)]
            pub fn low_with(self, other: Self) -> Self {
                self.shuffle::<0, 2>(other)
            }

            /// (lane 1 of `self`, lane 1 of `other`).
            #[inline(always)]
            pub fn high_with(self, other: Self) -> Self {
                self.shuffle::<1, 3>(other)
            }

            /// (lane 1 of `before`, lane 0 of `self`): in a sequence of lanes, the vector one lane earlier.
            #[inline(always)]
            pub fn shifted(self, before: Self) -> Self {
                before.shuffle::<1, 2>(self)
            }
        }
    };
}

lanes!(F64x2 of f64, f64x2);
lanes!(U64x2 of u64, u64x2);

impl F64x2 {
    /// self·y + z, rounded once.
    #[inline(always)]
    pub fn mul_add(self, y: Self, z: Self) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::f64x2_relaxed_madd(self.0, y.0, z.0));
        #[cfg(not(target_family = "wasm"))]
        return Self([self.0[0].mul_add(y.0[0], z.0[0]), self.0[1].mul_add(y.0[1], z.0[1])]);
    }

    /// The bits of both doubles.
    #[inline(always)]
    pub fn to_bits(self) -> U64x2 {
        #[cfg(target_family = "wasm")]
        return U64x2(self.0);
        #[cfg(not(target_family = "wasm"))]
        return U64x2(self.0.map(f64::to_bits));
    }

    /// Lane 0.
    #[inline(always)]
    pub fn low(self) -> f64 {
        #[cfg(target_family = "wasm")]
        return wasm::f64x2_extract_lane::<0>(self.0);
        #[cfg(not(target_family = "wasm"))]
        return self.0[0];
    }

    /// Lane 1.
    #[inline(always)]
    pub fn high(self) -> f64 {
        #[cfg(target_family = "wasm")]
        return wasm::f64x2_extract_lane::<1>(self.0);
        #[cfg(not(target_family = "wasm"))]
        return self.0[1];
    }

    /// Lane 0 in both lanes, and lane 1 in both lanes, read from memory. From a register, V8 13.6 needs two
    /// instructions on ARM, and they wait for what their target held before.
    #[inline(always)]
    pub fn splat_lanes(&self) -> [Self; 2] {
        #[cfg(target_family = "wasm")]
        {
            let lanes: *const u64 = (&raw const *self).cast();
            // SAFETY: a vector holds two aligned 64-bit lanes.
            let splat = |i| Self(unsafe { wasm::v128_load64_splat(lanes.add(i)) });
            [splat(0), splat(1)]
        }
        #[cfg(not(target_family = "wasm"))]
        [self.splat_low(), self.splat_high()]
    }

    /// (lane 1 of `before`, lane 0 of `after`) for two neighbours in memory, read from there.
    #[inline(always)]
    pub fn between(pair: &[Self; 2]) -> Self {
        #[cfg(target_family = "wasm")]
        {
            let lanes: *const u64 = (&raw const *pair).cast();
            // SAFETY: the array holds four 64-bit lanes, and this load needs no alignment.
            Self(unsafe { wasm::v128_load(lanes.add(1).cast()) })
        }
        #[cfg(not(target_family = "wasm"))]
        pair[1].shifted(pair[0])
    }
}

impl U64x2 {
    /// The doubles with these bits.
    #[inline(always)]
    pub fn to_f64(self) -> F64x2 {
        #[cfg(target_family = "wasm")]
        return F64x2(self.0);
        #[cfg(not(target_family = "wasm"))]
        return F64x2(self.0.map(f64::from_bits));
    }

    /// Lane 0. Extracting it as a double takes one instruction less.
    #[inline(always)]
    pub fn low(self) -> u64 {
        self.to_f64().low().to_bits()
    }

    /// Lane 1.
    #[inline(always)]
    pub fn high(self) -> u64 {
        #[cfg(target_family = "wasm")]
        return wasm::u64x2_extract_lane::<1>(self.0);
        #[cfg(not(target_family = "wasm"))]
        return self.0[1];
    }
}

impl F64x2 {
    /// Returns self. Debug builds assert that both lanes are in [least, most].
    #[inline(always)]
    pub fn within(self, [least, most]: [f64; 2]) -> Self {
        debug_assert!([self.low(), self.high()].iter().all(|x| (least..=most).contains(x)));
        self
    }
}

impl U64x2 {
    /// Returns self. Debug builds assert that no lane is above `most`.
    #[inline(always)]
    pub fn within(self, most: u64) -> Self {
        debug_assert!(self.low() <= most && self.high() <= most);
        self
    }
}

/// An operator on both lanes: the intrinsic on wasm, and the portable function elsewhere.
macro_rules! lanewise {
    ($trait:ident, $method:ident, $type:ident, $intrinsic:ident, $portable:expr) => {
        impl $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                #[cfg(target_family = "wasm")]
                return Self(wasm::$intrinsic(self.0, other.0));
                #[cfg(not(target_family = "wasm"))]
                return Self(core::array::from_fn(|i| $portable(self.0[i], other.0[i])));
            }
        }
    };
}

lanewise!(Add, add, F64x2, f64x2_add, |x: f64, y: f64| x + y);
lanewise!(Sub, sub, F64x2, f64x2_sub, |x: f64, y: f64| x - y);
lanewise!(Add, add, U64x2, i64x2_add, u64::wrapping_add);
lanewise!(Sub, sub, U64x2, i64x2_sub, u64::wrapping_sub);
lanewise!(BitAnd, bitand, U64x2, v128_and, |x: u64, y: u64| x & y);
lanewise!(BitOr, bitor, U64x2, v128_or, |x: u64, y: u64| x | y);

impl Shr<u32> for U64x2 {
    type Output = Self;

    /// Shifts both lanes right, filling with zeros.
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::u64x2_shr(self.0, count));
        #[cfg(not(target_family = "wasm"))]
        return Self(self.0.map(|x| x >> count));
    }
}
