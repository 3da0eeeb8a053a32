//! Compares the arithmetic of natural numbers, their texts and bytes with num-bigint.

use crate::numbers::{big, number};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::{Num, Zero};
use powmod::Natural;

/// The target. Products of some thousands of bits take each of the methods that there are.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let most = *u.choose(&[64, 700, 6000, 40_000])?;
    let (a, b) = (number(u, most)?, number(u, most)?);
    let (shift, radix) = (u.int_in_range(0..=500)?, u.int_in_range(2..=36)?);
    let (big_a, big_b) = (big(&a), big(&b));
    let context = format!("{a:?}, {b:?}, {shift}");

    assert_eq!(big(&(&a + &b)), &big_a + &big_b, "{context}");
    assert_eq!(big(&(&a * &b)), &big_a * &big_b, "{context}");
    assert_eq!(big(&(&a * &a)), &big_a * &big_a, "{context}");
    assert_eq!(a.cmp(&b), big_a.cmp(&big_b), "{context}");
    let less = (big_a >= big_b).then(|| &big_a - &big_b);
    assert_eq!(a.checked_sub(&b).as_ref().map(big), less, "{context}");
    assert_eq!(big(&(&a << shift)), &big_a << shift, "{context}");
    assert_eq!(big(&(&a >> shift)), &big_a >> shift, "{context}");
    if !big_b.is_zero() {
        // A dividend that is longer, and one next to a multiple, where a quotient's digit is corrected.
        for x in [a.clone(), &a * &b, &(&a * &b) + &(&a >> shift)] {
            let (quotient, rest) = x.div_rem(&b);
            let x = big(&x);
            assert_eq!((big(&quotient), big(&rest)), (&x / &big_b, &x % &big_b), "{x} by {b:?}");
        }
        let divisor = a.gcd(&b);
        assert_eq!(big(&divisor), gcd(big_a.clone(), big_b.clone()), "{context}");
    }
    assert_eq!(a.bits() as u64, big_a.bits(), "{context}");
    assert_eq!(big(&a.low_bits(shift)), &big_a % (BigUint::from(1_u32) << shift), "{context}");
    let text = a.to_str_radix(radix);
    assert_eq!(text, big_a.to_str_radix(radix), "{context}");
    assert_eq!(Natural::from_str_radix(&text, radix).expect("its own text"), a, "{context}");
    assert_eq!(Natural::from_be_bytes(&a.to_be_bytes()), a, "{context}");
    assert_eq!(Natural::from_le_bytes(&a.to_le_bytes()), a, "{context}");
    assert_eq!(
        a.to_be_bytes(),
        big_a.to_bytes_be().into_iter().skip_while(|&byte| byte == 0).collect::<Vec<_>>()
    );
    Ok(())
}

/// Euclid's algorithm.
fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}
