//! Compares powers modulo even numbers, whose two parts are joined at the end, and RSA by the
//! Chinese remainder theorem with num-bigint.

use crate::numbers::{big, natural, number, odd, positive};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::One;
use powmod::{
    Modulus,
    kernel::ALL,
    methods::{self, EarlyExit, Single},
    monoid::{Absorbing, Monoid},
    multi, pow,
    secret::{
        self,
        crt::{self, Key},
    },
};

/// The exponents of Mersenne primes.
const MERSENNE: [u32; 8] = [13, 17, 19, 31, 61, 89, 107, 127];

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=2)? {
        0 => rsa(u),
        1 => secret_powers(u),
        _ => even(u),
    }
}

/// N = 2^s·m, where m may be 1.
fn even(u: &mut Unstructured<'_>) -> Result<()> {
    let descriptor = *u.choose(ALL)?;
    let twos = u.int_in_range(0..=500)?;
    let n = &positive(u, descriptor.max_bits.min(500))? << twos;
    let mut modulus = Modulus::with_kernel(&n, descriptor).expect("a short one");
    let [x, y] = [number(u, 1100)?, number(u, 1100)?];
    let [a, b] = [number(u, 80)?, number(u, 80)?];
    let context = format!("{}: {x:?}^{a:?} · {y:?}^{b:?} mod {n:?}", descriptor.name);

    let power = big(&x).modpow(&big(&a), &big(&n));
    assert_eq!(big(&pow::mod_pow(&modulus, &x, &a)), power, "{context}");
    let residue = modulus.to_residue(&x);
    for exit in [EarlyExit::Products, EarlyExit::All] {
        let method = Single::Binary { early_exit: Some(exit) };
        let by_method = methods::pow(method, &mut modulus, &residue, &a);
        assert_eq!(big(&modulus.from_residue(&by_method)), power, "{context}");
    }
    let product = power * big(&y).modpow(&big(&b), &big(&n)) % big(&n);
    let several = multi::mod_multi_pow(&modulus, &[(&x, &a), (&y, &b)]);
    assert_eq!(big(&several), product, "{context}");
    assert_eq!(big(&modulus.mul(&x, &y)), big(&x) * big(&y) % big(&n), "{context}");
    assert_eq!(big(&modulus.reduce(&x)), big(&x) % big(&n), "{context}");
    let inverse = big(&x).modinv(&big(&n)).map(|inverse| natural(&inverse));
    assert_eq!(modulus.inverse(&x), inverse, "{context}");

    let mut both = residue.clone();
    modulus.multiply(&mut both, &residue);
    let is_zero = &big(&x) * &big(&x) % big(&n) == BigUint::ZERO;
    assert_eq!(modulus.is_zero(&both), is_zero, "{context}");
    Ok(())
}

/// Secret exponents of any length modulo an odd number.
fn secret_powers(u: &mut Unstructured<'_>) -> Result<()> {
    let descriptor = *u.choose(ALL)?;
    let n = odd(u, descriptor.max_bits.min(600))?;
    let modulus = Modulus::with_kernel(&n, descriptor).expect("a short one");
    let bytes = u.int_in_range(0..=12)?;
    let terms: Vec<(Vec<u8>, Vec<u8>)> = (0..u.int_in_range(1..=2)?)
        .map(|_| Ok((number(u, 700)?.to_be_bytes(), u.bytes(bytes)?.to_vec())))
        .collect::<Result<_>>()?;
    let borrowed: Vec<_> = terms.iter().map(|(x, e)| (&x[..], &e[..])).collect();
    let got = secret::mod_pow(&modulus, &borrowed, 8 * bytes).expect("an odd modulus");
    let integer = BigUint::from_bytes_be;
    let power = |(x, e): &(Vec<u8>, Vec<u8>)| integer(x).modpow(&integer(e), &big(&n));
    let product = terms.iter().map(power).product::<BigUint>() % big(&n);
    assert_eq!(got.len(), n.bits().div_ceil(8));
    assert_eq!(integer(&got), product, "{}: {terms:?} mod {n:?}", descriptor.name);
    Ok(())
}

/// A valid key: the result is base^d.
fn rsa(u: &mut Unstructured<'_>) -> Result<()> {
    let [p, q] = [*u.choose(&MERSENNE)?, *u.choose(&MERSENNE)?]
        .map(|k| (BigUint::one() << k) - BigUint::one());
    let e = big(&odd(u, 40)?);
    let less = |x: &BigUint| x - BigUint::one();
    let base = number(u, 400)?.to_be_bytes();
    let (Some(dp), Some(dq)) = (e.modinv(&less(&p)), e.modinv(&less(&q))) else {
        return Ok(());
    };
    let Some(q_inv) = q.modinv(&p) else {
        return Ok(()); // p = q
    };
    let d = e.modinv(&(less(&p) * less(&q))).expect("prime to both factors");
    let n = &p * &q;
    let [p, q, dp, dq, q_inv, e] = [p, q, dp, dq, q_inv, e].map(|x| x.to_bytes_be());
    let key = Key { p: &p, q: &q, dp: &dp, dq: &dq, q_inv: &q_inv, e: Some(&e) };
    let got = crt::mod_pow(&base, &key);
    if BigUint::from_bytes_be(&base) >= n {
        assert_eq!(got.expect_err("a long base").field.name, "base");
        return Ok(());
    }
    let got = got.expect("a key");
    assert_eq!(got.len(), n.to_bytes_be().len());
    let expected = BigUint::from_bytes_be(&base).modpow(&d, &n);
    assert_eq!(BigUint::from_bytes_be(&got), expected, "{base:?} by {p:?}, {q:?}, {e:?}");
    Ok(())
}
