//! The values, chains and sums of `relaxed`.

use super::{
    chain::Chain,
    check::{Checked, assert_limit, ensure, ensure_residues_closed},
    interval::{Interval, power},
};
use crate::relaxed::{
    HALF, LARGEST_LIMB, LARGEST_OFFSET_SUM, MAKER, MAX_TERMS, OFFSET, SPARE, WIDTH,
};
use alloc::vec;

/// 2^w
const RADIX: f64 = (1_u64 << WIDTH) as f64;

#[derive(Clone)]
struct Relaxed {
    chain: Chain,
    /// R ≥ 2^spare·N*
    spare: usize,
    /// The numbers added to a sum: one makes its low bits a balanced digit, the other makes it
    /// positive.
    half: u64,
    offset: u64,
    max_bits: usize,
}

fn compiled() -> Relaxed {
    Relaxed {
        chain: Chain::compiled::<WIDTH>(MAX_TERMS),
        spare: SPARE,
        half: HALF,
        offset: OFFSET,
        max_bits: MAKER.max_bits,
    }
}

impl Relaxed {
    fn check(&self) -> Checked {
        let width = self.chain.width;
        ensure(power(width - 1) == self.half.into(), "a digit is not balanced")?;
        ensure(self.offset.is_multiple_of(1 << width), "the offset disturbs a digit")?;
        let digit = Interval::signed(width);
        ensure_residues_closed(1, width, self.spare, &digit.magnitude())?;

        // A limb is a digit with the carry of a column. That carry depends on the limbs, so iterate.
        let mut limb = digit.clone();
        loop {
            let carry = self.carry(&limb, &digit)?;
            // |x| ≤ N* ≤ R/2^spare, and the limbs below the top limb make less than one of its units.
            let top = Interval::around_zero(power(width - self.spare) + 1) + &carry;
            top.within(&digit, "the carry out of the top limb")?;
            let next = limb.hull(&(&digit + &carry));
            let next = next.within(&Interval::around_zero(LARGEST_LIMB), "a limb")?;
            if next == limb {
                return Ok(());
            }
            limb = next;
        }
    }

    /// The final carry of a column of products of such limbs and quotient digits.
    fn carry(&self, limb: &Interval, digit: &Interval) -> Checked<Interval> {
        let doubled = &(limb + limb);
        let difference = &(digit + &-digit);
        let (a, q) = (limb, digit);
        let chains = [
            ("rows", vec![(a, a), (a, a), (q, q), (q, q)]),
            ("rows of a square", vec![(doubled, a), (doubled, a), (q, q), (q, q)]),
            ("rows by differences", vec![(doubled, a), (doubled, a)]),
            ("differences", vec![(difference, difference), (difference, difference)]),
            // A limb times itself. In the other lane the difference is 0: its row is that of the column.
            ("both", vec![(doubled, a), (a, a), (difference, difference)]),
        ];
        let parts = self.chain.widest(&chains)?;
        let diagonal = self.chain.parts(&[(q, q)])?;

        // A chain in each pass, two more in single columns, and Σ e_m.
        let pairs = (self.max_bits + self.chain.width + self.spare).div_ceil(2 * self.chain.width);
        let start = Interval::of(self.half) + &parts.sum(pairs + 2) + &diagonal.sum(2 * pairs);
        let mut carry = Interval::of(0);
        loop {
            let sum = (&start + &carry).within(&Interval::signed(64), "a column")?;
            let positive = sum + &Interval::of(self.offset);
            let bound = Interval::new(0, LARGEST_OFFSET_SUM);
            positive.clone().within(&bound, "a column and its offset")?;
            let bits = positive >> self.chain.width;
            bits.clone().within(&Interval::unsigned(52), "the bits of a carry")?;
            let next = carry.hull(&(bits - &Interval::of(self.offset >> self.chain.width)));
            if next == carry {
                return Ok(carry);
            }
            carry = next;
        }
    }
}

#[test]
fn bounds_of_relaxed() {
    let width = |width| {
        let half = 1_u64 << (width - 1);
        Relaxed { chain: Chain { width, ..compiled().chain }, half, ..compiled() }.check()
    };
    assert_limit("relaxed: bits of a limb", WIDTH as usize, 1, width);
    assert_limit("relaxed: spare bits", SPARE, -1, |spare| Relaxed { spare, ..compiled() }.check());
    let pairs = MAKER.max_bits / (2 * WIDTH as usize);
    assert_limit("relaxed: hundreds of bits of a modulus", pairs, 1, |pairs| {
        Relaxed { max_bits: pairs * 2 * WIDTH as usize + 99, ..compiled() }.check()
    });
    let Chain { low_start, high_start, .. } = compiled().chain;
    let (low, high) = ((low_start / RADIX) as usize, (high_start / RADIX.powi(2)) as usize);
    for step in [1, -1] {
        assert_limit("relaxed: start of a low part, over 2^50", low, step, |low| {
            let low_start = low as f64 * RADIX;
            Relaxed { chain: Chain { low_start, ..compiled().chain }, ..compiled() }.check()
        });
        assert_limit("relaxed: start of a high part, over 2^100", high, step, |high| {
            let high_start = high as f64 * RADIX.powi(2);
            Relaxed { chain: Chain { high_start, ..compiled().chain }, ..compiled() }.check()
        });
    }
    let offset = |eighths: usize| Relaxed { offset: eighths as u64 * (OFFSET / 8), ..compiled() };
    for step in [1, -1] {
        assert_limit("relaxed: offset of a sum, in eighths", 8, step, |eighths| {
            offset(eighths).check()
        });
    }
}

#[test]
fn a_chain_of_one_more_rounds() {
    let limb = Interval::signed(WIDTH as usize);
    assert_limit("relaxed: terms of a chain", MAX_TERMS, 1, |max_terms| {
        let chain = Chain { max_terms, ..compiled().chain };
        chain.parts(&vec![(&limb, &limb); max_terms]).map(|_| ())
    });
}
