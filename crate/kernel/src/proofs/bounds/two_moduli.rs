//! The values and the columns of `two_moduli`.

use super::{
    chain::{ChainBounds, SIGNIFICAND},
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::primes::side_by_side::two_moduli::{
    BITS, HALF, LARGEST_SUM, LIMBS, MAX_TERMS, OFFSET, WIDTH, terms_of_column,
};
use alloc::vec::Vec;
use num_bigint::BigInt;

#[derive(Clone)]
struct TwoModuli {
    chain: ChainBounds,
    limbs: usize,
    /// The bits of N.
    bits: usize,
    /// Added to a column's sum, besides HALF.
    offset: u64,
}

fn compiled() -> TwoModuli {
    TwoModuli {
        chain: ChainBounds::compiled::<WIDTH>(MAX_TERMS),
        limbs: LIMBS,
        bits: BITS,
        offset: OFFSET,
    }
}

/// The bounds that the next step starts from: the carries of columns, and the digits to fold.
#[derive(Clone, PartialEq)]
struct Passed {
    carry: Interval,
    highest_digit: Interval,
}

impl TwoModuli {
    fn check(&self) -> Checked {
        let width = self.chain.width;
        ensure(self.offset.is_multiple_of(1 << width), "the offset disturbs a digit")?;
        let lengths = width * (self.limbs - 1) + 1..width * self.limbs;
        ensure(lengths.contains(&self.bits), "the highest limb of N is no limb, or zero")?;
        // A limb is a digit with a carry. That carry depends on the limbs, so iterate.
        let zero = Interval::of(0);
        let mut passed = Passed { carry: zero.clone(), highest_digit: zero };
        loop {
            let (square, product) = (self.columns(true, &passed)?, self.columns(false, &passed)?);
            let next = Passed {
                carry: square.carry.hull(&product.carry).hull(&passed.carry),
                highest_digit: square.highest_digit.hull(&product.highest_digit),
            };
            if next == passed {
                break;
            }
            passed = next;
        }
        self.values(&passed)
    }

    /// A digit with a carry.
    fn limb(&self, passed: &Passed) -> Interval {
        Interval::signed(self.chain.width) + &passed.carry
    }

    /// Limb i of a number below 2^bits in absolute value. The limbs below the highest make less than one
    /// of its units.
    fn limb_at(&self, i: usize, passed: &Passed) -> Interval {
        match i + 1 == self.limbs {
            true => Interval::around_zero(power(self.bits - self.chain.width * i) + 1),
            false => self.limb(passed),
        }
    }

    /// The quotient of what is folded by N/2^(bits − 1), rounded up.
    fn quotient(&self, passed: &Passed) -> BigInt {
        // Powers of two are below 3/4·N. The low columns are below 2^(w·l + 7) < 2^(w·l + 7 − bits + 1)·N.
        let digits =
            self.limb(passed).magnitude() * (self.limbs - 2) + passed.highest_digit.magnitude();
        digits * 3 / 4 + power(self.chain.width * self.limbs + 8 - self.bits)
    }

    /// Each column of a product: its chain, and the high part from the column below.
    fn columns(&self, square: bool, passed: &Passed) -> Checked<Passed> {
        let Self { limbs, ref chain, .. } = *self;
        let limb = |i: usize| self.limb_at(i, passed);
        let product = |c: usize| -> Vec<(Interval, Interval)> {
            let terms = terms_of_column(limbs, c);
            match square {
                // Doubled, if the exponent has a bit there.
                true => (terms.start..c / 2 + 1)
                    .map(|i| (limb(i) * if 2 * i == c { 2 } else { 4 }, limb(c - i)))
                    .collect(),
                false => terms.map(|i| (limb(i), limb(c - i))).collect(),
            }
        };
        let parts = |terms: &[(Interval, Interval)]| {
            chain.parts(&terms.iter().map(|(x, y)| (x, y)).collect::<Vec<_>>())
        };
        let word = Interval::new(0, LARGEST_SUM);
        let half = Interval::of(self.offset + HALF);
        let mut carries = Interval::of(0);
        let mut carry = |sum: Interval| {
            let bits = (sum + &half).within(&word, "a column with its offset")? >> chain.width;
            let carry = bits - &Interval::of(self.offset >> chain.width);
            carries = carries.hull(&carry);
            Checked::Ok(carry)
        };

        // The columns to fold.
        let mut high = parts(&product(limbs - 1))?.high;
        let mut below = Interval::of(0);
        for c in limbs..2 * limbs - 2 {
            let sum = parts(&product(c))?;
            below = carry(sum.low + &high)?;
            high = sum.high;
        }
        let highest = product(2 * limbs - 2);
        let nearest_is_zero =
            highest.iter().all(|(x, y)| (x * y).magnitude() <= power(chain.width - 1));
        ensure(highest.len() == 1 && nearest_is_zero, "the highest column has a high part")?;
        let highest_digit = parts(&highest)?.low + &high + &below;
        let double = Interval::around_zero(power(SIGNIFICAND - 2));
        let highest_digit = highest_digit.within(&double, "the highest digit")?;

        // The columns that stay, with what is folded and q·N.
        let quotient = Interval::around_zero(self.quotient(passed));
        let mut high = Interval::of(0);
        for c in 0..limbs {
            let mut terms = product(c);
            terms.extend((0..limbs - 2).map(|_| (self.limb(passed), limb(c))));
            terms.push((passed.highest_digit.clone(), limb(c)));
            terms.push((quotient.clone(), limb(c)));
            let sum = parts(&terms)?;
            // Less a limb, also in the double that is the low part.
            let low = (&sum.low - &limb(c)).hull(&sum.low);
            low.clone().within(&double, "a low part")?;
            carry(low + &high)?;
            high = sum.high;
        }
        Ok(Passed { carry: carries, highest_digit })
    }

    /// A result is at most 3/4·N, and so is a power of two.
    fn values(&self, passed: &Passed) -> Checked {
        const UNIT: usize = 128; // in units of N/2^UNIT
        let quotient = self.quotient(passed);
        ensure(quotient <= power(SIGNIFICAND - 2), "a quotient is no integer")?;
        // The quotient is rounded to an integer, and its factors four times before: each in its sum and
        // once more.
        let rounded = power(UNIT - 1) + &quotient * 4 * power(UNIT - SIGNIFICAND);
        // The limbs of N below the two highest make less than 2^(w·(l − 2)). Below the columns that count,
        // a column gets a low and a high part, below 2^52 each; the columns further down are less.
        let leading_bits = self.bits - 1 - self.chain.width * (self.limbs - 2);
        let neglected = (quotient + power(54)) * power(UNIT - leading_bits);
        ensure((rounded + neglected) * 4 <= 3 * power(UNIT), "a result is more than 3/4·N")
    }
}

#[test]
fn bounds_of_two_moduli() {
    let dropped = TwoModuli { bits: 264, ..compiled() }.check();
    assert_eq!(dropped, Err("the highest column has a high part".into()));
    assert_limit("two_moduli: terms of a chain", MAX_TERMS, -1, |max_terms| {
        TwoModuli { chain: ChainBounds { max_terms, ..compiled().chain }, ..compiled() }.check()
    });
    for step in [1, -1] {
        assert_limit("two_moduli: bits of a modulus", BITS, step, |bits| {
            TwoModuli { bits, ..compiled() }.check()
        });
        assert_limit("two_moduli: limbs", LIMBS, step, |limbs| {
            TwoModuli { limbs, ..compiled() }.check()
        });
        assert_limit("two_moduli: offset of a sum, in eighths", 8, step, |eighths| {
            TwoModuli { offset: eighths as u64 * (OFFSET / 8), ..compiled() }.check()
        });
    }
}
