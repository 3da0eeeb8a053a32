//! The columns and the residues of `short`.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::kernels::short::{COUNT, WIDTH};
use num_bigint::BigInt;

/// The longest modulus, in bits.
const MAX_BITS: usize = 256;

#[derive(Clone, Copy)]
struct Short {
    width: usize,
    count: usize,
    bits: usize,
}

impl Short {
    fn check(self) -> Checked {
        let Self { width, count, bits } = self;
        // In units of N, with R ≥ 2^spare·N: (4N)²/R + N ≤ 1.5·N.
        ensure(width * count >= bits, "R is below N")?;
        let spare = width * count - bits;
        ensure(16 * 2 <= 1_u64 << spare.min(40), "a product is above 1.5·N")?;

        // The columns of a product of two residues with doubled limbs, the rows of q, and the carry.
        let word = Interval::unsigned(64);
        let limb = Interval::unsigned(width);
        let doubled = &limb + &limb;
        let times = BigInt::from(count);
        let product = Interval::new(0, (&doubled * &doubled).most * &times);
        let rows = Interval::new(0, (&limb * &limb).most * &times);
        let carry = word.clone() >> width;
        (&product + &rows + &carry).within(&word, "a column")?;

        // The highest limb of a product below 1.5·N < 2^(bits + 1) is not above the others.
        ensure(power(bits + 1) <= power(width * count), "a product has a longer highest limb")?;
        // a + 2N − b and its carry, as signed words.
        let difference = &limb + &doubled - &limb + &Interval::around_zero(2);
        difference.within(&Interval::signed(64), "a difference")?;
        Ok(())
    }
}

#[test]
fn bounds_of_short() {
    let compiled = Short { width: WIDTH, count: COUNT, bits: MAX_BITS };
    for step in [1, -1] {
        assert_limit("short: bits of a limb", WIDTH, step, |width| {
            Short { width, ..compiled }.check()
        });
        assert_limit("short: limbs", COUNT, step, |count| Short { count, ..compiled }.check());
    }
    assert_limit("short: bits of a modulus", MAX_BITS, 1, |bits| {
        Short { bits, ..compiled }.check()
    });
}
