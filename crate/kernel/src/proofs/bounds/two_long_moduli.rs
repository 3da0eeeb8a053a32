//! The values and the columns of `two_long_moduli`.

use super::{
    chain::{ChainBounds, Parts, SIGNIFICAND},
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::primes::two_long_moduli::{
    HALF, LARGEST_SUM, MAX_LIMBS, MAX_TERMS, OFFSET, SPARE, WIDTH,
};
use alloc::vec;
use num_bigint::BigInt;

#[derive(Clone)]
struct TwoLongModuli {
    chain: ChainBounds,
    limbs: usize,
    /// The bits that M has less than its limbs.
    spare: usize,
    /// Added to a column's sum, besides HALF.
    offset: u64,
}

fn compiled() -> TwoLongModuli {
    TwoLongModuli {
        chain: ChainBounds::compiled::<WIDTH>(MAX_TERMS),
        limbs: MAX_LIMBS,
        spare: SPARE,
        offset: OFFSET,
    }
}

impl TwoLongModuli {
    fn check(&self) -> Checked {
        let width = self.chain.width;
        ensure(self.offset.is_multiple_of(1 << width), "the offset disturbs a digit")?;
        let top = power(width - self.spare) + 1;
        ensure(top <= power(width - 1), "the highest limb is no digit")?;
        // A limb is a digit with a carry. That carry depends on the limbs, so iterate.
        let mut carry = Interval::of(0);
        loop {
            let next = self.carry(&carry)?.hull(&carry);
            if next == carry {
                break;
            }
            carry = next;
        }
        self.values(&carry)
    }

    /// A digit with a carry.
    fn limb(&self, carry: &Interval) -> Interval {
        Interval::signed(self.chain.width) + carry
    }

    /// The largest multiple of M that is subtracted, in units of M: when a number |a| ≤ M is shifted by a limb, and
    /// when a product is reduced.
    fn quotients(&self, carry: &Interval) -> [BigInt; 2] {
        let width = self.chain.width;
        // Powers are below 3/5·M, and the low columns below 2^(w·(l − 1) + 54).
        let digits = self.limb(carry).magnitude() * self.limbs;
        [power(width), digits * 3 / 5 + power(54 + self.spare + 1 - width) + 1]
    }

    /// The carries out of all columns, for limbs with these carries.
    fn carry(&self, carry: &Interval) -> Checked<Interval> {
        let limb = &self.limb(carry);
        let [_, quotient] = self.quotients(carry).map(Interval::around_zero);
        let four = &(limb.clone() * 4);
        // The columns are added up side by side, so one may have a term more, whose factor is zero.
        let square = self.chain.parts(&vec![(four, limb); self.limbs / 2 + 1])?;
        let mut product = self.chain.parts(&vec![(limb, limb); self.limbs])?;
        product.low = (&product.low - limb).hull(&product.low);
        let double = Interval::around_zero(power(SIGNIFICAND - 2));
        product.low.clone().within(&double, "a low part less a limb")?;
        let product = square.hull(&product);
        let mut folded = vec![(limb, limb); self.limbs];
        folded.push((&quotient, limb));
        let folded = self.chain.parts(&folded)?;

        let of = |parts: &Parts| &parts.low + &parts.high;
        let sum = of(&product) + &of(&folded);
        let half = Interval::of(self.offset + HALF);
        let bits = (sum.hull(&of(&product)) + &half)
            .within(&Interval::new(0, LARGEST_SUM), "a column with its offset")?;
        Ok((bits >> self.chain.width) - &Interval::of(self.offset >> self.chain.width))
    }

    /// A result is below M, and a power of two below 3/5·M.
    fn values(&self, carry: &Interval) -> Checked {
        const UNIT: usize = 128; // in units of M/2^UNIT
        let width = self.chain.width;
        let quotients = self.quotients(carry);
        for (quotient, [numerator, denominator]) in quotients.iter().zip([[3, 5], [1, 1]]) {
            ensure(*quotient <= power(SIGNIFICAND - 2), "a quotient is no integer")?;
            // The quotient is rounded to an integer, and its factors four times before. What is neglected is below
            // 2^54 in units of 2^(w·(l − 2)), also in the limbs of M.
            let rounded = power(UNIT - 1) + quotient * 4 * power(UNIT - SIGNIFICAND);
            let unit = UNIT + 1 + self.spare;
            let neglected = power(54 + unit - 2 * width) + quotient * power(unit + 1 - 2 * width);
            ensure(
                (rounded + neglected) * denominator < power(UNIT) * numerator,
                "a result is too large",
            )?;
        }
        Ok(())
    }
}

#[test]
fn bounds_of_two_long_moduli() {
    assert_limit("two_long_moduli: limbs", MAX_LIMBS, 1, |limbs| {
        let chain = ChainBounds { max_terms: limbs + 1, ..compiled().chain };
        TwoLongModuli { limbs, chain, ..compiled() }.check()
    });
    for step in [1, -1] {
        assert_limit("two_long_moduli: spare bits", SPARE, step, |spare| {
            TwoLongModuli { spare, ..compiled() }.check()
        });
        assert_limit("two_long_moduli: offset of a sum, in eighths", 8, step, |eighths| {
            TwoLongModuli { offset: eighths as u64 * (OFFSET / 8), ..compiled() }.check()
        });
    }
    assert_limit("two_long_moduli: terms of a chain", MAX_TERMS, -1, |max_terms| {
        TwoLongModuli { chain: ChainBounds { max_terms, ..compiled().chain }, ..compiled() }.check()
    });
}
