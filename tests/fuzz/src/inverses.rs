//! Compares inverses modulo any number, one by one, of lists and of secrets, and Jacobi's symbol with num-bigint.

use crate::numbers::{big, number, positive};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use powmod::{Modulus, Natural, secret};

/// The target. A factor in common with the modulus is as likely as none.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let most = *u.choose(&[60, 600, 3000])?;
    let (twos, factor) = (u.int_in_range(0..=100)?, positive(u, 64)?);
    let is_shared = u.arbitrary::<bool>()?;
    let mut n = &positive(u, most)? << if u.arbitrary()? { twos } else { 0 };
    if is_shared {
        n = &n * &factor;
    }
    let mut list: Vec<Natural> =
        (0..u.int_in_range(1..=6)?).map(|_| number(u, most + 70)).collect::<Result<_>>()?;
    if is_shared {
        let last = list.last_mut().expect("not empty");
        *last = &*last * &factor;
    }
    let Some(modulus) = Modulus::new(&n) else {
        return Ok(());
    };
    let big_n = big(&n);
    let context = || format!("{list:?} modulo {n:?}");

    let expected: Vec<_> = list.iter().map(|x| inverse(&big(x), &big_n)).collect();
    for (x, expected) in list.iter().zip(&expected) {
        assert_eq!(modulus.inverse(x).as_ref().map(big), *expected, "{}", context());
        if n.is_even() || big_n.is_one() {
            continue;
        }
        let secret = secret::inverse(&modulus, &x.to_be_bytes());
        assert_eq!(secret.ok().map(|x| BigUint::from_bytes_be(&x)), *expected, "{}", context());
        assert_eq!(modulus.jacobi(x), Some(jacobi(big(x), big_n.clone())), "{}", context());
    }
    match modulus.inverses(&list) {
        Ok(all) => {
            let all: Vec<_> = all.iter().map(|x| Some(big(x))).collect();
            assert_eq!(all, expected, "{}", context());
        }
        Err(place) => assert!(expected[place].is_none(), "{}", context()),
    }
    Ok(())
}

/// Checked by its definition, so that num-bigint's own algorithm is not trusted alone.
fn inverse(x: &BigUint, n: &BigUint) -> Option<BigUint> {
    let inverse = x.modinv(n)?;
    assert_eq!(x * &inverse % n, BigUint::one() % n);
    Some(inverse)
}

/// By the law of reciprocity, for an odd n.
fn jacobi(mut a: BigUint, mut n: BigUint) -> i32 {
    let low = |x: &BigUint| x.iter_u32_digits().next().unwrap_or(0) % 8;
    let mut sign = 1;
    a %= &n;
    while !a.is_zero() {
        while !a.bit(0) {
            a >>= 1;
            if matches!(low(&n), 3 | 5) {
                sign = -sign;
            }
        }
        if low(&a) % 4 == 3 && low(&n) % 4 == 3 {
            sign = -sign;
        }
        (a, n) = (n % &a, a);
    }
    if n.is_one() { sign } else { 0 }
}
