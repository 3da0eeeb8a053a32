//! Exact roots of odd numbers, and square roots modulo powers of two, by Newton's iteration modulo powers of two.
//!
//! ```
//! use powmod::{Natural, roots};
//!
//! assert!(roots::is_perfect_power(&343_u32.into(), 2));
//! // 5² = 25 ≡ 9 modulo 16
//! assert_eq!(roots::square_root_modulo(&9_u32.into(), 3), Some(Natural::from(5_u32)));
//! ```

use crate::{modulus::Modulus, natural::Natural, pow, small_primes::primes_below};
use num_traits::One;

/// Whether n = a^k for some a and k ≥ 2. n must have no prime factor below 2^`least_bits`: the more it says, the fewer
/// roots are tried.
///
/// # Panics
/// If n is even, or `least_bits` is 0.
#[must_use]
pub fn is_perfect_power(n: &Natural, least_bits: usize) -> bool {
    assert!(!n.is_even(), "an odd number");
    n.is_one() || primes_below((n.bits() / least_bits) as u32 + 1).any(|k| root(n, k).is_some())
}

/// Whether n is an odd square.
pub(crate) fn is_square(n: &Natural) -> bool {
    square_root(n).is_some()
}

/// The a with a² = n, for odd n; `None` if there is none.
///
/// Odd squares are 1 modulo 8. A root of n modulo 2^(bits + 2) gives the roots a and −a modulo
/// 2^(bits + 1). The root of n, if there is one, is one of them, below 2^bits.
fn square_root(n: &Natural) -> Option<Natural> {
    let bits = n.bits().div_ceil(2);
    let a = square_root_modulo(n, bits + 1)?;
    let negated = Natural::power_of_two(bits + 1).checked_sub(&a);
    negated.into_iter().chain([a]).find(|a| &(a * a) == n)
}

/// An a below 2^bits with a² ≡ n modulo 2^(bits + 1), and the other is 2^bits − a; `None` if n is not 1 modulo 8, or
/// there are fewer than 2 bits.
#[must_use]
pub fn square_root_modulo(n: &Natural, bits: usize) -> Option<Natural> {
    let exists = n.window(0, 3) == 1 && bits >= 2;
    exists.then(|| inverse_square_root(n, bits + 1).mul_low(n, bits))
}

/// The a with a^k = n, for odd n and prime k; `None` if there is none.
fn root(n: &Natural, k: u32) -> Option<Natural> {
    if k == 2 {
        return square_root(n);
    }
    let bits = n.bits().div_ceil(k as usize);
    let exponent = Natural::from(k);
    // No candidate a is above 2^(bits + 1), so a^k is below 2^((bits + 2)·k).
    let ring = power_of_two((bits + 2) * k as usize);
    let is_root = |a: &Natural| &pow::mod_pow(&ring, a, &exponent) == n;
    let y = inverse_odd_root(n, &exponent, bits);
    // n·y^(k−1) = n·y^k / y = 1/y, the root.
    Some(power_of_two(bits).inverse(&y).expect("odd")).filter(is_root)
}

fn power_of_two(bits: usize) -> Modulus {
    Modulus::new(&Natural::power_of_two(bits)).expect("not zero")
}

/// y with n·y² ≡ 1 mod 2^bits, for n ≡ 1 mod 8 and bits ≥ 3. The step y ← y·(3 − n·y²)/2 turns i
/// correct bits, i ≥ 3, into 2i − 2.
fn inverse_square_root(n: &Natural, bits: usize) -> Natural {
    let mut y = Natural::one();
    let mut right = 3;
    while right < bits {
        right = 2 * right - 2;
        // One more bit, because of the division by 2.
        let product = n.low_bits(right + 1).mul_low(&y, right + 1).mul_low(&y, right + 1);
        let three = &Natural::power_of_two(right + 1) + &Natural::from(3_u32);
        let factor = three.checked_sub(&product).expect("a product modulo the power");
        y = y.mul_low(&(&factor.low_bits(right + 1) >> 1), right);
    }
    y.low_bits(bits)
}

/// y with n·y^k ≡ 1 mod 2^bits, for odd n and k. The step y ← y + y·(1 − n·y^k)/k doubles the number
/// of correct bits.
fn inverse_odd_root(n: &Natural, k: &Natural, bits: usize) -> Natural {
    let mut y = Natural::one();
    let mut right = 1;
    while right < bits {
        right = (2 * right).min(bits);
        let ring = power_of_two(right);
        let product = pow::mod_pow(&ring, &y, k).mul_low(n, right);
        let one = &Natural::power_of_two(right) + &Natural::one();
        let error = one.checked_sub(&product).expect("a product modulo the power");
        let inverse = ring.inverse(k).expect("odd");
        let step = ring.mul(&error, &inverse).mul_low(&y, right);
        y = (&y + &step).low_bits(right);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_odd_number_to_ten_thousand() {
        let powers: alloc::collections::BTreeSet<u32> = (3..100_u32)
            .flat_map(|a| (2..14).map_while(move |k| a.checked_pow(k).filter(|&p| p < 10_000)))
            .chain([1])
            .collect();
        for n in (1..10_000_u32).step_by(2) {
            assert_eq!(is_perfect_power(&n.into(), 1), powers.contains(&n), "{n}");
            let square = n.isqrt().pow(2) == n;
            assert_eq!(is_square(&n.into()), square, "{n}");
        }
    }

    /// The longest root that can be is tried, whatever is said of the prime factors.
    #[test]
    fn powers_of_the_least_base() {
        for least_bits in 1..40 {
            let least = Natural::power_of_two(least_bits) + 1_u32;
            for k in primes_below(72) {
                assert!(is_perfect_power(&least.pow(k), least_bits), "{least}^{k}");
            }
        }
    }

    #[test]
    fn square_roots_modulo_powers_of_two_are_those_that_a_search_finds() {
        for bits in 0..9 {
            for n in 0..1_u32 << (bits + 1) {
                let is_root = |a: u32| a * a % (1 << (bits + 1)) == n;
                let roots: alloc::vec::Vec<u32> = (0..1 << bits).filter(|&a| is_root(a)).collect();
                let found = square_root_modulo(&n.into(), bits);
                if n % 8 == 1 && bits >= 2 {
                    let found = found.expect("a root");
                    assert!(roots.iter().any(|&a| found == a.into()), "{n}, {bits}: {found}");
                } else {
                    assert_eq!(found, None, "{n}, {bits}");
                }
            }
        }
    }

    #[test]
    fn long_powers_and_their_neighbours() {
        for bits in [31, 64, 100, 257] {
            // 2^bits − 1 is no perfect power (Mihăilescu).
            let a = Natural::power_of_two(bits).checked_sub(&Natural::one()).unwrap();
            assert!(!is_perfect_power(&a, 1));
            for k in [2_u32, 3, 5, 6, 7, 9, 11] {
                let power = a.pow(k);
                assert!(is_perfect_power(&power, 1), "(2^{bits} − 1)^{k}");
                assert_eq!(is_square(&power), k == 6 || k == 2);
                let above = &power + &Natural::from(2_u32);
                assert!(!is_perfect_power(&above, 1), "(2^{bits} − 1)^{k} + 2");
            }
        }
    }
}
