//! The Baillie–PSW primality test, and searches for primes.
//!
//! The test is trial division, a strong test to base 2, and a strong Lucas test with Selfridge's
//! parameters (Baillie, Wagstaff, "Lucas pseudoprimes", 1980, method A). No composite number is
//! known that passes, and there is none below 2^64. The time depends on the number, which must be
//! public.
//!
//! ```
//! use powmod::{Natural, primality};
//!
//! assert!(primality::is_probable_prime(&Natural::from(1_000_003_u32)));
//! // The least composite number that passes a strong test to base 2.
//! assert!(!primality::is_probable_prime(&Natural::from(2047_u32)));
//! ```

pub(crate) mod arithmetic;
pub(crate) mod first;
pub(crate) mod lucas;
mod on_kernel;
mod on_short;
mod on_words;
mod search;
mod side_by_side;
pub(crate) mod strong;
mod trial;

use crate::natural::Natural;
pub use crate::small_primes::small_factor;
pub use first::{first_prime, power_of_two};
use lucas::is_strong_lucas_probable_prime;
use on_kernel::is_long;
pub use search::Candidates;
use strong::is_strong_probable_prime_to_2;
use trial::{TRIAL_BOUND, small_primes, small_primes_of_long};

/// Whether n passes the Baillie–PSW test: true for every prime, and for no known composite number.
#[must_use]
pub fn is_probable_prime(n: &Natural) -> bool {
    if n.bits() <= 1 {
        return false;
    }
    let small = if is_long(n) { small_primes_of_long() } else { small_primes() };
    match small.factor_of(n) {
        Some(p) => n == &Natural::from(p),
        None if n < &Natural::from(u64::from(TRIAL_BOUND).pow(2)) => true,
        None => is_strong_probable_prime_to_2(n) && is_strong_lucas_probable_prime(n),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        arithmetic::{LucasChain, SearchArithmetic},
        first::{first_prime_by, power_of_two_by},
        lucas::is_strong_lucas_probable_prime_by,
        on_kernel::{on_cios, on_kernel},
        on_words::on_words,
        strong::are_strong_probable_primes,
        *,
    };
    use crate::{modulus::montgomery::Montgomery, small_primes::primes_below};
    use alloc::{boxed::Box, vec::Vec};
    use num_bigint::BigUint;
    use num_traits::One;
    use powmod_kernel::{TwoLongModuli, integers::WORD_BITS, short::Short};
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    /// Trial division decides below the bound's square, and the two tests above it.
    #[test]
    fn every_number_to_a_million_and_around_the_square_of_the_bound() {
        let square = TRIAL_BOUND.pow(2);
        let primes: Vec<u32> = primes_below(square + 900_000).collect();
        for n in (0..1_000_000).chain(square - 100_000..square + 900_000) {
            let prime = primes.binary_search(&n).is_ok();
            assert_eq!(is_probable_prime(&n.into()), prime, "{n}");
        }
    }

    /// x^e mod n.
    fn power(mut x: u64, mut e: u64, n: u64) -> u64 {
        let mut power = 1 % n;
        while e > 0 {
            if e % 2 == 1 {
                power = power * x % n;
            }
            (x, e) = (x * x % n, e / 2);
        }
        power
    }

    /// The strong test to base 2, by its definition.
    fn is_strong(n: u64) -> bool {
        let s = (n - 1).trailing_zeros();
        let d = (n - 1) >> s;
        power(2, d, n) == 1 || (0..s).any(|r| power(2, d << r, n) == n - 1)
    }

    /// (a/n) for odd n, by its definition, from the factors of n.
    fn jacobi_by_factors(a: i64, mut n: i64) -> i64 {
        let mut sign = 1;
        let mut p = 3;
        while n > 1 {
            if p * p > n {
                p = n;
            }
            while n % p == 0 {
                let residue = power(a.rem_euclid(p) as u64, (p as u64 - 1) / 2, p as u64) as i64;
                sign *= if residue == p - 1 { -1 } else { residue };
                n /= p;
            }
            p += 2;
        }
        sign
    }

    /// The strong Lucas test with Selfridge's parameters, by its definition: U and V by
    /// U_(m+1) = (U_m + V_m)/2, V_(m+1) = (D·U_m + V_m)/2, U_(2m) = U_m·V_m, V_(2m) = V_m² − 2Q^m.
    fn is_strong_lucas(n: i64) -> bool {
        if (1..n).take_while(|root| root * root <= n).any(|root| root * root == n) {
            return false;
        }
        let mut d = 5;
        loop {
            match jacobi_by_factors(d, n) {
                -1 => break,
                0 => return d.abs() == n,
                _ => d = if d > 0 { -d - 2 } else { 2 - d },
            }
        }
        let q = (1 - d) / 4;
        let s = (n + 1).trailing_zeros();
        let odd = (n + 1) >> s;
        let modulo = |x: i64| x.rem_euclid(n);
        let half = |x: i64| (if x % 2 == 0 { x } else { x + n }) / 2;
        let (mut u, mut v, mut q_power) = (0, 2, 1);
        for i in (0..64 - odd.leading_zeros()).rev() {
            (u, v) = (modulo(u * v), modulo(v * v - 2 * q_power));
            q_power = modulo(q_power * q_power);
            if odd >> i & 1 == 1 {
                (u, v) = (half(modulo(u + v)), half(modulo(d * u + v)));
                q_power = modulo(q_power * q);
            }
        }
        let mut passes = u == 0;
        for _ in 0..s {
            passes |= v == 0;
            (v, q_power) = (modulo(v * v - 2 * q_power), modulo(q_power * q_power));
        }
        passes
    }

    fn lucas<const L: usize, P: SearchArithmetic<L>>(n: u32) -> bool {
        is_strong_lucas_probable_prime_by(P::new_chain, &Natural::from(n))
    }

    fn on_short(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        <Short as SearchArithmetic<1>>::new_chain(n, a)
    }

    fn in_long_lanes(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        <TwoLongModuli as SearchArithmetic<2>>::new_chain(n, a)
    }

    /// Each test passes primes, and exactly the composite numbers that its definition passes. The
    /// tests run one by one, because no composite number is known that passes both.
    #[test]
    fn each_test_is_its_definition() {
        let (mut strong, mut strong_lucas) = (Vec::new(), Vec::new());
        let mut primes = primes_below(100_000).skip(1).peekable();
        for n in (3..100_000_u32).step_by(2) {
            let prime = primes.next_if_eq(&n).is_some();
            let expected = is_strong(n.into());
            assert!(expected || !prime);
            assert_eq!(is_strong_probable_prime_to_2(&n.into()), expected, "{n}");
            let n_long = Natural::from(n);
            assert_eq!(are_strong_probable_primes::<1, Short>([&n_long])[0], expected, "{n}");
            let other = Natural::from(n ^ 0x5000a);
            let both = are_strong_probable_primes::<2, TwoLongModuli>([&n_long, &other]);
            assert_eq!(both[0], expected, "{n}");
            if expected && !prime {
                strong.push(n);
            }
            let expected = is_strong_lucas(n.into());
            assert!(expected || !prime, "{n}");
            assert_eq!(lucas::<1, Montgomery>(n), expected, "{n}");
            assert_eq!(lucas::<1, Short>(n), expected, "{n}");
            assert_eq!(lucas::<2, TwoLongModuli>(n), expected, "{n}");
            if expected && !prime {
                strong_lucas.push(n);
            }
        }
        assert_eq!(strong[..5], [2047, 3277, 4033, 4681, 8321]); // OEIS A001262
        assert_eq!(strong_lucas[..5], [5459, 5777, 10877, 16109, 18971]); // OEIS A217255
        assert!(!strong.iter().any(|n| strong_lucas.contains(n)));
    }

    /// Odd random numbers of 256 bits.
    fn candidates(seed: u64) -> impl Iterator<Item = Natural> {
        let mut rng = SmallRng::seed_from_u64(seed);
        core::iter::repeat_with(move || {
            let mut limbs: [u32; 8] = core::array::from_fn(|_| rng.random());
            limbs[7] |= 1 << 31;
            limbs[0] |= 1;
            Natural::from_limbs(limbs)
        })
    }

    /// Numbers of 256 bits: primes, composites and pseudoprimes, with many or few factors 2 in n − 1.
    fn numbers_of_256_bits() -> Vec<Natural> {
        let half = Natural::power_of_two(255);
        let sums = [0, 1, 2, 8, 64, 200, 254].map(|s| &half + &Natural::power_of_two(s));
        let differences = [1, 189, 357, 435, 569]
            .map(|less: u32| Natural::power_of_two(256).checked_sub(&less.into()).unwrap());
        let mut numbers: Vec<Natural> = sums.into_iter().chain(differences).collect();
        numbers[0] = &half + &Natural::from(95_u32); // The least prime above 2^255.
        numbers.extend(candidates(7).take(40));
        numbers.extend(long_pseudoprimes());
        numbers.retain(|n| !n.is_even());
        numbers
    }

    #[test]
    fn lanes_are_independent() {
        let numbers = numbers_of_256_bits();
        let expected: Vec<bool> = numbers.iter().map(is_strong_probable_prime_to_2).collect();
        assert!(expected.iter().filter(|&&passes| passes).count() >= 6);
        for (x, passes) in numbers.iter().zip(&expected) {
            for (y, other_passes) in numbers.iter().zip(&expected) {
                let both = are_strong_probable_primes::<2, TwoLongModuli>([x, y]);
                assert_eq!(both, [*passes, *other_passes], "{x:?} {y:?}");
            }
        }
    }

    #[test]
    fn chains_have_the_same_values() {
        let numbers = numbers_of_256_bits();
        for (n, e) in numbers.iter().zip(numbers.iter().rev()) {
            let a = &(e >> 1);
            let mut reference = on_cios(n, a);
            let mut chains = Vec::from([on_short(n, a), in_long_lanes(n, a)]);
            chains.extend(on_words(n, a));
            for bits in [200..256, 1..200, 0..1] {
                reference.steps(e, bits.clone());
                for chain in &mut chains {
                    chain.steps(e, bits.clone());
                    assert_eq!(chain.values(), reference.values(), "{n:?}");
                }
            }
            assert_eq!(
                is_strong_lucas_probable_prime_by(on_short, n),
                is_strong_lucas_probable_prime(n),
                "{n:?}"
            );
        }
    }

    #[test]
    fn chains_of_long_numbers_have_the_same_values() {
        for bits in [64, 100, 300, 512, 520, 777, 1024, 2048] {
            let power = Natural::power_of_two(bits);
            for less in [1_u32, 3, 105, 569] {
                let n = power.checked_sub(&less.into()).unwrap();
                let (a, e) = (&n.div_small(7), &n.div_small(3));
                let mut reference = on_cios(&n, a);
                let mut chains = Vec::from([on_kernel(&n, a)]);
                let in_words = on_words(&n, a);
                let lengths = WORD_BITS + 1..=8 * WORD_BITS;
                assert_eq!(in_words.is_some(), lengths.contains(&bits), "{bits} bits");
                chains.extend(in_words);
                if bits <= 1024 {
                    chains.push(in_long_lanes(&n, a));
                }
                for range in [40..60, 1..40, 0..1] {
                    reference.steps(e, range.clone());
                    for chain in &mut chains {
                        chain.steps(e, range.clone());
                        assert_eq!(chain.values(), reference.values(), "{n:?}");
                    }
                }
            }
        }
    }

    /// Asserts that the search on each arithmetic finds the prime at its place. `numbers` starts the sequence anew.
    fn assert_every_search<I: Iterator<Item = Natural>>(
        numbers: impl Fn() -> I,
        expected: &(usize, Natural),
    ) {
        let small = small_primes();
        let found = [
            first_prime_by::<2, TwoLongModuli>(small, numbers().enumerate()),
            first_prime_by::<1, Montgomery>(small, numbers().enumerate()),
            first_prime_by::<1, Short>(small, numbers().enumerate()),
        ];
        for one in found {
            assert_eq!(one.as_ref(), Some(expected));
        }
    }

    /// Strong pseudoprimes to base 2 of 256 bits, of the form p·(2p − 1) with both factors
    /// prime.
    fn long_pseudoprimes() -> Vec<Natural> {
        let is_prime =
            |n: &Natural| small_primes().factor_of(n).is_none() && is_strong_probable_prime_to_2(n);
        let start = &Natural::power_of_two(127) + &Natural::from(0x2545_f491_4f6c_dd1d_u64);
        let products = (0_u32..).step_by(2).filter_map(|step| {
            let p = &start + &Natural::from(step);
            let other = (&p << 1).checked_sub(&Natural::one())?;
            (is_prime(&p) && is_prime(&other)).then(|| &p * &other)
        });
        products.filter(|n| n.bits() == 256 && is_strong_probable_prime_to_2(n)).take(3).collect()
    }

    #[test]
    fn a_search_skips_pseudoprimes_and_takes_the_first_prime() {
        let pseudoprimes = long_pseudoprimes();
        let power = Natural::power_of_two(256);
        // 2^256 − 189 is the greatest prime below 2^256, 2^256 − 357 the next.
        let prime = |less: u32| power.checked_sub(&less.into()).unwrap();
        let composite = prime(188 + 3);
        for place in 0..6 {
            let mut sequence =
                [&pseudoprimes[..], &[composite.clone(), composite.clone()]].concat();
            sequence.insert(place, prime(189));
            sequence.insert(place + 1, prime(357));
            let numbers = || sequence.iter().chain(core::iter::repeat(&composite)).cloned();
            assert_every_search(numbers, &(place, prime(189)));
        }
        // Shorter numbers, and the even prime, which no arithmetic takes.
        let mersenne = |bits| Natural::power_of_two(bits) - 1_u32;
        let short = mersenne(61) * mersenne(89);
        // A strong pseudoprime to every base below 29, and a strong Lucas pseudoprime.
        let strong = &Natural::from(3_825_123_056_546_413_051_u64);
        let lucas = &Natural::from(2053 * 4787_u32);
        for last in [mersenne(127), 2_u32.into()] {
            let numbers =
                || [&short, strong, lucas, &short, &pseudoprimes[0], &last].into_iter().cloned();
            assert_every_search(numbers, &(5, last.clone()));
        }
    }

    /// Compares the search with strong tests to many bases in `num-bigint`.
    #[test]
    fn a_search_finds_what_num_bigint_finds() {
        let big = |n: &Natural| BigUint::from_bytes_be(&n.to_be_bytes());
        let small: Vec<u32> = primes_below(1000).collect();
        let is_prime = |n: &BigUint| {
            let minus_one = n - 1_u32;
            let s = minus_one.trailing_zeros().unwrap();
            small.iter().all(|p| n % p != BigUint::ZERO)
                && small[..10].iter().all(|&base| {
                    let d = &minus_one >> s;
                    let power = BigUint::from(base).modpow(&d, n);
                    let powers = (0..s).map(|r| power.modpow(&(BigUint::from(1_u8) << r), n));
                    power == BigUint::from(1_u8)
                        || powers.into_iter().any(|power| power == minus_one)
                })
        };
        for seed in 0..100_u32 {
            let numbers = || candidates(seed.into());
            let expected = numbers().enumerate().find(|(_, n)| is_prime(&big(n))).unwrap();
            assert_every_search(numbers, &expected);
            assert_eq!(first_prime(256, numbers()), Some(expected));
        }
    }

    #[test]
    fn powers_of_two_are_those_of_num_bigint() {
        let big = |n: &Natural| BigUint::from_bytes_be(&n.to_be_bytes());
        for n_bits in [2, 3, 64, 264, 1000, 1024] {
            let n = Natural::power_of_two(n_bits).checked_sub(&Natural::one()).unwrap();
            for e_bits in [1, 2, 7, 64, 300, 1100] {
                let e = Natural::power_of_two(e_bits).div_small(3);
                let expected = BigUint::from(2_u8).modpow(&big(&e), &big(&n));
                let in_lanes = power_of_two_by::<2, TwoLongModuli>(&e, &n);
                assert_eq!(big(&in_lanes), expected, "{n_bits} {e_bits}");
                assert_eq!(big(&power_of_two(&e, &n).unwrap()), expected, "{n_bits} {e_bits}");
            }
        }
    }

    #[test]
    fn any_sequence_has_a_first_prime_or_none() {
        let of = |bits, numbers: &[u32]| first_prime(bits, numbers.iter().map(|&n| n.into()));
        for bits in [2, 3, 256, 257, 1024, 1025] {
            assert_eq!(of(bits, &[0, 1, 4, 1, 2, 3]), Some((4, 2_u32.into())), "{bits}");
            assert_eq!(of(bits, &[1, 9, 3]), Some((2, 3_u32.into())), "{bits}");
            assert_eq!(of(bits, &[0, 1, 15, 1 << 20]), None, "{bits}");
        }
        assert_eq!(of(3, &[11, 9, 7]), Some((2, 7_u32.into())));
        let refused =
            [0_u32, 1, 8].map(Natural::from).into_iter().chain([Natural::power_of_two(1024)]);
        refused.for_each(|n| assert_eq!(power_of_two(&5_u32.into(), &n), None));
    }

    /// The numbers of a search may have any length, may be small primes, and may end.
    #[test]
    fn a_search_among_numbers_of_a_length() {
        for bits in [3, 8, 16, 40, 264, 521, 1024] {
            let half = Natural::power_of_two(bits - 1);
            let odd = |i: u32| &half + &Natural::from(2 * i + 1);
            for count in [0, 1, 2, 3, 30, 800] {
                // Within the length.
                let numbers = || (0..count).map(odd).take_while(|n| n.bits() == bits);
                let expected = numbers().enumerate().find(|(_, n)| is_probable_prime(n));
                let small = small_primes();
                assert_eq!(first_prime(bits, numbers()), expected, "{bits} {count}");
                let in_lanes = first_prime_by::<2, TwoLongModuli>(small, numbers().enumerate());
                assert_eq!(in_lanes, expected, "{bits} {count}");
            }
        }
    }

    #[test]
    fn long_numbers() {
        let mersenne = |p| Natural::power_of_two(p).checked_sub(&Natural::one()).unwrap();
        for p in [61, 89, 107, 127, 521, 607, 1279] {
            assert!(is_probable_prime(&mersenne(p)), "2^{p} − 1");
        }
        for p in [67, 83, 101, 129, 523, 1277] {
            assert!(!is_probable_prime(&mersenne(p)), "2^{p} − 1");
        }
        let square = &mersenne(127) * &mersenne(127);
        assert!(!is_probable_prime(&square));
        assert!(!is_probable_prime(&(&mersenne(127) * &mersenne(521))));
        let zero = Natural::from_be_bytes(&[0]);
        assert!(!is_probable_prime(&zero));
    }
}
