//! The values and the columns of `two_moduli`.

use super::{
    chain::{Chain, Parts},
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::{
    relaxed::{HIGH_RANGE, HIGH_START, LARGEST_OFFSET_SUM, LOW_RANGE, LOW_START, MAX_TERMS, WIDTH},
    two_moduli::{
        DECODED_LIMBS, DIGIT_OFFSET, LIMBS, MAX_BITS, PRIME_LIMBS, RESIDUE_BITS, terms_of_column,
    },
};
use alloc::vec::Vec;
use num_bigint::BigInt;

#[derive(Clone)]
struct TwoModuli {
    chain: Chain,
    limbs: usize,
    prime_limbs: usize,
    residue_bits: usize,
    max_bits: usize,
    /// The 32-bit limbs of a decoded residue.
    decoded_limbs: usize,
}

fn compiled() -> TwoModuli {
    TwoModuli {
        chain: Chain {
            width: WIDTH as usize,
            max_terms: MAX_TERMS,
            high_start: HIGH_START,
            low_start: LOW_START,
            high_range: HIGH_RANGE,
            low_range: LOW_RANGE,
        },
        limbs: LIMBS,
        prime_limbs: PRIME_LIMBS,
        residue_bits: RESIDUE_BITS,
        max_bits: MAX_BITS,
        decoded_limbs: DECODED_LIMBS,
    }
}

impl TwoModuli {
    fn check(&self) -> Checked {
        self.values()?;
        self.columns(false)?;
        self.columns(true)
    }

    /// The limbs hold N' < 2^max_bits and residues below 2^residue_bits·N, and the product of two
    /// residues is a residue.
    fn values(&self) -> Checked {
        let Self { limbs, prime_limbs, residue_bits, max_bits, .. } = *self;
        let (width, digit) = (self.chain.width, Interval::signed(self.chain.width));
        let held = |limbs: usize| &digit.most * (power(width * limbs) - 1) / (power(width) - 1);
        ensure(power(max_bits) <= held(prime_limbs), "N' has a limb more")?;
        ensure(power(residue_bits + max_bits) <= held(limbs), "a residue has a limb more")?;

        // In units of N/R, with ab ≤ 2^(2·residue_bits)·N² and |Q| ≤ h·(R − 1)/(2^w − 1).
        let r = power(width * limbs);
        let digits = digit.magnitude() * (&r - 1) / (power(width) - 1) + 1;
        let reduced = |product: BigInt| product + &digits * power(width);
        let integer = reduced(power(2 * residue_bits + max_bits));
        ensure(integer <= power(width) * &r, "an integer is 2^50·N or more")?;
        let most = 2 * integer + power(width) * &r;
        ensure(most <= power(residue_bits) * &r, "a product outgrows its factors")?;

        // To decode, a residue is multiplied by 2^(32·decoded_limbs); 2^51·N makes it positive.
        let left = reduced(power(residue_bits + 32 * self.decoded_limbs));
        ensure(left <= power(51) * &r, "a decoded integer is negative")?;
        let most = (left + power(51) * &r) * power(max_bits);
        ensure(most <= power(32 * self.decoded_limbs) * r, "a decoded integer has a limb more")
    }

    /// Each column, from the lowest on: its chains, the high parts from the column below, the carry.
    fn columns(&self, square: bool) -> Checked {
        let Self { limbs, prime_limbs, chain, .. } = self;
        let digit = &Interval::signed(chain.width);
        let doubled = &(digit + digit);
        let word = Interval::new(0, LARGEST_OFFSET_SUM);
        let chains = |terms: &[(&Interval, &Interval)]| {
            let parts = terms.chunks(chain.max_terms).map(|terms| chain.parts(terms));
            parts.collect::<Checked<Vec<Parts>>>()
        };

        let mut carry = Interval::of(0);
        let mut high = Interval::of(0);
        for c in 0..2 * limbs {
            let product_terms = terms_of_column(*limbs, *limbs, c);
            let mut parts = if square {
                // One chain takes all terms, from the first to the middle.
                let terms = (product_terms.start..c / 2 + 1).map(|i| match 2 * i == c {
                    true => (digit, digit),
                    false => (doubled, digit),
                });
                Vec::from([chain.parts(&terms.collect::<Vec<_>>())?])
            } else {
                chains(&product_terms.map(|_| (digit, digit)).collect::<Vec<_>>())?
            };
            if let Some(below) = c.checked_sub(1) {
                let terms = terms_of_column(*limbs, *prime_limbs, below).map(|_| (digit, digit));
                parts.extend(chains(&terms.collect::<Vec<_>>())?);
            }
            let mut sum = &high + &carry;
            high = Interval::of(0);
            for Parts { low, high: more } in parts {
                (sum, high) = (sum + &low, high + &more);
            }
            if c >= *limbs {
                // Doubled, or with a limb subtracted.
                sum = (&sum + &sum).hull(&(&sum - digit)).hull(&sum);
            }
            let sum =
                (sum + &Interval::of(DIGIT_OFFSET)).within(&word, "a column with its offset")?;
            let bits = sum >> chain.width;
            bits.clone().within(&Interval::unsigned(52), "the bits of a carry")?;
            carry = bits - &Interval::of(DIGIT_OFFSET >> chain.width);
        }
        Ok(())
    }
}

#[test]
fn bounds_of_two_moduli() {
    assert_limit("two_moduli: bits of a modulus", MAX_BITS, 1, |max_bits| {
        TwoModuli { max_bits, ..compiled() }.check()
    });
    assert_limit("two_moduli: limbs", LIMBS, -1, |limbs| TwoModuli { limbs, ..compiled() }.check());
    assert_limit("two_moduli: limbs", LIMBS, 1, |limbs| TwoModuli { limbs, ..compiled() }.check());
    assert_limit("two_moduli: limbs of N'", PRIME_LIMBS, -1, |prime_limbs| {
        TwoModuli { prime_limbs, ..compiled() }.check()
    });
    for step in [1, -1] {
        assert_limit("two_moduli: bits of a residue over N", RESIDUE_BITS, step, |residue_bits| {
            TwoModuli { residue_bits, ..compiled() }.check()
        });
        assert_limit(
            "two_moduli: 32-bit limbs of a decoded residue",
            DECODED_LIMBS,
            step,
            |decoded_limbs| TwoModuli { decoded_limbs, ..compiled() }.check(),
        );
    }
    assert_limit("two_moduli: terms of a chain", MAX_TERMS, -1, |max_terms| {
        TwoModuli { chain: Chain { max_terms, ..compiled().chain }, ..compiled() }.check()
    });
}
