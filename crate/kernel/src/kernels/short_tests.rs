//! Tests of `short`, apart from it because `small_worlds.rs` compiles that file again.

use crate::kernels::short::{COUNT, RADIX_BITS, Residue, Short, WIDTH};
use alloc::vec::Vec;
use core::array;
use num_bigint::BigUint;

const MASK: u64 = (1 << WIDTH) - 1;

fn number(x: &Residue) -> BigUint {
    x.iter().rev().fold(BigUint::ZERO, |sum, &limb| (sum << WIDTH) + limb)
}

fn limbs(x: &BigUint) -> Vec<u32> {
    let mut limbs = x.to_u32_digits();
    limbs.resize(8, 0);
    limbs
}

/// Moduli with limbs of ones, of zeros, and of both; short ones; and numbers without a pattern.
fn moduli() -> Vec<BigUint> {
    let power = |e: usize| BigUint::from(1_u8) << e;
    let mut moduli = Vec::new();
    for bits in [2, 3, 29, 30, 31, 58, 64, 128, 232, 233, 255, 256] {
        moduli.extend([power(bits) - 1_u8, power(bits - 1) + 1_u8]);
    }
    moduli.push(power(256) - power(128) - 977_u32);
    let mut x = BigUint::from(0x9e37_79b9_u32);
    for _ in 0..200 {
        x = (&x * &x + 12345_u32) % power(256);
        moduli.push(&x | power(255) | BigUint::from(1_u8));
    }
    moduli.retain(|n| n > &BigUint::from(2_u8));
    moduli
}

/// The largest residue below 4N with doubled limbs, and other residues.
fn operands(n: &BigUint) -> Vec<Residue> {
    let below = |x: BigUint| Short::encode(&limbs(&x));
    let largest: Residue = array::from_fn(|_| MASK);
    let mut all = Vec::from([
        below(BigUint::ZERO),
        below(BigUint::from(1_u8)),
        below(n - 1_u8),
        below(n >> 1),
        below(n - 1_u8).map(|limb| 2 * limb),
    ]);
    if n >> 250 == BigUint::from(63_u8) {
        // Limbs of ones, doubled, in all but the highest: below 4N.
        let mut top = largest.map(|limb| 2 * limb);
        top[COUNT - 1] = 1 << 25;
        all.push(top);
    }
    all
}

#[test]
fn products_differences_and_doubled_squares_are_those_of_num_bigint() {
    let radix = BigUint::from(1_u8) << RADIX_BITS;
    for n in moduli() {
        let short = Short::new(&limbs(&n));
        assert_eq!(number(&short.one()), &radix % &n, "{n}");
        let inverse = radix.modinv(&n).unwrap();
        for a in operands(&n) {
            for b in operands(&n) {
                let product = short.multiply(&a, &b);
                let expected = number(&a) * number(&b) * &inverse % &n;
                assert_eq!(number(&product) % &n, expected, "{n}");
                assert!(number(&product) * 2_u8 < &n * 3_u8);
                let left = expected.clone() * &inverse % &n;
                assert_eq!(short.from_montgomery(&product)[..], limbs(&left), "{n}");
                let other = short.multiply(&b, &b);
                let difference = number(&short.subtract(&product, &other));
                assert_eq!(&difference + number(&other), number(&product) + &n * 2_u8);
                assert!(difference < &n * 4_u8);
            }
            for double in [false, true] {
                let square = number(&short.square_double(&a, double));
                let square_of = number(&a) * number(&a) * &inverse;
                let expected = (square_of << usize::from(double)) % &n;
                assert_eq!(square % &n, expected, "{n}");
            }
        }
    }
}
