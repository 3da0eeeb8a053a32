//! The values, chains and sums of `relaxed`.

use super::{
    chain::ChainBounds,
    check::{Checked, assert_limit, ensure},
    interval::{Interval, ensure_residues_closed, power},
};
use crate::kernels::relaxed::{
    DESCRIPTOR, KARATSUBA_FROM,
    karatsuba::Products,
    limbs::{HALF, LARGEST_LIMB, LARGEST_OFFSET_SUM, MAX_TERMS, OFFSET, SPARE, WIDTH},
    products::{PairProducts, ROUNDING, begins_at, ends_before},
    reduction::{HALVES_FROM, chains},
};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// 2^w
const RADIX: f64 = (1_u64 << WIDTH) as f64;

#[derive(Clone)]
struct Relaxed {
    chain: ChainBounds,
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
        chain: ChainBounds::compiled::<WIDTH>(MAX_TERMS),
        spare: SPARE,
        half: HALF,
        offset: OFFSET,
        max_bits: DESCRIPTOR.max_bits,
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
        Relaxed { chain: ChainBounds { width, ..compiled().chain }, half, ..compiled() }.check()
    };
    assert_limit("relaxed: bits of a limb", WIDTH as usize, 1, width);
    assert_limit("relaxed: spare bits", SPARE, -1, |spare| Relaxed { spare, ..compiled() }.check());
    let pairs = DESCRIPTOR.max_bits / (2 * WIDTH as usize);
    assert_limit("relaxed: hundreds of bits of a modulus", pairs, 1, |pairs| {
        Relaxed { max_bits: pairs * 2 * WIDTH as usize + 99, ..compiled() }.check()
    });
    let ChainBounds { low_start, high_start, .. } = compiled().chain;
    let (low, high) = ((low_start / RADIX) as usize, (high_start / RADIX.powi(2)) as usize);
    for step in [1, -1] {
        assert_limit("relaxed: start of a low part, over 2^50", low, step, |low| {
            let low_start = low as f64 * RADIX;
            Relaxed { chain: ChainBounds { low_start, ..compiled().chain }, ..compiled() }.check()
        });
        assert_limit("relaxed: start of a high part, over 2^100", high, step, |high| {
            let high_start = high as f64 * RADIX.powi(2);
            Relaxed { chain: ChainBounds { high_start, ..compiled().chain }, ..compiled() }.check()
        });
    }
    let offset = |eighths: usize| Relaxed { offset: eighths as u64 * (OFFSET / 8), ..compiled() };
    for step in [1, -1] {
        assert_limit("relaxed: offset of a sum, in eighths", 8, step, |eighths| {
            offset(eighths).check()
        });
    }
}

/// Products by Karatsuba's method, and their reduction.
#[derive(Clone)]
struct Karatsuba {
    relaxed: Relaxed,
    /// The shortest product whose columns are carried out, in pairs.
    carried_from: usize,
    /// The largest limb.
    limb: u64,
}

fn compiled_karatsuba() -> Karatsuba {
    Karatsuba { relaxed: compiled(), carried_from: PairProducts::CARRIED_FROM, limb: LARGEST_LIMB }
}

/// The largest absolute values of the sums in pairs of columns.
type Columns = Vec<u128>;

/// The largest absolute value.
fn largest(interval: &Interval) -> u128 {
    interval.magnitude().try_into().expect("below 2^128")
}

impl Karatsuba {
    fn check(&self) -> Checked {
        let Relaxed { chain, max_bits, spare, .. } = &self.relaxed;
        self.difference()?;
        let pairs = (max_bits + chain.width + spare).div_ceil(2 * chain.width);
        let mut known = BTreeMap::new();
        for n in KARATSUBA_FROM..=pairs.next_multiple_of(2) {
            let in_halves = n >= HALVES_FROM;
            if in_halves && n % 2 == 1 {
                continue;
            }
            for square in [false, true] {
                let columns = self.product(n, square, &mut known)?;
                if in_halves {
                    self.reduction_in_halves(&columns)?;
                } else {
                    let product = self.online(n)?;
                    let sums = columns.iter().zip(product).map(|(x, y)| x + y);
                    self.ensure_fit(sums, "a column to reduce")?;
                }
            }
        }
        Ok(())
    }

