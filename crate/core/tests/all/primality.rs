//! Composite numbers that pass parts of the primality test, and its strong tests compared with those in `num-bigint`.

use crate::natural;
use num_bigint::BigUint;
use num_traits::One;
use powmod::{
    Natural,
    primality::is_probable_prime,
    testing::{
        is_strong_lucas_probable_prime, is_strong_probable_prime_to_2, passes_strong_tests,
        primes_below,
    },
};

fn big(decimal: &str) -> BigUint {
    decimal.parse().unwrap()
}

/// The strong test to any base.
fn is_strong_to(n: &BigUint, base: u32) -> bool {
    let minus_one = n - 1_u32;
    let s = minus_one.trailing_zeros().unwrap();
    let mut power = BigUint::from(base).modpow(&(&minus_one >> s), n);
    let mut passes = power.is_one() || power == minus_one;
    for _ in 1..s {
        power = &power * &power % n;
        passes |= power == minus_one;
    }
    passes
}

/// Asserts that a composite number passes the strong test to base 2, and fails the whole test.
fn assert_deceives_base_2(n: &BigUint) {
    assert!(is_strong_to(n, 2), "{n}");
    let n = natural(n);
    assert!(is_strong_probable_prime_to_2(&n), "{n:?}");
    assert!(!is_strong_lucas_probable_prime(&n), "{n:?}");
    assert!(!is_probable_prime(&n), "{n:?}");
}

#[test]
fn even_numbers_and_one_pass_no_test() {
    for n in (0..70_u32).filter(|n| n % 2 == 0 || *n == 1).chain([1 << 10, 1 << 31]) {
        for power in [0, 9, 500] {
            let n = &Natural::from(n) << power;
            let two = n == Natural::from(2_u32);
            assert_eq!(is_strong_lucas_probable_prime(&n), two);
            assert_eq!(is_strong_probable_prime_to_2(&n), two);
            assert_eq!(is_probable_prime(&n), two);
        }
    }
}

/// Jaeschke, "On strong pseudoprimes to several bases" (1993); Zhang (2001, 2007); Sorenson, Webster
/// (2015): ψ_m, the least strong pseudoprime to the first m prime bases.
#[test]
fn least_strong_pseudoprimes_to_many_bases() {
    let psi = [
        "2047",
        "1373653",
        "25326001",
        "3215031751",
        "2152302898747",
        "3474749660383",
        "341550071728321",
        "341550071728321",
        "3825123056546413051",
        "3825123056546413051",
        "3825123056546413051",
        "318665857834031151167461",
        "3317044064679887385961981",
    ];
    for (psi, bases) in psi.into_iter().zip(1..) {
        let psi = big(psi);
        assert!(primes_below(60).take(bases).all(|base| is_strong_to(&psi, base)), "{psi}");
        assert_deceives_base_2(&psi);
    }
}

/// Arnault, "Constructing Carmichael numbers which are strong pseudoprimes to several bases"
/// (1995): p·(313(p − 1) + 1)·(353(p − 1) + 1), with 397 digits, a strong pseudoprime to every prime
/// base below 307.
#[test]
fn arnault() {
    let p = big(concat!(
        "2967449566868551055015417464290533273077199179985304335099507553127683",
        "8753171770199594238596428121188033664754218345562493168782883",
    ));
    assert!(is_probable_prime(&natural(&p)));
    let factor = |k: u32| k * (&p - 1_u32) + 1_u32;
    let n = &p * factor(313) * factor(353);
    assert_eq!(n.to_string().len(), 397);
    assert!(primes_below(307).all(|base| is_strong_to(&n, base)));
    assert_deceives_base_2(&n);
}

#[test]
fn strong_tests_to_other_bases() {
    for n in (3..1500_u32).step_by(2) {
        for base in (0..60).chain([n - 1, n, n + 2, 5 * n]) {
            let expected = base % n == 0 || is_strong_to(&n.into(), base);
            assert_eq!(passes_strong_tests(&n.into(), &[base.into()]), expected, "{n} {base}");
        }
    }
    // 3,215,031,751 passes the tests to bases 2, 3, 5 and 7, and not that to 11 (OEIS A014233).
    let n = Natural::from(3_215_031_751_u32);
    let bases = [2_u32, 3, 5, 7, 11].map(Natural::from);
    assert!(passes_strong_tests(&n, &[]) && passes_strong_tests(&n, &bases[..4]));
    assert!(!passes_strong_tests(&n, &bases) && !passes_strong_tests(&n, &bases[4..]));
}
