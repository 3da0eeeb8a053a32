//! NEON, which has fused multiply-add on every processor.

use core::{arch::aarch64::*, mem::transmute};

pub type Doubles = float64x2_t;
pub type Words = uint64x2_t;

/// Whether [`mul_add`] is an instruction.
pub const IN_HARDWARE: bool = true;

/// Whether [`mul_add`] rounds once here.
#[inline(always)]
pub fn is_fused() -> bool {
    true
}

/// Runs `f`.
#[inline(always)]
pub fn fused<T>(f: impl FnOnce() -> T) -> T {
    f()
}

pub const fn doubles(x: f64, y: f64) -> Doubles {
    // SAFETY: both types are 128 bits, of which all values are valid.
    unsafe { transmute([x, y]) }
}

pub const fn words(x: u64, y: u64) -> Words {
    // SAFETY: both types are 128 bits, of which all values are valid.
    unsafe { transmute([x, y]) }
}

intrinsics! {
    fn to_words(x: Doubles) -> Words {
        vreinterpretq_u64_f64(x)
    }

    fn to_doubles(x: Words) -> Doubles {
        vreinterpretq_f64_u64(x)
    }

    fn low(x: Doubles) -> f64 {
        vgetq_lane_f64::<0>(x)
    }

    fn high(x: Doubles) -> f64 {
        vgetq_lane_f64::<1>(x)
    }

    fn low_word(x: Words) -> u64 {
        vgetq_lane_u64::<0>(x)
    }

    fn high_word(x: Words) -> u64 {
        vgetq_lane_u64::<1>(x)
    }

    fn low_low(x: Words, y: Words) -> Words {
        vzip1q_u64(x, y)
    }

    fn high_high(x: Words, y: Words) -> Words {
        vzip2q_u64(x, y)
    }

    fn high_low(x: Words, y: Words) -> Words {
        vextq_u64::<1>(x, y)
    }

    fn splat_lanes(x: &Doubles) -> [Doubles; 2] {
        [vdupq_laneq_f64::<0>(*x), vdupq_laneq_f64::<1>(*x)]
    }

    fn mul_add(x: Doubles, y: Doubles, z: Doubles) -> Doubles {
        vfmaq_f64(z, x, y)
    }

    fn add_doubles(x: Doubles, y: Doubles) -> Doubles {
        vaddq_f64(x, y)
    }

    fn subtract_doubles(x: Doubles, y: Doubles) -> Doubles {
        vsubq_f64(x, y)
    }

    fn add_words(x: Words, y: Words) -> Words {
        vaddq_u64(x, y)
    }

    fn subtract_words(x: Words, y: Words) -> Words {
        vsubq_u64(x, y)
    }

    fn and(x: Words, y: Words) -> Words {
        vandq_u64(x, y)
    }

    fn or(x: Words, y: Words) -> Words {
        vorrq_u64(x, y)
    }

    fn shift_right(x: Words, count: u32) -> Words {
        vshlq_u64(x, vdupq_n_s64(-i64::from(count)))
    }
}
