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

/// Bleichenbacher, "Efficiency and security of cryptosystems based on number theory" (1996): a strong pseudoprime to
/// every base up to 100, and one of the form p·(2p − 1) that a computer algebra system took for a prime.
#[test]
fn bleichenbacher() {
    let of_three = ["18215745452589259639", "4337082250616490391", "867416450123298079"];
    let of_two = ["24444516448431392447461", "48889032896862784894921"];
    for (factors, bases) in [(&of_three[..], 101), (&of_two, 37)] {
        let factors: Vec<_> = factors.iter().map(|p| big(p)).collect();
        assert!(factors.iter().all(|p| is_probable_prime(&natural(p))));
        let n = factors.iter().product::<BigUint>();
        assert!(primes_below(bases).all(|base| is_strong_to(&n, base)));
        assert_deceives_base_2(&n);
    }
}

/// Chernick, "On Fermat's simple theorem" (1939): (6k + 1)(12k + 1)(18k + 1) is a Carmichael number if its factors are
/// primes.
#[test]
fn chernick() {
    for start in [1_u128, 1 << 20, 1 << 40, 1 << 80] {
        let factors = |k: u128| [6, 12, 18].map(|m: u32| BigUint::from(k) * m + 1_u32);
        let all_prime = |k: &u128| factors(*k).iter().all(|p| is_probable_prime(&natural(p)));
        for k in (start..).filter(all_prime).take(3) {
            let n = factors(k).iter().product::<BigUint>();
            assert!(BigUint::from(2_u32).modpow(&(&n - 1_u32), &n).is_one());
            let is_strong = is_strong_to(&n, 2);
            assert_eq!(is_strong_probable_prime_to_2(&natural(&n)), is_strong, "{n}");
            assert!(!is_probable_prime(&natural(&n)), "{n}");
        }
    }
}

/// Strong Lucas pseudoprimes without a factor in the trial division: only the strong test to base 2 refuses them.
#[test]
fn strong_lucas_pseudoprimes_of_large_factors() {
    for (p, q) in [(2053_u32, 4787_u32), (2063, 34_057), (2089, 2609), (2099, 33_601), (2309, 9241)]
    {
        let n = &Natural::from(p) * &Natural::from(q);
        assert!(is_strong_lucas_probable_prime(&n), "{n:?}");
        assert!(!is_strong_probable_prime_to_2(&n), "{n:?}");
        assert!(!is_probable_prime(&n), "{n:?}");
    }
}

/// Numbers with a square factor, and squares. For n = 31²·29 and 37²·113, W_d is −2 and 2, and W_(d+1) is not ∓A. For a
/// square, no D has the symbol −1: a search for one would not end.
#[test]
fn squares_in_the_lucas_test() {
    let squares = [3_u32, 5, 1093, 3511, 65_537].map(|p| &Natural::from(p) * &Natural::from(p));
    let mersenne = Natural::power_of_two(127) - 1_u32;
    let multiples = [31 * 31 * 29_u32, 37 * 37 * 113, 23 * 23 * 659].map(Natural::from);
    for n in squares.iter().chain([&(&mersenne * &mersenne)]).chain(&multiples) {
        assert!(!is_strong_lucas_probable_prime(n) && !is_probable_prime(n), "{n:?}");
    }
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
