//! `fixedBase`: lookup tables of one base g, for any number of exponents.
//!
//! [`Residues`] is the method of Prots'ko and Gryshchuk (section 3). The table holds r_i = g^(2^i),
//! up to the first repetition. A power is the product of the r_i for the set bits of its exponent.
//! [`Windowed`] holds g^(d·2^(wi)) for every digit d < 2^w. It takes more memory, and needs w times
//! fewer products.
//!
//! ```
//! use powmod::{Modulus, Natural, pow::fixed_base::{Residues, Windowed}};
//!
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let base = modulus.enter(&Natural::from(3_u32));
//! let residues = Residues::new(&mut modulus, &base, 20);
//! let windowed = Windowed::new(&mut modulus, &base, 20, 4);
//! let e = Natural::from(65_537_u32);
//! for power in [residues.pow(&mut modulus, &e), windowed.pow(&mut modulus, &e)] {
//!     assert_eq!(modulus.leave(&power.expect("20 bits at most")), Natural::from(486_750_u32));
//! }
//! ```

use super::windows::{self, product, squared};
use crate::{
    monoid::{Canonical, Monoid},
    natural::Natural,
};
use alloc::{vec, vec::Vec};

/// The reduced set of residues r_i = g^(2^i) of a base g.
#[derive(Clone)]
pub struct Residues<E> {
    residues: Vec<E>,
    /// The offset and the period of the sequence, if it repeats. Their sum is the number of
    /// residues.
    repeats: Option<(usize, usize)>,
}

impl<E: Clone> Residues<E> {
    /// Makes a table for exponents of at most `bits` bits. If the sequence repeats before, the table
    /// serves exponents of any length.
    pub fn new<M: Canonical<Element = E>>(monoid: &mut M, base: &E, bits: usize) -> Self {
        let mut residues: Vec<E> = Vec::new();
        let mut names: Vec<M::Name> = Vec::new();
        let mut next = base.clone();
        while residues.len() < bits {
            // Brent's cycle detection: compare with the last residue whose index is 2^j − 1. If
            // they are equal, their distance is the period. The offset is the first index at
            // which the sequence repeats after a period.
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

    /// The offset u and the period T' of the sequence, if it was found to repeat.
    pub fn repeats(&self) -> Option<(usize, usize)> {
        self.repeats
    }

    /// The number of residues in the table.
    pub fn len(&self) -> usize {
        self.residues.len()
    }

    /// Whether the table is empty, because it was made for 0 bits.
    pub fn is_empty(&self) -> bool {
        self.residues.is_empty()
    }

    /// g^(2^i), or `None` if the table does not reach i.
    pub fn residue(&self, i: usize) -> Option<&E> {
        self.residues.get(match self.repeats {
            Some((offset, period)) if i >= offset => offset + (i - offset) % period,
            _ => i,
        })
    }

    /// g^e, or `None` if the exponent is longer than the table allows.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        let set = (0..e.bits()).filter(|&i| e.bit(i));
        let factors = set.map(|i| self.residue(i));
        multiply_all(monoid, factors.collect::<Option<Vec<_>>>()?)
    }
}

/// The powers of a base for every digit at every place.
#[derive(Clone)]
pub struct Windowed<E> {
    window: u32,
    /// For each place, the powers for the digits 1, 2, …, 2^window − 1.
    places: Vec<Vec<E>>,
}

impl<E: Clone> Windowed<E> {
    /// Makes a table for exponents of at most `bits` bits: ⌈bits/window⌉ places with 2^window − 1
    /// elements each. Half of the elements take a squaring, the others a product.
    ///
    /// # Panics
    /// If the window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
    pub fn new<M: Monoid<Element = E>>(monoid: &mut M, base: &E, bits: usize, window: u32) -> Self {
        windows::assert_window(window, 1);
        let mut places: Vec<Vec<E>> = Vec::new();
        let mut next = base.clone();
        for _ in 0..bits.div_ceil(window as usize) {
            let mut powers = vec![next.clone()];
            for digit in 2..1 << window {
                powers.push(match digit % 2 {
                    0 => squared(monoid, &powers[digit / 2 - 1]),
                    _ => product(monoid, &powers[digit - 2], &next),
                });
            }
            next = squared(monoid, &powers[(1 << (window - 1)) - 1]);
            places.push(powers);
        }
        Self { window, places }
    }

    /// g^e, with one product for each digit that is not 0; `None` if the exponent is longer than the
    /// table allows.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        let width = self.window as usize;
        if e.bits() > self.places.len() * width {
            return None;
        }
        let digits =
            self.places.iter().zip(0..).map(|(powers, i)| (powers, e.window(i * width, width)));
        let factors = digits.filter(|&(_, digit)| digit != 0);
        multiply_all(monoid, factors.map(|(powers, digit)| &powers[digit as usize - 1]))
    }
}

fn multiply_all<'a, M: Monoid>(
    monoid: &mut M,
    factors: impl IntoIterator<Item = &'a M::Element>,
) -> Option<M::Element>
where
    M::Element: 'a,
{
    // Every factor stands at place 0, so there are no squarings.
    Some(windows::evaluate(monoid, factors.into_iter().map(|factor| (0, factor))))
}
