//! AVX-512 with IFMA, which is found at run time.

use super::backend::{LANES, Lanes};
use core::{arch::x86_64::*, mem::transmute};

cpufeatures::new!(processor, "avx512f", "avx512ifma");

/// The instructions of AVX-512 and IFMA.
#[derive(Clone, Copy)]
pub struct Ifma;

const MASK: i64 = (1 << 52) - 1;

/// Functions of intrinsics.
macro_rules! intrinsics {
    ($(fn $name:ident($($x:ident: $type:ty),*) -> $result:ty $body:block)*) => {$(
        #[inline(always)]
        fn $name($($x: $type),*) -> $result {
            // SAFETY: only kernels compute, which are made where `is_there` holds.
            unsafe { $body }
        }
    )*};
}

impl Lanes for Ifma {
    type Vector = __m512i;

    const WIDTH: usize = 52;
    const IN_HARDWARE: bool = true;

    #[inline(always)]
    fn is_there() -> bool {
        processor::get()
    }

    #[inline(always)]
    fn with<T>(f: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx512f,avx512ifma")]
        fn with_ifma<T>(f: impl FnOnce() -> T) -> T {
            f()
        }
        assert!(Self::is_there(), "this processor has no multiply-add of 52 bits");
        // SAFETY: the processor has both.
        unsafe { with_ifma(f) }
    }

    #[inline(always)]
    fn load(words: &[u64; LANES]) -> __m512i {
        // SAFETY: both types are 512 bits, of which all values are valid.
        unsafe { transmute::<[u64; LANES], __m512i>(*words) }
    }

    #[inline(always)]
    fn store(x: __m512i, words: &mut [u64; LANES]) {
        // SAFETY: both types are 512 bits, of which all values are valid.
        *words = unsafe { transmute::<__m512i, [u64; LANES]>(x) };
    }

    intrinsics! {
        fn splat(x: u64) -> __m512i {
            _mm512_set1_epi64(x as i64)
        }

        fn add(x: __m512i, y: __m512i) -> __m512i {
            _mm512_add_epi64(x, y)
        }

        fn add_low(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
            _mm512_madd52lo_epu64(sum, x, y)
        }

        fn add_high(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
            _mm512_madd52hi_epu64(sum, x, y)
        }

        fn splat_lowest(x: __m512i) -> __m512i {
            _mm512_broadcastq_epi64(_mm512_castsi512_si128(x))
        }

        fn high_of_lowest(x: __m512i) -> __m512i {
            _mm512_maskz_srli_epi64::<52>(1, x)
        }

        fn low(x: __m512i) -> __m512i {
            _mm512_and_si512(x, _mm512_set1_epi64(MASK))
        }

        fn high(x: __m512i) -> __m512i {
            _mm512_srli_epi64::<52>(x)
        }

        fn down(x: __m512i, above: __m512i) -> __m512i {
            _mm512_alignr_epi64::<1>(above, x)
        }

        fn up(x: __m512i, below: __m512i) -> __m512i {
            _mm512_alignr_epi64::<7>(x, below)
        }

        fn full(x: __m512i) -> [u32; 2] {
            let mask = _mm512_set1_epi64(MASK);
            [_mm512_cmpgt_epu64_mask(x, mask), _mm512_cmpeq_epu64_mask(x, mask)].map(u32::from)
        }

        fn increment(x: __m512i, lanes: u32) -> __m512i {
            Self::low(_mm512_mask_add_epi64(x, lanes as u8, x, _mm512_set1_epi64(1)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::u52x8::Portable;

    /// Words at the bounds of 52 bits and of 64.
    fn vectors() -> impl Iterator<Item = [u64; LANES]> {
        let words = [0, 1, 1 << 51, (1 << 52) - 2, (1 << 52) - 1, 1 << 52, (1 << 52) + 1, 1 << 62];
        (0..64_usize).map(move |i| core::array::from_fn(|j| words[(i * (j + 1) + i / 8 + j) % 8]))
    }

    type Arrays = Portable<52>;

    #[test]
    fn the_instructions_compute_what_arrays_do() {
        if !Ifma::is_there() {
            return;
        }
        let vector = |x: [u64; LANES]| Ifma::load(&x);
        let words = |x: __m512i| {
            let mut words = [0; LANES];
            Ifma::store(x, &mut words);
            words
        };
        Ifma::with(
            #[inline(always)]
            || {
                for x in vectors() {
                    assert_eq!(words(Ifma::splat_lowest(vector(x))), Arrays::splat_lowest(x));
                    assert_eq!(words(Ifma::high_of_lowest(vector(x))), Arrays::high_of_lowest(x));
                    assert_eq!(words(Ifma::low(vector(x))), Arrays::low(x));
                    assert_eq!(words(Ifma::high(vector(x))), Arrays::high(x));
                    assert_eq!(Ifma::full(vector(x)), Arrays::full(x));
                    assert_eq!(words(Ifma::splat(x[3])), Arrays::splat(x[3]));
                    for lanes in [0, 1, 0x5a, 0xff] {
                        let expected = Arrays::increment(x, lanes);
                        assert_eq!(words(Ifma::increment(vector(x), lanes)), expected);
                    }
                    for y in vectors() {
                        assert_eq!(words(Ifma::add(vector(x), vector(y))), Arrays::add(x, y));
                        assert_eq!(words(Ifma::down(vector(x), vector(y))), Arrays::down(x, y));
                        assert_eq!(words(Ifma::up(vector(x), vector(y))), Arrays::up(x, y));
                        let sum = y.map(|y| y / 2);
                        let low = Ifma::add_low(vector(sum), vector(x), vector(y));
                        assert_eq!(words(low), Arrays::add_low(sum, x, y));
                        let high = Ifma::add_high(vector(sum), vector(x), vector(y));
                        assert_eq!(words(high), Arrays::add_high(sum, x, y));
                    }
                }
            },
        );
    }
}
