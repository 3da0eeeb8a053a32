//! Two rows a pass with carries now and then, as `scalar` and `wide` do it: their steps are the
//! same, their limbs signed or not.
//!
//! Any column is followed through the passes of a run, from whatever a carrying pass leaves in
//! it: that is an interval which a run leads back into itself, so the number of columns, and with
//! it the length of the modulus, does not matter.

use super::{Checked, Interval, claim, moved, power, residues};
use alloc::format;
use num_bigint::BigInt;

#[derive(Clone)]
pub struct Rows {
    /// Whether limbs are balanced, and columns signed.
    pub signed: bool,
    /// The bits of a limb, of the word that it is multiplied in, and of a column.
    pub width: usize,
    pub factor_bits: usize,
    pub column_bits: usize,
    /// R ≥ 2^spare·N*
    pub spare: usize,
    pub product_run: usize,
    pub square_run: usize,
}

/// The most passes from one that carries to the next, or to the end.
pub fn longest_run(carries: impl Fn(usize, usize) -> bool) -> usize {
    let runs = (1..200).map(|passes| {
        let mut run = 0;
        let longest = (0..passes).map(|pass| {
            run += 1;
            let length = run;
            if carries(pass, passes) {
                run = 0;
            }
            length
        });
        longest.max().unwrap_or(0)
    });
    runs.max().unwrap_or(0)
}

impl Rows {
    /// That all of it holds, and that each constant has a last value for which it does.
    pub fn move_each(&self, name: &str) {
        moved(&format!("{name}: bits of a limb"), self.width, 1, |width| {
            Rows { width, ..self.clone() }.check()
        });
        moved(&format!("{name}: spare bits"), self.spare, -1, |spare| {
            Rows { spare, ..self.clone() }.check()
        });
        moved(&format!("{name}: run of a product"), self.product_run, 1, |product_run| {
            Rows { product_run, ..self.clone() }.check()
        });
        moved(&format!("{name}: run of a square"), self.square_run, 1, |square_run| {
            Rows { square_run, ..self.clone() }.check()
        });
    }

    pub fn check(&self) -> Checked {
        self.values()?;
        self.columns(self.product_run, false)?;
        self.columns(self.square_run, true)
    }

    fn integer(&self, bits: usize) -> Interval {
        if self.signed { Interval::signed(bits) } else { Interval::unsigned(bits) }
    }

    fn column(&self, sum: Interval, what: &str) -> Checked<Interval> {
        sum.within(&self.integer(self.column_bits), what)
    }

    /// The carry of a sum whose limb is kept: signed limbs round it.
    fn high(&self, sum: Interval) -> Checked<Interval> {
        let rounding = if self.signed { power(self.width - 1) } else { BigInt::ZERO };
        Ok(self.column(sum + &Interval::of(rounding), "a sum to be rounded")? >> self.width)
    }

    /// Residues stay residues, and they and N' fill no more limbs than there are.
    fn values(&self) -> Checked {
        let limb = self.integer(self.width);
        let residue = if self.signed { 1 } else { 2 };
        residues(residue, self.width, self.spare, &limb.magnitude())?;
        // Limbs hold up to `most`·(R − 1)/(2^w − 1), and ρN* ≤ ρR/2^spare: the fewer there are, the
        // tighter it is. N' ≤ R/2^(w + spare) has one less.
        let held = &limb.most * power(self.spare);
        claim(residue * power(self.width) <= held, "a residue has a limb more")
    }

    fn columns(&self, run: usize, square: bool) -> Checked {
        let limb = self.integer(self.width);
        let operand = if square { &limb + &limb } else { limb.clone() };
        let operand = operand.within(&self.integer(self.factor_bits), "the operand")?;
        // Every term may be 0, so that no part of a sum is outside what the whole may be.
        let (row, reduction) = (&operand * &limb, &limb * &limb);
        let reduced = |sum: Interval, rows: usize| {
            let rows = &reduction * rows;
            if self.signed { sum - &rows } else { sum + &rows }
        };

        let mut left = Interval::of(0);
        loop {
            let mut column = left.clone();
            let mut carried = left.clone();
            for pass in 1..=run {
                let diagonal = if square { &column + &row } else { column.clone() };
                let u0 = if square { diagonal.clone() } else { &column + &row };
                let u1 = if square { diagonal.clone() } else { &column + &(&row * 2) };
                let u1 = u1 + &self.high(self.column(u0, "u0")?)?;
                let head = self.high(self.column(reduced(u1, 1), "u1")?)?;

                let below = reduced(diagonal, 2);
                let above = reduced(&column + &(&row * 2), 2);
                let sum = self.column(below.or(&above), "a column")?;
                if pass == run {
                    let carry = head.or(&(&sum >> self.width));
                    carried = Interval::unsigned(self.width) + &carry;
                }
                column = self.column(sum.or(&(&sum + &head)), "the lowest column")?;
            }
            self.settle(&column)?;
            let next = left.or(&self.column(carried, "a carried column")?);
            if next == left {
                return Ok(());
            }
            left = next;
        }
    }

    /// The carries of the last round, which go all the way up.
    fn settle(&self, column: &Interval) -> Checked {
        let mut carry = Interval::of(0);
        loop {
            let sum = self.column(column + &carry, "a column and its last carry")?;
            let next = carry.or(&self.high(sum)?);
            if next == carry {
                return Ok(());
            }
            carry = next;
        }
    }
}
