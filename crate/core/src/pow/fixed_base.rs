//! `fixedBase`: tables of one base that serve any number of exponents.
//!
//! [`Residues`] is the paper's (Prots'ko, Gryshchuk, section 3): the r_i = g^(2^i), of which only
//! those before the sequence repeats are kept; a power is the product of the r_i of its set bits.
//! [`Windowed`] keeps g^(d·2^(wi)) for every digit d < 2^w: more memory, w times fewer products.

use super::windows::{self, product, squared};
use crate::{
    monoid::{Canonical, Monoid},
    natural::Natural,
};
use alloc::{vec, vec::Vec};

/// The reduced set of residues of a base.
#[derive(Clone)]
pub struct Residues<E> {
    residues: Vec<E>,
    /// Where the sequence of squares starts to repeat, if that was met: the offset and the
    /// period, whose sum is the number of residues.
    repeats: Option<(usize, usize)>,
}

impl<E: Clone> Residues<E> {
    /// For exponents of at most `bits` bits; of any length once a repetition is met.
    pub fn new<M: Canonical<Element = E>>(monoid: &mut M, base: &E, bits: usize) -> Self {
        let mut residues: Vec<E> = Vec::new();
        let mut names: Vec<M::Name> = Vec::new();
        let mut next = base.clone();
        while residues.len() < bits {
            // Brent: compare with the last residue whose index is a power of two, less one. Once
            // one repeats, the distance is the period, and the offset is where it first held.
            let name = monoid.name(&next);
            let mark = (residues.len() + 1).next_power_of_two() / 2;
            if mark > 0 && names[mark - 1] == name {
                let period = residues.len() - (mark - 1);
                let offset = (0..mark - 1).find(|&i| names[i] == names[i + period]);
                let offset = offset.unwrap_or(mark - 1);
                residues.truncate(offset + period);
                return Self { residues, repeats: Some((offset, period)) };
            }
            names.push(name);
            residues.push(next.clone());
            monoid.square(&mut next, 1);
        }
        Self { residues, repeats: None }
    }

    /// Offset u and period T' of the sequence, if a repetition was met.
    pub fn repeats(&self) -> Option<(usize, usize)> {
        self.repeats
    }

    /// The number of residues kept.
    pub fn len(&self) -> usize {
        self.residues.len()
    }

    /// Whether no residue is kept, because no exponent above 0 was asked for.
    pub fn is_empty(&self) -> bool {
        self.residues.is_empty()
    }

    /// g^(2^i), or `None` beyond what the table serves.
    pub fn residue(&self, i: usize) -> Option<&E> {
        self.residues.get(match self.repeats {
            Some((offset, period)) if i >= offset => offset + (i - offset) % period,
            _ => i,
        })
    }

    /// g^e, or `None` for an exponent longer than the table serves.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        let set = (0..e.bits()).filter(|&i| e.bit(i));
        let factors = set.map(|i| self.residue(i));
        multiply_all(monoid, factors.collect::<Option<Vec<_>>>()?)
    }
}

/// Every digit of a base, at every place.
#[derive(Clone)]
pub struct Windowed<E> {
    window: u32,
    /// For each place the powers for the digits 1, 2, …, 2^window − 1.
    rows: Vec<Vec<E>>,
}

impl<E: Clone> Windowed<E> {
    /// For exponents of at most `bits` bits: ⌈bits/window⌉ rows of 2^window − 1 elements, half of
    /// them by squaring.
    ///
    /// # Panics
    /// If the window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
    pub fn new<M: Monoid<Element = E>>(monoid: &mut M, base: &E, bits: usize, window: u32) -> Self {
        windows::assert_window(window, 1);
        let mut rows: Vec<Vec<E>> = Vec::new();
        let mut next = base.clone();
        for _ in 0..bits.div_ceil(window as usize) {
            let mut row = vec![next.clone()];
            for digit in 2..1 << window {
                row.push(match digit % 2 {
                    0 => squared(monoid, &row[digit / 2 - 1]),
                    _ => product(monoid, &row[digit - 2], &next),
                });
            }
            next = squared(monoid, &row[(1 << (window - 1)) - 1]);
            rows.push(row);
        }
        Self { window, rows }
    }

    /// g^e: a product for each digit that is not 0; `None` for an exponent longer than the table.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        let width = self.window as usize;
        if e.bits() > self.rows.len() * width {
            return None;
        }
        let digits = self.rows.iter().zip(0..).map(|(row, i)| (row, e.window(i * width, width)));
        let factors = digits.filter(|&(_, digit)| digit != 0);
        multiply_all(monoid, factors.map(|(row, digit)| &row[digit as usize - 1]))
    }
}

fn multiply_all<'a, M: Monoid>(
    monoid: &mut M,
    factors: impl IntoIterator<Item = &'a M::Element>,
) -> Option<M::Element>
where
    M::Element: 'a,
{
    // All stand at place 0, so nothing is squared.
    Some(windows::evaluate(monoid, factors.into_iter().map(|factor| (0, factor))))
}
