//! Vectors of two doubles, and of the two 64-bit integers that are their bits.
//!
//! [`F64x2::mul_add`] is *fused*: it rounds once. WebAssembly allows `f64x2.relaxed_madd` to round
//! twice, and an x86-64 processor may lack the instruction. So a kernel with these vectors is made only
//! where [`is_fused`] holds, and computes inside [`fused`]. `TwoLongModuli` computes outside it: where it
//! is chosen, the build has the instruction.

use core::ops::{Add, BitAnd, BitOr, Shr, Sub};

/// Functions of intrinsics that need no more than the features of the build.
#[allow(unused_macros, reason = "the other backends have no unsafe intrinsics")]
macro_rules! intrinsics {
    ($(fn $name:ident($($x:ident: $type:ty),*) -> $result:ty $body:block)*) => {$(
        #[inline(always)]
        pub fn $name($($x: $type),*) -> $result {
            // SAFETY: a backend is compiled only in builds with the features of these intrinsics.
            unsafe { $body }
        }
    )*};
}

// Miri takes arrays, and so do the tests of `--cfg powmod_lanes="portable"`.
#[cfg(target_family = "wasm")]
#[path = "wasm.rs"]
mod backend;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(miri, powmod_lanes = "portable"))
))]
#[path = "x86.rs"]
mod backend;
#[cfg(all(
    target_arch = "aarch64",
    target_feature = "neon",
    target_endian = "little",
    not(any(miri, powmod_lanes = "portable"))
))]
#[path = "neon.rs"]
mod backend;
#[cfg(any(
    not(any(
        target_family = "wasm",
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
    )),
    miri,
    powmod_lanes = "portable"
))]
#[path = "portable.rs"]
mod backend;

pub use backend::{IN_HARDWARE, fused, is_fused};

/// Two doubles.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct F64x2(backend::Doubles);

/// Two 64-bit integers; sums and differences wrap.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct U64x2(backend::Words);

/// The functions that both vectors, of doubles and of integers, have.
macro_rules! lanes {
    ($vector:ident of $lane:ty, $new:ident, $to_words:expr, $of_words:expr) => {
        impl $vector {
            /// These two numbers, lane 0 first.
            #[inline(always)]
            pub const fn new(x: $lane, y: $lane) -> Self {
                Self(backend::$new(x, y))
            }

            /// One number in both lanes.
            #[inline(always)]
            pub const fn splat(x: $lane) -> Self {
                Self::new(x, x)
            }

            /// Lane 0 in both lanes.
            #[inline(always)]
            pub fn splat_low(self) -> Self {
                self.low_with(self)
            }

            /// Lane 1 in both lanes.
            #[inline(always)]
            pub fn splat_high(self) -> Self {
                self.high_with(self)
            }

            /// (lane 0 of `self`, lane 0 of `other`).
            #[inline(always)]
            pub fn low_with(self, other: Self) -> Self {
                $of_words(backend::low_low($to_words(self), $to_words(other)))
            }

            /// (lane 1 of `self`, lane 1 of `other`).
            #[inline(always)]
            pub fn high_with(self, other: Self) -> Self {
                $of_words(backend::high_high($to_words(self), $to_words(other)))
            }

            /// (lane 1 of `before`, lane 0 of `self`): in a sequence of lanes, the vector one lane earlier.
            #[inline(always)]
            pub fn shifted(self, before: Self) -> Self {
                $of_words(backend::high_low($to_words(before), $to_words(self)))
            }
        }
    };
}

lanes!(F64x2 of f64, doubles, |x: Self| x.to_bits().0, |x| U64x2(x).to_f64());
lanes!(U64x2 of u64, words, |x: Self| x.0, Self);

impl F64x2 {
    /// self·y + z, rounded once.
    #[inline(always)]
    pub fn mul_add(self, y: Self, z: Self) -> Self {
        Self(backend::mul_add(self.0, y.0, z.0))
    }

    /// The bits of both doubles.
    #[inline(always)]
    pub fn to_bits(self) -> U64x2 {
        U64x2(backend::to_words(self.0))
    }

    /// Lane 0.
    #[inline(always)]
    pub fn low(self) -> f64 {
        backend::low(self.0)
    }

    /// Lane 1.
    #[inline(always)]
    pub fn high(self) -> f64 {
        backend::high(self.0)
    }

