//! Arrays, for every processor. Miri, the tests of `--cfg powmod_lanes="portable"` and small worlds run on them.

use super::backend::{LANES, Lanes};
use core::array::from_fn;

/// Words of which products take W bits.
#[derive(Clone, Copy)]
pub struct Portable<const W: usize>;

impl<const W: usize> Portable<W> {
    const MASK: u64 = (1 << W) - 1;

    fn product(x: u64, y: u64) -> u128 {
        u128::from(x & Self::MASK) * u128::from(y & Self::MASK)
    }
}

impl<const W: usize> Lanes for Portable<W> {
    type Vector = [u64; LANES];

    const WIDTH: usize = W;
    const IN_HARDWARE: bool = false;

    fn is_there() -> bool {
        true
    }

    fn with<T>(f: impl FnOnce() -> T) -> T {
        f()
    }

    fn load(words: &[u64; LANES]) -> Self::Vector {
        *words
    }

    fn store(x: Self::Vector, words: &mut [u64; LANES]) {
        *words = x;
    }

    fn splat(x: u64) -> Self::Vector {
        [x; LANES]
    }

    fn add(x: Self::Vector, y: Self::Vector) -> Self::Vector {
        from_fn(|i| x[i] + y[i])
    }

    fn add_low(sum: Self::Vector, x: Self::Vector, y: Self::Vector) -> Self::Vector {
        from_fn(|i| sum[i] + (Self::product(x[i], y[i]) as u64 & Self::MASK))
    }

    fn add_high(sum: Self::Vector, x: Self::Vector, y: Self::Vector) -> Self::Vector {
        from_fn(|i| sum[i] + (Self::product(x[i], y[i]) >> W) as u64)
    }

    fn splat_lowest(x: Self::Vector) -> Self::Vector {
        [x[0]; LANES]
    }

    fn high_of_lowest(x: Self::Vector) -> Self::Vector {
        from_fn(|i| if i == 0 { x[0] >> W } else { 0 })
    }

    fn low(x: Self::Vector) -> Self::Vector {
        x.map(|x| x & Self::MASK)
    }

    fn high(x: Self::Vector) -> Self::Vector {
        x.map(|x| x >> W)
    }

    fn down(x: Self::Vector, above: Self::Vector) -> Self::Vector {
        from_fn(|i| if i + 1 < LANES { x[i + 1] } else { above[0] })
    }

    fn up(x: Self::Vector, below: Self::Vector) -> Self::Vector {
        from_fn(|i| if i > 0 { x[i - 1] } else { below[LANES - 1] })
    }

    fn full(x: Self::Vector) -> [u32; 2] {
        let lanes = |is: &dyn Fn(u64) -> bool| (0..LANES).map(|i| u32::from(is(x[i])) << i).sum();
        [lanes(&|x| x > Self::MASK), lanes(&|x| x == Self::MASK)]
    }

    fn increment(x: Self::Vector, lanes: u32) -> Self::Vector {
        from_fn(|i| (x[i] + u64::from(lanes >> i & 1)) & Self::MASK)
    }
}