    /// The columns of a product of n pairs by differences, of which one factor becomes known digit by digit.
    fn online(&self, n: usize) -> Checked<Columns> {
        let chain = &self.relaxed.chain;
        let digit = &Interval::signed(chain.width);
        let difference = &(digit + &-digit);
        let parts = chain.parts(&[(difference, difference), (difference, difference)])?;
        let diagonal = chain.parts(&[(digit, digit)])?;
        let column = |i: usize| {
            // A column has the terms of all digits up to its own, or from its own on; a high part comes from this pair
            // or the pair below, and two chains at the head are single products.
            let terms = if i < n { 2 * i + 2 } else { 2 * (2 * n - i) + 1 };
            let most = chains(i, n).max(chains(i.saturating_sub(1), n)) + 2;
            largest(&(parts.sum(most) + &diagonal.sum(terms)))
        };
        Ok((0..=2 * n).map(column).collect())
    }

    /// Each step of a reduction in halves of a product with these columns.
    fn reduction_in_halves(&self, columns: &[u128]) -> Checked {
        let chain = &self.relaxed.chain;
        let n = columns.len() / 4;
        let product = self.online(n)?;
        self.ensure_fit((0..n).map(|i| columns[i] + product[i]), "a column of the first half")?;
        let digit = largest(&Interval::signed(chain.width));
        let carry = u128::from(self.relaxed.offset >> (chain.width - 1));
        // U, and its columns of the result.
        let upper = |i: usize| product[n + i] + carry;
        let second = |i: usize| columns[n + i] + upper(i) + digit + columns[i] + 2 * product[i];
        self.ensure_fit((0..n).map(second), "a column of the second half")?;
        let result = |i: usize| {
            // q_1·n_1 stands there as a whole.
            let mut sum = columns[2 * n + i] + carry + product[i];
            if i <= n {
                // U, the upper columns of both products, and what the differences carry out.
                sum += upper(i) + 2 * product[n + i] + 2 * digit + 1;
            }
            if i == 0 {
                sum += upper(n);
            }
            sum
        };
        self.ensure_fit((0..2 * n).map(result), "a column of the result")
    }

    /// The sums, with what is added to each, stay below the offset.
    fn ensure_fit(&self, mut sums: impl Iterator<Item = u128>, what: &str) -> Checked {
        let Relaxed { half, offset, ref chain, .. } = self.relaxed;
        let carry = u128::from(offset >> (chain.width - 1));
        ensure(sums.all(|sum| sum + carry + u128::from(half) < u128::from(offset)), what)
    }

    /// The limbs of a difference, and its carry.
    fn difference(&self) -> Checked {
        let ChainBounds { width, low_start, .. } = self.relaxed.chain;
        let limb = Interval::around_zero(self.limb);
        let difference = &limb + &-&limb;
        // Between the powers of two beside this number, a double counts multiples of the radix.
        let rounding = Interval::of(ROUNDING as u128) + &difference;
        let binade = Interval::new(power(width + 52), power(width + 53));
        rounding.within(&binade, "a rounded difference")?;
        let carry = (difference + &Interval::of(power(width - 1))) >> width;
        carry.clone().within(&Interval::around_zero(1), "the carry of a difference")?;
        let largest = Interval::around_zero(power(width - 1)) + &carry;
        largest.within(&limb, "a limb of a difference")?;
        let sum = Interval::of(low_start as u64) + &(&(&carry * &limb) * 2);
        sum.within(&Interval::new(power(52), power(53)), "a carried difference").map(|_| ())
    }

