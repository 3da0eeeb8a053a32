//! The accumulator, the quotient digits and the residues of `simd128`.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, ensure_residues_closed, power},
};
use crate::kernels::simd128::{
    CARRY_INTERVAL, CARRY_INTERVAL_SQUARE, LARGEST_COLUMN, LARGEST_LIMB, ROWS_PER_PASS, SPARE,
    WIDTH,
};
use alloc::{string::String, vec};

#[derive(Clone)]
struct Simd128 {
    /// The bits of a limb.
    width: usize,
    /// The rows in a pass.
    rows_per_pass: usize,
    /// R ≥ 2^spare·N
    spare: usize,
    /// The passes from one carry round to the next.
    carry_interval: usize,
    carry_interval_square: usize,
}

fn compiled() -> Simd128 {
    Simd128 {
        width: WIDTH as usize,
        rows_per_pass: ROWS_PER_PASS,
        spare: SPARE,
        carry_interval: CARRY_INTERVAL,
        carry_interval_square: CARRY_INTERVAL_SQUARE,
    }
}

/// Checks a column against the bound that debug builds assert. The bound is below 2^31, so that carries can still be
/// added.
fn column(sum: Interval, what: &str) -> Checked<Interval> {
    sum.within(&Interval::around_zero(LARGEST_COLUMN), what)
}

/// A lane of 32 bits.
fn word(sum: Interval, what: &str) -> Checked<Interval> {
    sum.within(&Interval::signed(32), what)
}

/// A limb of 16 bits.
fn lane(limb: Interval, what: &str) -> Checked<Interval> {
    limb.within(&Interval::signed(16), what)
}

impl Simd128 {
    fn check(&self) -> Checked {
        // Carry rounds make limbs of columns, and columns are sums of products of limbs: iterate.
        let mut limb = self.balanced();
        loop {
            let next = limb.hull(&self.limbs(&limb)?);
            let next = next.within(&Interval::around_zero(LARGEST_LIMB), "a limb")?;
            if next == limb {
                return self.values(&limb);
            }
            limb = next;
        }
    }

    /// The limbs of N and of the other constants.
    fn balanced(&self) -> Interval {
        Interval::signed(self.width)
    }

    /// The limbs that carry rounds make of columns of products of such limbs.
    fn limbs(&self, limb: &Interval) -> Checked<Interval> {
        let mut widest = Interval::of(0);
        // From the second round on, a block depends only on the passes between the last round and
        // its use. So these numbers of passes are all cases, for a modulus of any length.
        for passes in 1..4 * self.carry_interval.max(self.carry_interval_square) {
            for square in [false, true] {
                widest = widest.hull(&self.columns(limb, passes, square)?);
            }
        }
        let quotient = self.quotient(&widest)?;
        self.two_rounds(&widest.hull(&quotient))
    }

    /// The low bits, plus the carry of the column below.
    fn carry_round(&self, columns: &Interval) -> Interval {
        Interval::unsigned(self.width) + &(columns >> self.width)
    }

    fn two_rounds(&self, columns: &Interval) -> Checked<Interval> {
        let half = Interval::of(power(self.width - 1));
        let columns = word(columns + &half, "a column with half the radix")?;
        let carried = self.carry_round(&self.carry_round(&columns));
        Ok(lane(carried, "a limb with half the radix")? - &half)
    }

