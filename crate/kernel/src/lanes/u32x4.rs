//! Vectors of four 32-bit integers; sums wrap.

use core::ops::{Add, BitAnd, BitXor};

#[cfg(target_family = "wasm")]
use core::arch::wasm32 as wasm;

#[cfg(target_family = "wasm")]
type Words = wasm::v128;
#[cfg(not(target_family = "wasm"))]
type Words = [u32; 4];

/// Four 32-bit integers.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct U32x4(Words);

impl U32x4 {
    /// These integers, lane 0 first.
    #[inline(always)]
    pub const fn new([a, b, c, d]: [u32; 4]) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::u32x4(a, b, c, d));
        #[cfg(not(target_family = "wasm"))]
        return Self([a, b, c, d]);
    }

    /// One integer in every lane.
    #[inline(always)]
    pub fn splat(x: u32) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::u32x4_splat(x));
        #[cfg(not(target_family = "wasm"))]
        return Self([x; 4]);
    }

    /// The integers, lane 0 first.
    #[inline(always)]
    pub fn to_array(self) -> [u32; 4] {
        #[cfg(target_family = "wasm")]
        return [
            wasm::u32x4_extract_lane::<0>(self.0),
            wasm::u32x4_extract_lane::<1>(self.0),
            wasm::u32x4_extract_lane::<2>(self.0),
            wasm::u32x4_extract_lane::<3>(self.0),
        ];
        #[cfg(not(target_family = "wasm"))]
        return self.0;
    }

    /// Shifts every lane right, filling with zeros.
    #[inline(always)]
    pub fn shift_right(self, count: u32) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::u32x4_shr(self.0, count));
        #[cfg(not(target_family = "wasm"))]
        return Self(self.0.map(|x| x >> count));
    }

    /// Rotates every lane right, by 1 to 31 bits.
    #[inline(always)]
    pub fn rotate_right(self, count: u32) -> Self {
        #[cfg(target_family = "wasm")]
        return Self(wasm::v128_or(
            wasm::u32x4_shr(self.0, count),
            wasm::u32x4_shl(self.0, 32 - count),
        ));
        #[cfg(not(target_family = "wasm"))]
        return Self(self.0.map(|x| x.rotate_right(count)));
    }
}

/// An operator on every lane: the intrinsic on wasm, and the portable function elsewhere.
macro_rules! lanewise {
    ($trait:ident, $method:ident, $intrinsic:ident, $portable:expr) => {
        impl $trait for U32x4 {
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

lanewise!(Add, add, u32x4_add, u32::wrapping_add);
lanewise!(BitAnd, bitand, v128_and, |x: u32, y: u32| x & y);
lanewise!(BitXor, bitxor, v128_xor, |x: u32, y: u32| x ^ y);
