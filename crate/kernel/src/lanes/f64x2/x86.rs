//! SSE2, which every x86-64 processor has, and FMA, which is found at run time.
//!
//! AVX2 has twice the multiply-adds in a cycle. It takes this backend once more for four lanes, and passes of four
//! limbs in all 1,900 lines of `relaxed`, which step by two. Processors with AVX-512's IFMA have the kernel `ifma`.

use core::{arch::x86_64::*, mem::transmute};

pub type Doubles = __m128d;
pub type Words = __m128i;

cpufeatures::new!(processor, "fma");

/// Whether [`mul_add`] is an instruction.
pub const IN_HARDWARE: bool = true;

/// Whether the processor has [`mul_add`].
#[inline(always)]
pub fn is_fused() -> bool {
    processor::get()
}

/// Runs `f`, compiled for processors with FMA if it is inlined: closures say `#[inline(always)]`.
#[inline(always)]
pub fn fused<T>(f: impl FnOnce() -> T) -> T {
    #[target_feature(enable = "fma")]
    fn with_fma<T>(f: impl FnOnce() -> T) -> T {
        f()
    }
    assert!(is_fused(), "this processor has no fused multiply-add");
    // SAFETY: the processor has FMA.
    unsafe { with_fma(f) }
}

pub const fn doubles(x: f64, y: f64) -> Doubles {
    // SAFETY: both types are 128 bits, of which all values are valid.
    unsafe { transmute([x, y]) }
}

pub const fn words(x: u64, y: u64) -> Words {
    // SAFETY: both types are 128 bits, of which all values are valid.
    unsafe { transmute([x, y]) }
}

#[inline(always)]
pub fn mul_add(x: Doubles, y: Doubles, z: Doubles) -> Doubles {
    // SAFETY: only kernels multiply, which are made where `is_fused` holds.
    unsafe { _mm_fmadd_pd(x, y, z) }
}

intrinsics! {
    fn to_words(x: Doubles) -> Words {
        _mm_castpd_si128(x)
    }

    fn to_doubles(x: Words) -> Doubles {
        _mm_castsi128_pd(x)
    }

    fn low(x: Doubles) -> f64 {
        _mm_cvtsd_f64(x)
    }

    fn high(x: Doubles) -> f64 {
        low(_mm_unpackhi_pd(x, x))
    }

    fn low_word(x: Words) -> u64 {
        _mm_cvtsi128_si64(x) as u64
    }

    fn high_word(x: Words) -> u64 {
        low_word(_mm_unpackhi_epi64(x, x))
    }

    fn low_low(x: Words, y: Words) -> Words {
        _mm_unpacklo_epi64(x, y)
    }

    fn high_high(x: Words, y: Words) -> Words {
        _mm_unpackhi_epi64(x, y)
    }

    fn high_low(x: Words, y: Words) -> Words {
        to_words(_mm_shuffle_pd::<0b01>(to_doubles(x), to_doubles(y)))
    }

    fn splat_lanes(x: &Doubles) -> [Doubles; 2] {
        [_mm_unpacklo_pd(*x, *x), _mm_unpackhi_pd(*x, *x)]
    }

    fn add_doubles(x: Doubles, y: Doubles) -> Doubles {
        _mm_add_pd(x, y)
    }

    fn subtract_doubles(x: Doubles, y: Doubles) -> Doubles {
        _mm_sub_pd(x, y)
    }

    fn add_words(x: Words, y: Words) -> Words {
        _mm_add_epi64(x, y)
    }

    fn subtract_words(x: Words, y: Words) -> Words {
        _mm_sub_epi64(x, y)
    }

    fn and(x: Words, y: Words) -> Words {
        _mm_and_si128(x, y)
    }

    fn or(x: Words, y: Words) -> Words {
        _mm_or_si128(x, y)
    }

    fn shift_right(x: Words, count: u32) -> Words {
        _mm_srl_epi64(x, _mm_cvtsi32_si128(count as i32))
    }
}
