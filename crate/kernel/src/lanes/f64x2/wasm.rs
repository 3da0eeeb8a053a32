//! The intrinsics of WebAssembly.

use core::{arch::wasm32 as w, hint::black_box};

pub type Doubles = w::v128;
pub type Words = w::v128;

/// Whether [`mul_add`] is an instruction.
pub const IN_HARDWARE: bool = true;

/// Whether [`mul_add`] rounds once here: the exact result is −2^−60, and the product alone rounds to 1. The loader of
/// the package has tested its engine before it took a build for `relaxed`.
#[inline(always)]
pub fn is_fused() -> bool {
    if cfg!(powmod_kernel = "relaxed") {
        return true;
    }
    let unit = 1.0 / (1 << 30) as f64;
    let [x, y, z] = black_box([1.0 + unit, 1.0 - unit, -1.0]).map(|lane| doubles(lane, lane));
    low(mul_add(x, y, z)) != 0.0
}

/// Runs `f`.
#[inline(always)]
pub fn fused<T>(f: impl FnOnce() -> T) -> T {
    f()
}

pub const fn doubles(x: f64, y: f64) -> Doubles {
    w::f64x2(x, y)
}

pub const fn words(x: u64, y: u64) -> Words {
    w::u64x2(x, y)
}

#[inline(always)]
pub fn to_words(x: Doubles) -> Words {
    x
}

#[inline(always)]
pub fn to_doubles(x: Words) -> Doubles {
    x
}

#[inline(always)]
pub fn low(x: Doubles) -> f64 {
    w::f64x2_extract_lane::<0>(x)
}

#[inline(always)]
pub fn high(x: Doubles) -> f64 {
    w::f64x2_extract_lane::<1>(x)
}

/// As a double, lane 0 takes one instruction less.
#[inline(always)]
pub fn low_word(x: Words) -> u64 {
    low(x).to_bits()
}

#[inline(always)]
pub fn high_word(x: Words) -> u64 {
    w::u64x2_extract_lane::<1>(x)
}

#[inline(always)]
pub fn low_low(x: Words, y: Words) -> Words {
    w::i64x2_shuffle::<0, 2>(x, y)
}

#[inline(always)]
pub fn high_high(x: Words, y: Words) -> Words {
    w::i64x2_shuffle::<1, 3>(x, y)
}

#[inline(always)]
pub fn high_low(x: Words, y: Words) -> Words {
    w::i64x2_shuffle::<1, 2>(x, y)
}

/// Reads memory: from a register, V8 13.6 needs two instructions on ARM, which wait for the register that they write.
#[inline(always)]
pub fn splat_lanes(x: &Doubles) -> [Doubles; 2] {
    let lanes: *const u64 = (&raw const *x).cast();
    // SAFETY: a vector holds two aligned 64-bit lanes.
    let splat = |i| unsafe { w::v128_load64_splat(lanes.add(i)) };
    [splat(0), splat(1)]
}

#[inline(always)]
pub fn mul_add(x: Doubles, y: Doubles, z: Doubles) -> Doubles {
    w::f64x2_relaxed_madd(x, y, z)
}

#[inline(always)]
pub fn add_doubles(x: Doubles, y: Doubles) -> Doubles {
    w::f64x2_add(x, y)
}

#[inline(always)]
pub fn subtract_doubles(x: Doubles, y: Doubles) -> Doubles {
    w::f64x2_sub(x, y)
}

#[inline(always)]
pub fn add_words(x: Words, y: Words) -> Words {
    w::i64x2_add(x, y)
}

#[inline(always)]
pub fn subtract_words(x: Words, y: Words) -> Words {
    w::i64x2_sub(x, y)
}

#[inline(always)]
pub fn and(x: Words, y: Words) -> Words {
    w::v128_and(x, y)
}

#[inline(always)]
pub fn or(x: Words, y: Words) -> Words {
    w::v128_or(x, y)
}

#[inline(always)]
pub fn shift_right(x: Words, count: u32) -> Words {
    w::u64x2_shr(x, count)
}
