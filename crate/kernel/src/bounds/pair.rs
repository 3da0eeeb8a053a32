use super::{
    Checked, Interval,
    chain::{Chain, Parts},
    claim, moved, power,
};
use crate::{
    pair::{DECODED, LIMBS, MAX_BITS, PRIME_LIMBS, START, places},
    relaxed::{BIAS, CHAIN, HIGHS, LINKS, LOWS, POSITIVE, WIDTH},
};
use alloc::vec::Vec;
use num_bigint::BigInt;

/// A residue is below 2^65·N in absolute value.
pub const RESIDUE_BITS: usize = 65;

#[derive(Clone)]
struct Pair {
    chain: Chain,
    limbs: usize,
    prime_limbs: usize,
    residue_bits: usize,
    max_bits: usize,
    /// The 32-bit limbs in which a residue leaves.
    decoded: usize,
}

fn compiled() -> Pair {
    Pair {
        chain: Chain {
            width: WIDTH as usize,
            links: LINKS,
            high: CHAIN,
            low: BIAS,
            highs: HIGHS,
            lows: LOWS,
        },
        limbs: LIMBS,
        prime_limbs: PRIME_LIMBS,
        residue_bits: RESIDUE_BITS,
        max_bits: MAX_BITS,
        decoded: DECODED,
    }
}

impl Pair {
    fn check(&self) -> Checked {
        self.values()?;
        self.columns(false)?;
        self.columns(true)
    }

    /// N' < 2^max_bits, and what is below 2^residue_bits·N, in their limbs; of those the product.
    fn values(&self) -> Checked {
        let Self { limbs, prime_limbs, residue_bits, max_bits, .. } = *self;
        let (width, digit) = (self.chain.width, Interval::signed(self.chain.width));
        let held = |limbs: usize| &digit.most * (power(width * limbs) - 1) / (power(width) - 1);
        claim(power(max_bits) <= held(prime_limbs), "N' has a limb more")?;
        claim(power(residue_bits + max_bits) <= held(limbs), "a residue has a limb more")?;

        // In units of N/R, with ab ≤ 2^(2·residue_bits)·N² and |Q| ≤ h·(R − 1)/(2^w − 1).
        let r = power(width * limbs);
        let digits = digit.magnitude() * (&r - 1) / (power(width) - 1) + 1;
        let reduced = |product: BigInt| product + &digits * power(width);
        let integer = reduced(power(2 * residue_bits + max_bits));
        claim(integer <= power(width) * &r, "an integer is 2^50·N or more")?;
        let most = 2 * integer + power(width) * &r;
        claim(most <= power(residue_bits) * &r, "a product outgrows its factors")?;

        // On the way out a factor is 2^(32·decoded), and 2^51·N makes it positive.
        let left = reduced(power(residue_bits + 32 * self.decoded));
        claim(left <= power(51) * &r, "what leaves is negative")?;
        let most = (left + power(51) * &r) * power(max_bits);
        claim(most <= power(32 * self.decoded) * r, "what leaves has a limb more")
    }

    /// Each column, from the lowest: its own chains, the high parts of those below, the carry.
    fn columns(&self, square: bool) -> Checked {
        let Self { limbs, prime_limbs, chain, .. } = self;
        let digit = &Interval::signed(chain.width);
        let doubled = &(digit + digit);
        let word = Interval::new(0, POSITIVE);
        let chains = |terms: &[(&Interval, &Interval)]| {
            let parts = terms.chunks(chain.links).map(|terms| chain.parts(terms));
            parts.collect::<Checked<Vec<Parts>>>()
        };

        let mut carry = Interval::of(0);
        let mut high = Interval::of(0);
        for c in 0..2 * limbs {
            let places_of_product = places(*limbs, *limbs, c);
            let mut parts = if square {
                // One chain takes it all: from the first place to the middle.
                let terms = (places_of_product.start..c / 2 + 1).map(|i| match 2 * i == c {
                    true => (digit, digit),
                    false => (doubled, digit),
                });
                Vec::from([chain.parts(&terms.collect::<Vec<_>>())?])
            } else {
                chains(&places_of_product.map(|_| (digit, digit)).collect::<Vec<_>>())?
            };
            if let Some(below) = c.checked_sub(1) {
                let terms = places(*limbs, *prime_limbs, below).map(|_| (digit, digit));
                parts.extend(chains(&terms.collect::<Vec<_>>())?);
            }
            let mut sum = &high + &carry;
            high = Interval::of(0);
            for Parts { low, high: more } in parts {
                (sum, high) = (sum + &low, high + &more);
            }
            if c >= *limbs {
                // Doubled, or less a limb.
                sum = (&sum + &sum).or(&(&sum - digit)).or(&sum);
            }
            let sum = (sum + &Interval::of(START)).within(&word, "a column with its offset")?;
            let bits = sum >> chain.width;
            bits.clone().within(&Interval::unsigned(52), "the bits of a carry")?;
            carry = bits - &Interval::of(START >> chain.width);
        }
        Ok(())
    }
}

#[test]
fn bounds_of_pair() {
    moved("pair: bits of a modulus", MAX_BITS, 1, |max_bits| {
        Pair { max_bits, ..compiled() }.check()
    });
    moved("pair: limbs", LIMBS, -1, |limbs| Pair { limbs, ..compiled() }.check());
    moved("pair: limbs", LIMBS, 1, |limbs| Pair { limbs, ..compiled() }.check());
    moved("pair: limbs of N'", PRIME_LIMBS, -1, |prime_limbs| {
        Pair { prime_limbs, ..compiled() }.check()
    });
    for step in [1, -1] {
        moved("pair: bits of a residue over N", RESIDUE_BITS, step, |residue_bits| {
            Pair { residue_bits, ..compiled() }.check()
        });
        moved("pair: 32-bit limbs that leave", DECODED, step, |decoded| {
            Pair { decoded, ..compiled() }.check()
        });
    }
    moved("pair: links of a chain", LINKS, -1, |links| {
        Pair { chain: Chain { links, ..compiled().chain }, ..compiled() }.check()
    });
}
