//! Lazy carries, two rows a pass, as `scalar` and `wide` have them: the steps of both are the
//! same, with signed limbs or unsigned ones.
//!
//! The check follows any one column through the passes of an interval, from whatever a carrying
//! pass leaves in it. That is an interval of integers which the passes lead back into itself. So
//! the number of columns does not matter, nor does the length of the modulus.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, ensure_residues_closed, power},
};
use crate::kernels::{
    lazy_carry::{Arithmetic, carries},
    scalar::Scalar,
    wide::Wide,
    winograd::carried_pairs,
};
use alloc::{format, vec};
use num_bigint::BigInt;

#[derive(Clone)]
struct LazyCarry {
    /// Whether limbs are balanced, and columns signed.
    signed: bool,
    /// The bits of a limb, of the word that it is multiplied in, and of a column.
    width: usize,
    factor_bits: usize,
    column_bits: usize,
    /// R ≥ 2^spare·N*
    spare: usize,
    /// The passes from one that carries to the next, at most.
    interval: usize,
    interval_square: usize,
}

fn compiled<A: Arithmetic>(signed: bool) -> LazyCarry {
    LazyCarry {
        signed,
        width: A::WIDTH,
        factor_bits: 8 * size_of::<A::Limb>(),
        column_bits: 8 * size_of::<A::Column>(),
        spare: A::SPARE,
        interval: longest_interval(|pass, passes| carries(pass, A::CARRY_INTERVAL, passes)),
        interval_square: longest_interval(|pass, passes| {
            carries(pass, A::CARRY_INTERVAL_SQUARE, passes)
        }),
    }
}

/// The most passes from one that carries to the next, or to the end.
fn longest_interval(carries: impl Fn(usize, usize) -> bool) -> usize {
    let longest = (1..200).map(|passes| {
        let mut since_carry = 0;
        let lengths = (0..passes).map(|pass| {
            since_carry += 1;
            let length = since_carry;
            if carries(pass, passes) {
                since_carry = 0;
            }
            length
        });
        lengths.max().unwrap_or(0)
    });
    longest.max().unwrap_or(0)
}

impl LazyCarry {
    /// Asserts that the check holds, and finds the limit of each constant.
    fn assert_limits(&self, name: &str) {
        assert_limit(&format!("{name}: bits of a limb"), self.width, 1, |width| {
            LazyCarry { width, ..self.clone() }.check()
        });
        assert_limit(&format!("{name}: spare bits"), self.spare, -1, |spare| {
            LazyCarry { spare, ..self.clone() }.check()
        });
        assert_limit(
            &format!("{name}: passes from carry to carry"),
            self.interval,
            1,
            |interval| LazyCarry { interval, ..self.clone() }.check(),
        );
        assert_limit(
            &format!("{name}: passes from carry to carry, squaring"),
            self.interval_square,
            1,
            |interval_square| LazyCarry { interval_square, ..self.clone() }.check(),
        );
    }

    fn check(&self) -> Checked {
        self.values()?;
        self.columns(self.interval, false)?;
        self.columns(self.interval_square, true)
    }

    fn integer(&self, bits: usize) -> Interval {
        if self.signed { Interval::signed(bits) } else { Interval::unsigned(bits) }
    }

    fn column(&self, sum: Interval, what: &str) -> Checked<Interval> {
        sum.within(&self.integer(self.column_bits), what)
    }

    /// The carry of a sum, rounded if limbs are signed.
    fn high(&self, sum: Interval) -> Checked<Interval> {
        let rounding = if self.signed { power(self.width - 1) } else { BigInt::ZERO };
        Ok(self.column(sum + &Interval::of(rounding), "a sum to be rounded")? >> self.width)
    }

    /// Products of residues are residues, and the limbs hold residues and N'.
    fn values(&self) -> Checked {
        let limb = self.integer(self.width);
        let residue = if self.signed { 1 } else { 2 };
        ensure_residues_closed(residue, self.width, self.spare, &limb.magnitude())?;
        // Limbs hold up to `most`·(R − 1)/(2^w − 1), and ρN* ≤ ρR/2^spare. One limb is the tightest
        // case. N' ≤ R/2^(w + spare) has one limb less.
        let held = &limb.most * power(self.spare);
        ensure(residue * power(self.width) <= held, "a residue has a limb more")
    }

    fn columns(&self, interval: usize, square: bool) -> Checked {
        let limb = self.integer(self.width);
        let operand = if square { &limb + &limb } else { limb.clone() };
        let operand = operand.within(&self.integer(self.factor_bits), "the operand")?;
        // Every interval contains 0, so a bound on a whole sum is a bound on each part of it.
        let (row, reduction) = (&operand * &limb, &limb * &limb);
        let reduced = |sum: Interval, rows: usize| {
            let rows = &reduction * rows;
            if self.signed { sum - &rows } else { sum + &rows }
        };

        let mut left = Interval::of(0);
        loop {
            let mut column = left.clone();
            let mut carried = left.clone();
            for pass in 1..=interval {
                let diagonal = if square { &column + &row } else { column.clone() };
                let u0 = if square { diagonal.clone() } else { &column + &row };
                let u1 = if square { diagonal.clone() } else { &column + &(&row * 2) };
                let u1 = u1 + &self.high(self.column(u0, "u0")?)?;
                let head = self.high(self.column(reduced(u1, 1), "u1")?)?;

                let below = reduced(diagonal, 2);
                let above = reduced(&column + &(&row * 2), 2);
                let sum = self.column(below.hull(&above), "a column")?;
                column = self.column(sum.hull(&(&sum + &head)), "the lowest column")?;
                if pass == interval {
                    // `winograd.rs` carries from the lowest column too, and into one that does not carry.
                    let carry = head.hull(&(&column >> self.width));
                    carried = Interval::unsigned(self.width) + &carry;
                    column = self
                        .column(column.hull(&(&column + &carry)), "a column that takes a carry")?;
                }
            }
            self.propagate_carries(&column)?;
            let next = left.hull(&self.column(carried, "a carried column")?);
            if next == left {
                return Ok(());
            }
            left = next;
        }
    }

    /// The final carry propagation, through all columns.
    fn propagate_carries(&self, column: &Interval) -> Checked {
        let mut carry = Interval::of(0);
        loop {
            let sum = self.column(column + &carry, "a column and its last carry")?;
            let next = carry.hull(&self.high(sum)?);
            if next == carry {
                return Ok(());
            }
            carry = next;
        }
    }
}

/// Winograd products: no column takes more passes than an interval has, from one carry to the next or to the end.
#[test]
fn winograd_products_carry_in_time() {
    let interval = Wide::CARRY_INTERVAL;
    for passes in 1..200 {
        // For each pair the passes that it has taken since its last carry.
        let mut taken = vec![0; passes];
        for pass in 0..passes {
            taken.rotate_left(1);
            taken[passes - 1] = 0;
            taken.iter_mut().for_each(|taken| *taken += 1);
            assert!(taken.iter().all(|&taken| taken <= interval), "{passes} passes");
            if carries(pass, interval, passes) {
                let carried = carried_pairs(pass, interval, passes);
                taken[..carried].fill(0);
            }
        }
    }
}

#[test]
fn bounds_of_scalar() {
    compiled::<Scalar>(true).assert_limits("scalar");
}

#[test]
fn bounds_of_wide() {
    compiled::<Wide>(false).assert_limits("wide");
}
