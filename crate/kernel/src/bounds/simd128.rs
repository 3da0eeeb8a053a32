use super::{Checked, Interval, claim, moved, power, residues};
use crate::simd128::{COLUMN, MOST, ROUNDS_APART, ROUNDS_APART_SQUARE, ROWS, SPARE, WIDTH};
use alloc::{string::String, vec};

#[derive(Clone)]
struct Simd128 {
    /// The bits of a digit.
    width: usize,
    /// Rows in a pass.
    rows: usize,
    /// R ≥ 2^spare·N
    spare: usize,
    rounds_apart: usize,
    rounds_apart_square: usize,
}

fn compiled() -> Simd128 {
    Simd128 {
        width: WIDTH as usize,
        rows: ROWS,
        spare: SPARE,
        rounds_apart: ROUNDS_APART,
        rounds_apart_square: ROUNDS_APART_SQUARE,
    }
}

/// A column as debug builds assert it, which leaves room in 32 bits for what is added to it.
fn column(sum: Interval, what: &str) -> Checked<Interval> {
    sum.within(&Interval::around_zero(COLUMN), what)
}

/// A lane of 32 bits.
fn word(sum: Interval, what: &str) -> Checked<Interval> {
    sum.within(&Interval::signed(32), what)
}

/// A digit of 16 bits.
fn lane(digit: Interval, what: &str) -> Checked<Interval> {
    digit.within(&Interval::signed(16), what)
}

impl Simd128 {
    fn check(&self) -> Checked {
        // Digits are what carry rounds make of columns, which are made of digits.
        let mut digit = self.balanced();
        loop {
            let next = digit.or(&self.digits(&digit)?);
            let next = next.within(&Interval::around_zero(MOST), "a digit")?;
            if next == digit {
                return self.values(&digit);
            }
            digit = next;
        }
    }

    /// The digits of constants.
    fn balanced(&self) -> Interval {
        Interval::signed(self.width)
    }

    /// The digits that columns of products of such digits become in the end.
    fn digits(&self, digit: &Interval) -> Checked<Interval> {
        let mut widest = Interval::of(0);
        // From the second round on, what a block has had depends on the passes since the last one
        // before it is read only: these are all cases, for a modulus of any length.
        for passes in 1..4 * self.rounds_apart.max(self.rounds_apart_square) {
            for square in [false, true] {
                widest = widest.or(&self.columns(digit, passes, square)?);
            }
        }
        let quotient = self.quotient(&widest)?;
        self.two_rounds(&widest.or(&quotient))
    }

    /// Low bits and the carry of the column before.
    fn carry_round(&self, columns: &Interval) -> Interval {
        Interval::unsigned(self.width) + &(columns >> self.width)
    }

    fn two_rounds(&self, columns: &Interval) -> Checked<Interval> {
        let half = Interval::of(power(self.width - 1));
        let columns = word(columns + &half, "a column with half the radix")?;
        let carried = self.carry_round(&self.carry_round(&columns));
        Ok(lane(carried, "a digit with half the radix")? - &half)
    }

    /// The columns that are read, of all that T has in blocks, one a pass.
    fn columns(&self, digit: &Interval, passes: usize, square: bool) -> Checked<Interval> {
        let doubled = lane(digit + digit, "a doubled digit")?;
        let multiplier = if square { &doubled } else { digit };
        // In the triangle of a square a row reaches a column once doubled, or twice. Every term may
        // be 0, so that no part of a sum is outside what the whole may be.
        let row = &(multiplier * digit * self.rows);
        let reduction = &(digit * &self.balanced() * self.rows);
        let apart = if square { self.rounds_apart_square } else { self.rounds_apart };

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
            if pass > 0 && pass % apart == 0 {
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
                // What is u for the next pass.
                let last = &mut blocks[pass + 1];
                if !square {
                    add(last, row)?;
                }
                carry = self.carry(last, reduction)?;
                widest = widest.or(last);
            }
        }
        Ok(blocks[passes..].iter().fold(widest, |widest, block| widest.or(block)))
    }

    /// C, and that it is exact: what the columns below the last two add is less than half of it.
    fn carry(&self, block: &Interval, reduction: &Interval) -> Checked<Interval> {
        let Self { width, rows, .. } = *self;
        let s = column(block + reduction, "a column that carries to C")?;
        let sum = word(&s + &(&s >> width), "C before it is rounded")?;
        let rounded = word(sum + &Interval::of(power(width - 1)), "C, rounded")?;
        let below = s.magnitude() * (power(width * (rows - 2)) - 1) / (power(width) - 1) + 1;
        let all = below + (power(width) - 1) * power(width * (rows - 2));
        claim(2 * all < power(width * rows), "C is rounded wrongly")?;
        Ok(rounded >> width)
    }

    /// The columns of q that columns of u make.
    fn quotient(&self, u: &Interval) -> Checked<Interval> {
        let sign = Interval::of(power(15));
        let high = word(u + &sign, "u in halves")? >> 16;
        let (low, high) = (Interval::signed(16), lane(high, "the high half of u")?);
        word((low + &high) * &self.balanced() * self.rows, "q")
    }

    /// Residues stay residues, and nothing is carried out of their last digit.
    fn values(&self, digit: &Interval) -> Checked {
        let Self { width, rows, .. } = *self;
        residues(1, width, self.spare, &digit.magnitude())?;
        // With half the radix added to each of its digits, a residue and what two carry rounds hold
        // of it are the same modulo R; times 2^w − 1, and (R − 1)/R for any R in place of 1.
        let r = power(width * rows);
        let ones = Interval::new(&r - 1, r.clone());
        let half = Interval::of(power(width - 1));
        let residue = Interval::around_zero((&r * (power(width) - 1)) >> self.spare);
        let difference = residue + &(&ones * &half) - &(&ones * &(digit + &half));
        let whole = Interval::around_zero(r * (power(width) - 1) - 1);
        difference.within(&whole, "what the last digit carries, times R,").map(|_| ())
    }
}

#[test]
fn bounds_of_simd128() {
    moved("simd128: bits of a digit", WIDTH as usize, 1, |width| {
        Simd128 { width, ..compiled() }.check()
    });
    moved("simd128: rows of a pass", ROWS, 1, |rows| Simd128 { rows, ..compiled() }.check());
    moved("simd128: spare bits", SPARE, -1, |spare| Simd128 { spare, ..compiled() }.check());
    moved("simd128: passes between carry rounds", ROUNDS_APART, 1, |rounds_apart| {
        Simd128 { rounds_apart, ..compiled() }.check()
    });
    moved("simd128: the same in a square", ROUNDS_APART_SQUARE, 1, |rounds_apart_square| {
        Simd128 { rounds_apart_square, ..compiled() }.check()
    });
}