    /// The columns of a product of n pairs, or of a square.
    fn product(
        &self,
        n: usize,
        square: bool,
        known: &mut BTreeMap<(usize, bool), Columns>,
    ) -> Checked<Columns> {
        if let Some(columns) = known.get(&(n, square)) {
            return Ok(columns.clone());
        }
        let longest = if square { PairProducts::LONGEST_SQUARE } else { PairProducts::LONGEST };
        let columns =
            if n <= longest { self.rows(n, square)? } else { self.split(n, square, known)? };
        known.insert((n, square), columns.clone());
        Ok(columns)
    }

    fn rows(&self, n: usize, square: bool) -> Checked<Columns> {
        let limb = &Interval::around_zero(self.limb);
        let chain = &self.relaxed.chain;
        let parts = chain.parts(&[(limb, limb); 4])?;
        let one = chain.parts(&[(limb, limb)])?;
        let (low, high) = (largest(&parts.low), largest(&parts.high));
        let diagonal = largest(&one.low).max(largest(&one.high));
        let (mut chains, mut below) = (0, 0);
        let column = |i| {
            chains += u128::from(begins_at(i, n, if square { 4 } else { 2 }));
            chains -= u128::from(ends_before(i, n));
            // A high part comes from this pair, or from the pair below.
            let sum = low * chains + high * chains.max(below);
            below = chains;
            if square { 2 * sum + diagonal } else { sum }
        };
        Ok((0..2 * n).map(column).collect())
    }

    fn split(
        &self,
        n: usize,
        square: bool,
        known: &mut BTreeMap<(usize, bool), Columns>,
    ) -> Checked<Columns> {
        let half = n.div_ceil(2);
        let low = self.product(half, square, known)?;
        let mut high = self.product(n - half, square, known)?;
        high.resize(2 * half, 0);
        let carried = 2 * u128::from(self.limb);
        let mut columns = low[..half].to_vec();
        // The product of the differences is as long as the lower product.
        for (outer, middle) in [(&low[..half], &low[..half]), (&high[half..], &low[half..])] {
            columns.extend(
                (0..half).map(|i| low[half + i] + high[i] + outer[i] + middle[i] + carried),
            );
        }
        columns.extend_from_slice(&high[half..]);
        columns.truncate(2 * n);
        let Relaxed { offset, half, ref chain, .. } = self.relaxed;
        if n >= self.carried_from {
            let fits = |sum: &u128| *sum + u128::from(half) < u128::from(offset);
            ensure(columns.iter().all(fits), "a column to carry out")?;
            columns.fill(u128::from(half) + u128::from(offset >> chain.width));
        }
        Ok(columns)
    }
}

#[test]
fn bounds_of_karatsuba() {
    let check = |karatsuba: Karatsuba| karatsuba.check();
    assert_limit("relaxed: pairs of a carried product", PairProducts::CARRIED_FROM, 32, |from| {
        check(Karatsuba { carried_from: from, ..compiled_karatsuba() })
    });
    let (limb, unit) = ((LARGEST_LIMB >> 12) as usize, 1 << 12);
    assert_limit("relaxed: largest limb of a product, over 2^12", limb, -1, |limb| {
        check(Karatsuba { limb: limb as u64 * unit, ..compiled_karatsuba() })
    });
    let pairs = DESCRIPTOR.max_bits / (2 * WIDTH as usize);
    assert_limit("relaxed: hundreds of bits of a modulus in halves", pairs, 100, |pairs| {
        let mut karatsuba = compiled_karatsuba();
        karatsuba.relaxed.max_bits = pairs * 2 * WIDTH as usize + 99;
        check(karatsuba)
    });
    let doubled = Karatsuba { limb: 2 * LARGEST_LIMB, ..compiled_karatsuba() };
    assert!(doubled.check().is_err());
}

#[test]
fn a_chain_of_one_more_rounds() {
    let limb = Interval::signed(WIDTH as usize);
    assert_limit("relaxed: terms of a chain", MAX_TERMS, 1, |max_terms| {
        let chain = ChainBounds { max_terms, ..compiled().chain };
        chain.parts(&vec![(&limb, &limb); max_terms]).map(|_| ())
    });
}
