//! Arrays, for every processor. Miri and the tests of `--cfg powmod_lanes="portable"` run on them.

use core::array::from_fn;

pub type Doubles = [f64; 2];
pub type Words = [u64; 2];

/// Whether [`mul_add`] is an instruction.
pub const IN_HARDWARE: bool = false;

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
    [x, y]
}

pub const fn words(x: u64, y: u64) -> Words {
    [x, y]
}

pub fn to_words(x: Doubles) -> Words {
    x.map(f64::to_bits)
}

pub fn to_doubles(x: Words) -> Doubles {
    x.map(f64::from_bits)
}

pub fn low(x: Doubles) -> f64 {
    x[0]
}

pub fn high(x: Doubles) -> f64 {
    x[1]
}

pub fn low_word(x: Words) -> u64 {
    x[0]
}

pub fn high_word(x: Words) -> u64 {
    x[1]
}

pub fn low_low(x: Words, y: Words) -> Words {
    [x[0], y[0]]
}

pub fn high_high(x: Words, y: Words) -> Words {
    [x[1], y[1]]
}

pub fn high_low(x: Words, y: Words) -> Words {
    [x[1], y[0]]
}

pub fn splat_lanes(x: &Doubles) -> [Doubles; 2] {
    x.map(|lane| [lane; 2])
}

pub fn mul_add(x: Doubles, y: Doubles, z: Doubles) -> Doubles {
    from_fn(|i| rounded_once(x[i], y[i], z[i]))
}

pub fn add_doubles(x: Doubles, y: Doubles) -> Doubles {
    from_fn(|i| x[i] + y[i])
}

pub fn subtract_doubles(x: Doubles, y: Doubles) -> Doubles {
    from_fn(|i| x[i] - y[i])
}

pub fn add_words(x: Words, y: Words) -> Words {
    from_fn(|i| x[i].wrapping_add(y[i]))
}

pub fn subtract_words(x: Words, y: Words) -> Words {
    from_fn(|i| x[i].wrapping_sub(y[i]))
}

pub fn and(x: Words, y: Words) -> Words {
    from_fn(|i| x[i] & y[i])
}

pub fn or(x: Words, y: Words) -> Words {
    from_fn(|i| x[i] | y[i])
}

pub fn shift_right(x: Words, count: u32) -> Words {
    x.map(|lane| lane >> count)
}

/// x·y + z, rounded once, without the instruction: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums:
/// proved algorithms using rounding to odd", section 4. Exact where nothing overflows or is subnormal.
fn rounded_once(x: f64, y: f64, z: f64) -> f64 {
    let (product, error) = exact_product(x, y);
    let (below, sum_error) = exact_sum(z, error);
    let (sum, above) = exact_sum(product, below);
    sum + odd_sum(above, sum_error)
}

/// x + y rounded to odd: a sum that is not exact gets an odd last bit, so that a second rounding sees no tie.
fn odd_sum(x: f64, y: f64) -> f64 {
    let (sum, error) = exact_sum(x, y);
    if error == 0.0 || sum.to_bits() % 2 == 1 {
        return sum;
    }
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// x + y, rounded, and the error.
fn exact_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    let y_rounded = sum - x;
    (sum, (x - (sum - y_rounded)) + (y - y_rounded))
}

/// x·y, rounded, and the error.
fn exact_product(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    let ((x, x_low), (y, y_low)) = (halves(x), halves(y));
    (product, x_low * y_low - (((product - x * y) - x_low * y) - x * y_low))
}

/// x as a sum of two doubles of at most 26 bits.
fn halves(x: f64) -> (f64, f64) {
    let shifted = x * ((1 << 27) + 1) as f64;
    let high = shifted - (shifted - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;

    #[test]
    fn products_and_sums_are_rounded_once() {
        let unit = f64::EPSILON;
        // Ties, and sums that cancel or lie far from the product.
        let factors = [
            1.0,
            1.0 + unit,
            1.0 - unit / 2.0,
            3.0,
            2_f64.powi(50) - 1.0,
            2_f64.powi(49) + 1.0,
            1e9 + 7.0,
        ];
        let scales = [0, 1, 2, 26, 27, 50, 51, 52, 53, 54, 100, 101].map(|i| 2_f64.powi(i));
        for (x, y) in factors.iter().flat_map(|x| factors.map(|y| (*x, y))) {
            for z in factors.iter().flat_map(|z| scales.map(|scale| z * scale)).chain([0.0, x * y])
            {
                for (x, z) in [(x, z), (-x, z), (x, -z), (-x, -z)] {
                    assert_eq!(
                        mul_add([x; 2], [y; 2], [z; 2]),
                        [x.mul_add(y, z); 2],
                        "{x} · {y} + {z}"
                    );
                }
            }
        }
    }
}