    /// The columns of T that the kernel reads. T is in blocks of one pass each.
    fn columns(&self, limb: &Interval, passes: usize, square: bool) -> Checked<Interval> {
        let doubled = lane(limb + limb, "a doubled limb")?;
        let multiplier = if square { &doubled } else { limb };
        // In the triangle of a square, a row reaches a column once doubled, or twice. Every interval
        // contains 0, so a bound on a whole sum is a bound on each part of it.
        let row = &(multiplier * limb * self.rows_per_pass);
        let reduction = &(limb * &self.balanced() * self.rows_per_pass);
        let interval = if square { self.carry_interval_square } else { self.carry_interval };

        let mut blocks = vec![Interval::of(0); 2 * passes];
        let add = |block: &mut Interval, sum: &Interval| {
            *block = column(&*block + sum, "a column")?;
            Ok::<_, String>(())
        };
        for block in &mut blocks[..if square { 2 } else { 1 }] {
            add(block, row)?;
        }
        let mut carry = self.carry(&blocks[0], reduction)?;
        let mut widest = blocks[0].clone();
        for pass in 0..passes {
            if pass > 0 && pass % interval == 0 {
                for block in &mut blocks[pass + 1..] {
                    *block = self.carry_round(block);
                }
            }
            if square && pass > 0 {
                for block in &mut blocks[2 * pass..2 * pass + 2] {
                    add(block, row)?;
                }
            }
            add(&mut blocks[pass + 1], &carry)?;
            for block in &mut blocks[pass + 1..=pass + passes] {
                add(block, reduction)?;
            }
            let first = if square { 2 * pass + 2 } else { pass + 1 };
            for block in &mut blocks[first..=pass + passes] {
                add(block, row)?;
            }
            if pass + 1 < passes {
                // u of the next pass.
                let last = &mut blocks[pass + 1];
                if !square {
                    add(last, row)?;
                }
                carry = self.carry(last, reduction)?;
                widest = widest.hull(last);
            }
        }
        Ok(blocks[passes..].iter().fold(widest, |widest, block| widest.hull(block)))
    }

    /// C. Checks that C is exact: the columns below the last two add less than half of its unit.
    fn carry(&self, block: &Interval, reduction: &Interval) -> Checked<Interval> {
        let Self { width, rows_per_pass, .. } = *self;
        let s = column(block + reduction, "a column that carries to C")?;
        let sum = word(&s + &(&s >> width), "C before it is rounded")?;
        let rounded = word(sum + &Interval::of(power(width - 1)), "C, rounded")?;
        let below =
            s.magnitude() * (power(width * (rows_per_pass - 2)) - 1) / (power(width) - 1) + 1;
        let all = below + (power(width) - 1) * power(width * (rows_per_pass - 2));
        ensure(2 * all < power(width * rows_per_pass), "C is rounded wrongly")?;
        Ok(rounded >> width)
    }

    /// The columns of q for these columns of u.
    fn quotient(&self, u: &Interval) -> Checked<Interval> {
        let sign = Interval::of(power(15));
        let high = word(u + &sign, "u in halves")? >> 16;
        let (low, high) = (Interval::signed(16), lane(high, "the high half of u")?);
        word((low + &high) * &self.balanced() * self.rows_per_pass, "q")
    }

    /// Products of residues are residues, and nothing is carried out of their last limb.
    fn values(&self, limb: &Interval) -> Checked {
        let Self { width, rows_per_pass, .. } = *self;
        ensure_residues_closed(1, width, self.spare, &limb.magnitude())?;
        // With half the radix added to each limb, a residue and the result of two carry rounds are
        // congruent modulo R. Both are multiplied by 2^w − 1 here, and (R − 1)/R stands for any R.
        let r = power(width * rows_per_pass);
        let ones = Interval::new(&r - 1, r.clone());
        let half = Interval::of(power(width - 1));
        let residue = Interval::around_zero((&r * (power(width) - 1)) >> self.spare);
        let difference = residue + &(&ones * &half) - &(&ones * &(limb + &half));
        let whole = Interval::around_zero(r * (power(width) - 1) - 1);
        difference.within(&whole, "the carry of the last limb, times R,").map(|_| ())
    }
}

#[test]
fn bounds_of_simd128() {
    assert_limit("simd128: bits of a limb", WIDTH as usize, 1, |width| {
        Simd128 { width, ..compiled() }.check()
    });
    assert_limit("simd128: rows of a pass", ROWS_PER_PASS, 1, |rows_per_pass| {
        Simd128 { rows_per_pass, ..compiled() }.check()
    });
    assert_limit("simd128: spare bits", SPARE, -1, |spare| Simd128 { spare, ..compiled() }.check());
    assert_limit("simd128: passes between carry rounds", CARRY_INTERVAL, 1, |carry_interval| {
        Simd128 { carry_interval, ..compiled() }.check()
    });
    assert_limit(
        "simd128: passes between carry rounds, squaring",
        CARRY_INTERVAL_SQUARE,
        1,
        |carry_interval_square| Simd128 { carry_interval_square, ..compiled() }.check(),
    );
}
