//! The Jacobi symbol, by the binary algorithm (Cohen, "A Course in Computational Algebraic Number Theory", algorithm
//! 1.4.10, with differences instead of remainders).

use crate::natural::{Natural, strip_twos, sub_in_place};
use num_traits::{One, Zero};
use powmod_kernel::cios::Cios;

/// x·2^(−32k) mod n for an odd n ≥ 3, which has the symbol of x because 2^(32k) is a square.
fn reduce(x: &Natural, n: &Natural) -> Natural {
    Natural::from_limbs(Cios::new(n.limbs()).reduce(x.limbs()))
}

/// The Jacobi symbol (a/n) for any a and odd n. The time depends on both.
pub(super) fn jacobi(a: &Natural, n: &Natural) -> i32 {
    if a.is_zero() || n.is_one() {
        return i32::from(n.is_one());
    }
    if a > n {
        return jacobi(&reduce(a, n), n);
    }
    let length = n.limbs().len();
    if a.limbs().len() < length / 2 {
        // Differences would take a step for each bit of n.
        let (twos, odd) = (a.trailing_zeros(), &(a >> a.trailing_zeros()));
        // Both rules that the loop below has.
        let turns = (twos % 2 == 1 && matches!(n.limbs()[0] % 8, 3 | 5))
            ^ (odd.limbs()[0] & n.limbs()[0] & 3 == 3);
        let sign = if turns { -1 } else { 1 };
        return sign * if odd.is_one() { 1 } else { jacobi(&reduce(n, odd), odd) };
    }
    let (mut a, mut n) = (a.to_limbs(length), n.to_limbs(length));
    let mut sign = 1;
    loop {
        while a.last() == Some(&0) && n.last() == Some(&0) {
            a.pop();
            n.pop();
        }
        if a.iter().all(|&limb| limb == 0) {
            return if n == [1] { sign } else { 0 };
        }
        // (2/n) = −1 for n ≡ 3 or 5 mod 8.
        if strip_twos(&mut a) % 2 == 1 && matches!(n[0] % 8, 3 | 5) {
            sign = -sign;
        }
        if a.iter().rev().lt(n.iter().rev()) {
            // Reciprocity: (a/n) = −(n/a) if both are 3 mod 4.
            if a[0] & n[0] & 3 == 3 {
                sign = -sign;
            }
            core::mem::swap(&mut a, &mut n);
        }
        sub_in_place(&mut a, &n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// By Euler's criterion for each prime factor.
    fn by_euler(a: &BigUint, primes: &[u32]) -> i32 {
        let legendre = |p: u32| {
            let p = BigUint::from(p);
            let power = a.modpow(&((&p - 1_u32) / 2_u32), &p);
            if power == &p - 1_u32 {
                -1
            } else {
                power.iter_u32_digits().next().unwrap_or(0) as i32
            }
        };
        primes.iter().map(|&p| legendre(p)).product()
    }

    #[test]
    fn symbols_are_those_of_eulers_criterion() {
        let natural = |x: &BigUint| Natural::from_limbs(x.to_u32_digits());
        let factors: [&[u32]; 7] = [
            &[3],
            &[3, 3],
            &[7, 11, 13],
            &[65_537, 5],
            &[4_294_967_291, 4_294_967_279],
            &[4_294_967_291, 4_294_967_291, 17],
            &[2_147_483_647, 4_294_967_291, 65_537, 19, 3],
        ];
        for primes in factors {
            let n: BigUint = primes.iter().map(|&p| BigUint::from(p)).product();
            let patterns = [3_u32, 17, 31, 32, 64, 65].map(|s| BigUint::from(1_u32) << s);
            let near =
                patterns.iter().flat_map(|x| [x - 1_u32, x.clone(), x + 1_u32, x * 0xabcd_u32]);
            let small = (0..200_u32).map(BigUint::from);
            let multiples = [&n - 1_u32, n.clone(), &n + 2_u32, &n * &n - 3_u32, &n * 12_u32];
            for a in near.chain(small).chain(multiples) {
                assert_eq!(jacobi(&natural(&a), &natural(&n)), by_euler(&a, primes), "{a} / {n}");
            }
        }
        // A long n is reduced modulo a: otherwise this takes hours.
        let n = &Natural::power_of_two(1 << 24) + &Natural::from(3_u32);
        for (a, symbol) in [(0, 0), (1, 1), (2, -1), (5, 1), (10, -1), (7, 1), (17, 1)] {
            assert_eq!(jacobi(&Natural::from(a as u32), &n), symbol, "{a}");
        }
        let one = &Natural::from(1_u32);
        assert_eq!([0_u32, 5].map(|a| jacobi(&a.into(), one)), [1; 2]);
    }
}