    /// Lane 0 in both lanes, and lane 1 in both lanes, read from memory.
    #[inline(always)]
    pub fn splat_lanes(&self) -> [Self; 2] {
        let [low, high] = backend::splat_lanes(&self.0);
        [Self(low), Self(high)]
    }

    /// (lane 1 of `before`, lane 0 of `after`) for two neighbours in memory, read from there.
    #[inline(always)]
    pub fn between(pair: &[Self; 2]) -> Self {
        let lanes: *const u64 = (&raw const *pair).cast();
        // SAFETY: the array holds four 64-bit lanes, and this load needs no alignment.
        unsafe { lanes.add(1).cast::<Self>().read_unaligned() }
    }
}

impl U64x2 {
    /// The doubles with these bits.
    #[inline(always)]
    pub fn to_f64(self) -> F64x2 {
        F64x2(backend::to_doubles(self.0))
    }

    /// Lane 0.
    #[inline(always)]
    pub fn low(self) -> u64 {
        backend::low_word(self.0)
    }

    /// Lane 1.
    #[inline(always)]
    pub fn high(self) -> u64 {
        backend::high_word(self.0)
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

/// An operator on both lanes.
macro_rules! lanewise {
    ($trait:ident, $method:ident, $type:ident, $function:ident) => {
        impl $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(backend::$function(self.0, other.0))
            }
        }
    };
}

lanewise!(Add, add, F64x2, add_doubles);
lanewise!(Sub, sub, F64x2, subtract_doubles);
lanewise!(Add, add, U64x2, add_words);
lanewise!(Sub, sub, U64x2, subtract_words);
lanewise!(BitAnd, bitand, U64x2, and);
lanewise!(BitOr, bitor, U64x2, or);

impl Shr<u32> for U64x2 {
    type Output = Self;

    /// Shifts both lanes right, filling with zeros.
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self(backend::shift_right(self.0, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;

    const LANES: [f64; 4] = [1.0, 2.5, -3.0, (1_u64 << 52) as f64];

    #[test]
    fn lanes_move() {
        let [x, y] = [F64x2::new(1.0, 2.0), F64x2::new(3.0, 4.0)];
        let lanes = |x: F64x2| [x.low(), x.high()];
        assert_eq!(lanes(x.low_with(y)), [1.0, 3.0]);
        assert_eq!(lanes(x.high_with(y)), [2.0, 4.0]);
        assert_eq!(lanes(y.shifted(x)), [2.0, 3.0]);
        assert_eq!(lanes(F64x2::between(&[x, y])), [2.0, 3.0]);
        assert_eq!([x.splat_low(), x.splat_high()].map(lanes), [[1.0; 2], [2.0; 2]]);
        assert_eq!(x.splat_lanes().map(lanes), [[1.0; 2], [2.0; 2]]);
    }

    #[test]
    fn lanes_are_computed_apart() {
        let pairs = LANES.iter().flat_map(|x| LANES.map(|y| (*x, y)));
        let lanes = |x: F64x2| [x.low(), x.high()];
        let words = |x: U64x2| [x.low(), x.high()];
        for (x, y) in pairs {
            let (u, v) = (F64x2::new(x, y), F64x2::new(y, -x));
            assert_eq!(lanes(u + v), [x + y, y - x]);
            assert_eq!(lanes(u - v), [x - y, y + x]);
            let third: f64 = 1.0 / 3.0;
            let fused = [third.mul_add(x, y), third.mul_add(y, -x)];
            assert_eq!(lanes(F64x2::splat(third).mul_add(u, v)), fused);
            let [[a, b], [c, d]] = [u, v].map(|x| words(x.to_bits()));
            let (u, v) = (u.to_bits(), v.to_bits());
            assert_eq!([a, b], [x.to_bits(), y.to_bits()]);
            assert_eq!(words(u + v), [a.wrapping_add(c), b.wrapping_add(d)]);
            assert_eq!(words(u - v), [a.wrapping_sub(c), b.wrapping_sub(d)]);
            assert_eq!(words(u & v), [a & c, b & d]);
            assert_eq!(words(u | v), [a | c, b | d]);
            assert_eq!(words(v >> 50), [c >> 50, d >> 50]);
            assert_eq!(lanes(u.to_f64()), [x, y]);
        }
    }
}
