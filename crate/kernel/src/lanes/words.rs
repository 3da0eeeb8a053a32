//! Vectors of two 64-bit words, which a mask selects. A build without SIMD has the portable backend.

#[cfg(target_feature = "simd128")]
use core::arch::wasm32 as wasm;

#[cfg(target_feature = "simd128")]
type Pair = wasm::v128;
#[cfg(not(target_feature = "simd128"))]
type Pair = [u64; 2];

/// Two 64-bit words.
#[derive(Clone, Copy)]
pub struct Words(Pair);

impl Words {
    /// One word in both lanes.
    #[inline(always)]
    pub fn splat(x: u64) -> Self {
        #[cfg(target_feature = "simd128")]
        return Self(wasm::u64x2_splat(x));
        #[cfg(not(target_feature = "simd128"))]
        return Self([x; 2]);
    }

    /// These words, lane 0 first.
    #[inline(always)]
    pub fn load(words: &[u64; 2]) -> Self {
        // SAFETY: the array has the 16 bytes of a vector, and this load needs no alignment.
        #[cfg(target_feature = "simd128")]
        return Self(unsafe { wasm::v128_load(words.as_ptr().cast()) });
        #[cfg(not(target_feature = "simd128"))]
        return Self(*words);
    }

    /// Writes the words, lane 0 first.
    #[inline(always)]
    pub fn store(self, words: &mut [u64; 2]) {
        // SAFETY: the array has the 16 bytes of a vector, and this store needs no alignment.
        #[cfg(target_feature = "simd128")]
        unsafe {
            wasm::v128_store(words.as_mut_ptr().cast(), self.0);
        }
        #[cfg(not(target_feature = "simd128"))]
        {
            *words = self.0;
        }
    }

    /// self | (x & mask)
    #[inline(always)]
    pub fn or_masked(self, x: Self, mask: Self) -> Self {
        #[cfg(target_feature = "simd128")]
        return Self(wasm::v128_or(self.0, wasm::v128_and(x.0, mask.0)));
        #[cfg(not(target_feature = "simd128"))]
        return Self([0, 1].map(|i| self.0[i] | (x.0[i] & mask.0[i])));
    }
}
