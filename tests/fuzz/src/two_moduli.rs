//! Compares the kernel for two short moduli at once, which has its own conversions, with
//! num-bigint.

use crate::numbers::{below, big, number, odd};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use powmod::{
    Natural,
    kernel::two_moduli::{MAX_BITS, RADIX_BITS, TwoModuli},
};

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    check(u, 40).map(drop)
}

/// A chain of at most `most` operations. Returns the number of operations.
///
/// # Errors
/// The bytes ended.
///
/// # Panics
/// If a result differs.
pub fn check(u: &mut Unstructured<'_>, most: usize) -> Result<usize> {
    let n = [odd(u, MAX_BITS)?, odd(u, MAX_BITS)?];
    let start = [below(u, &n[0])?, below(u, &n[1])?];
    let factor = [number(u, MAX_BITS)?, number(u, MAX_BITS)?];
    let moduli = TwoModuli::new([n[0].limbs(), n[1].limbs()]);
    let encode = |x: &[Natural; 2]| TwoModuli::encode([x[0].limbs(), x[1].limbs()]);
    let (mut residue, other) = (encode(&start), encode(&factor));

    // The expected residues, each modulo its n, and the inverses of R.
    let big_n = n.each_ref().map(big);
    let unit = big_n.each_ref().map(|n| (BigUint::one() << RADIX_BITS).modinv(n).expect("odd"));
    let mut expected = start.each_ref().map(big);
    let other_value = factor.each_ref().map(big);
    // The integers of the previous product, which the next operation may subtract.
    let mut before = (
        TwoModuli::integers(&encode(&[Natural::zero(), Natural::zero()])),
        [BigUint::zero(), BigUint::zero()],
    );
    let steps = u.int_in_range(0..=most)?;
    for _ in 0..steps {
        let (kind, flags) = (u.int_in_range(0..=3)?, u.arbitrary::<[bool; 2]>()?);
        let old = expected.clone();
        let value = |i: usize| match kind {
            0 => &old[i] * &other_value[i] * &unit[i],
            1 => &old[i] * &old[i] * &unit[i],
            2 => ((&old[i] * &old[i]) << usize::from(flags[i])) * &unit[i],
            // Adding n before subtracting a number below n keeps the value positive.
            _ => &old[i] * &other_value[i] * &unit[i] + &big_n[i] - &before.1[i],
        };
        expected = [0, 1].map(|i| value(i) % &big_n[i]);
        residue = match kind {
            0 => moduli.multiply(&residue, &other),
            1 => moduli.multiply(&residue, &residue.clone()),
            2 => moduli.square_double(&residue, flags),
            _ => moduli.multiply_subtract(&residue, &other, &before.0),
        };
        if kind < 2 {
            before = (TwoModuli::integers(&residue), expected.clone());
        }
    }
    let left = moduli.leave(&residue).map(Natural::from_limbs);
    for i in [0, 1] {
        let expected = &expected[i] * &unit[i] % &big_n[i];
        assert_eq!(big(&left[i]), expected, "{start:?}, {factor:?} mod {n:?}");
    }
    Ok(steps)
}
