use super::{Checked, Interval, chain::Chain, claim, moved, power, residues};
use crate::relaxed::{
    BIAS, CHAIN, HALF, HIGHS, LARGEST, LINKS, LOWS, MAKER, OFFSET, POSITIVE, SPARE, WIDTH,
};
use alloc::vec;

/// 2^w
const RADIX: f64 = (1_u64 << WIDTH) as f64;

#[derive(Clone)]
struct Relaxed {
    chain: Chain,
    /// R ≥ 2^spare·N*
    spare: usize,
    /// What makes a sum's low bits balanced, and what makes it positive.
    half: u64,
    offset: u64,
    max_bits: usize,
}

fn compiled() -> Relaxed {
    Relaxed {
        chain: Chain {
            width: WIDTH as usize,
            links: LINKS,
            high: CHAIN,
            low: BIAS,
            highs: HIGHS,
            lows: LOWS,
        },
        spare: SPARE,
        half: HALF,
        offset: OFFSET,
        max_bits: MAKER.max_bits,
    }
}

impl Relaxed {
    fn check(&self) -> Checked {
        let width = self.chain.width;
        claim(power(width - 1) == self.half.into(), "a digit is not balanced")?;
        claim(self.offset.is_multiple_of(1 << width), "the offset disturbs a digit")?;
        let digit = Interval::signed(width);
        residues(1, width, self.spare, &digit.magnitude())?;

        // Limbs are digits with carries, which columns have that limbs make.
        let mut limb = digit.clone();
        loop {
            let carry = self.carry(&limb, &digit)?;
            // |x| ≤ N* ≤ R/2^spare, and what is below the top limb is less than one of its units.
            let top = Interval::around_zero(power(width - self.spare) + 1) + &carry;
            top.within(&digit, "what is carried out of the top limb")?;
            let next = limb.or(&(&digit + &carry));
            let next = next.within(&Interval::around_zero(LARGEST), "a limb")?;
            if next == limb {
                return Ok(());
            }
            limb = next;
        }
    }

    /// The carry that a column of products of such limbs and quotient digits has in the end.
    fn carry(&self, limb: &Interval, digit: &Interval) -> Checked<Interval> {
        let doubled = &(limb + limb);
        let difference = &(digit + &-digit);
        let (a, q) = (limb, digit);
        let chains = [
            ("rows", vec![(a, a), (a, a), (q, q), (q, q)]),
            ("rows of a square", vec![(doubled, a), (doubled, a), (q, q), (q, q)]),
            ("rows by differences", vec![(doubled, a), (doubled, a)]),
            ("differences", vec![(difference, difference), (difference, difference)]),
            // Where a limb meets itself; in the other lane a row meets its own place, and the
            // difference is 0.
            ("both", vec![(doubled, a), (a, a), (difference, difference)]),
        ];
        let parts = self.chain.widest(&chains)?;
        let own = self.chain.parts(&[(q, q)])?;

        // A chain in each pass, two more in single columns, and Σ e_m.
        let pairs = (self.max_bits + self.chain.width + self.spare).div_ceil(2 * self.chain.width);
        let start = Interval::of(self.half) + &parts.sum(pairs + 2) + &own.sum(2 * pairs);
        let mut carry = Interval::of(0);
        loop {
            let sum = (&start + &carry).within(&Interval::signed(64), "a column")?;
            let positive = sum + &Interval::of(self.offset);
            let bound = Interval::new(0, POSITIVE);
            positive.clone().within(&bound, "a column and its offset")?;
            let more = positive >> self.chain.width;
            more.clone().within(&Interval::unsigned(52), "the bits of a carry")?;
            let next = carry.or(&(more - &Interval::of(self.offset >> self.chain.width)));
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
    moved("relaxed: bits of a limb", WIDTH as usize, 1, width);
    moved("relaxed: spare bits", SPARE, -1, |spare| Relaxed { spare, ..compiled() }.check());
    let pairs = MAKER.max_bits / (2 * WIDTH as usize);
    moved("relaxed: hundreds of bits of a modulus", pairs, 1, |pairs| {
        Relaxed { max_bits: pairs * 2 * WIDTH as usize + 99, ..compiled() }.check()
    });
    let (low, high) = ((BIAS / RADIX) as usize, (CHAIN / RADIX.powi(2)) as usize);
    for step in [1, -1] {
        moved("relaxed: start of a low part, over 2^50", low, step, |low| {
            let low = low as f64 * RADIX;
            Relaxed { chain: Chain { low, ..compiled().chain }, ..compiled() }.check()
        });
        moved("relaxed: start of a high part, over 2^100", high, step, |high| {
            let high = high as f64 * RADIX.powi(2);
            Relaxed { chain: Chain { high, ..compiled().chain }, ..compiled() }.check()
        });
    }
    let offset = |eighths: usize| Relaxed { offset: eighths as u64 * (OFFSET / 8), ..compiled() };
    for step in [1, -1] {
        moved("relaxed: offset of a sum, in eighths", 8, step, |eighths| offset(eighths).check());
    }
}

/// `pair` has chains of the same length.
#[test]
fn a_chain_of_one_more_rounds() {
    let limb = Interval::signed(WIDTH as usize);
    moved("relaxed: links of a chain", LINKS, 1, |links| {
        let chain = Chain { links, ..compiled().chain };
        chain.parts(&vec![(&limb, &limb); links]).map(|_| ())
    });
}
