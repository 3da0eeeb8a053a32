//! `fixedBase`: lookup tables of one base g, for any number of exponents.
//!
//! [`Residues`] is the method of Prots'ko and Gryshchuk (section 3). The table holds r_i = g^(2^i),
//! up to the first repetition. A power is the product of the r_i for the set bits of its exponent.
//! [`Comb`] holds products of some of them, and needs far fewer products and a few squarings.
//!
//! ```
//! use powmod::{Modulus, Natural, pow::fixed_base::{Comb, Residues}};
//!
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let base = modulus.to_residue(&Natural::from(3_u32));
//! let residues = Residues::new(&mut modulus, &base, 20)?;
//! let comb = Comb::new(&mut modulus, &base, 20)?;
//! let e = Natural::from(65_537_u32);
//! for power in [residues.pow(&mut modulus, &e), comb.pow(&mut modulus, &e)] {
//!     assert_eq!(modulus.from_residue(&power.expect("20 bits at most")), Natural::from(486_750_u32));
//! }
//! # Ok::<(), powmod::Error>(())
//! ```

use super::windows::{self, multiply_into, product};
use crate::{
    error::Error,
    monoid::{Canonical, Monoid},
    natural::Natural,
    plan::{check_bits, comb},
};
use alloc::{vec, vec::Vec};

pub use crate::plan::{MAX_EXPONENT_BITS, MAX_TEETH, Shape};

/// The reduced set of residues r_i = g^(2^i) of a base g.
#[must_use]
#[derive(Clone)]
pub struct Residues<E> {
    fingerprint: u64,
    residues: Vec<E>,
    /// The offset and the period of the sequence, if it repeats. Their sum is the number of
    /// residues.
    repeats: Option<(usize, usize)>,
}

impl<E: Clone> Residues<E> {
    /// Makes a table for exponents of at most `bits` bits. If the sequence repeats before, the table
    /// serves exponents of any length.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `bits`, above [`MAX_EXPONENT_BITS`].
    pub fn new<M: Canonical<Element = E>>(
        monoid: &mut M,
        base: &E,
        bits: usize,
    ) -> Result<Self, Error> {
        check_bits(bits)?;
        let fingerprint = monoid.fingerprint();
        let mut residues: Vec<E> = Vec::new();
        let mut names: Vec<M::Name> = Vec::new();
        let mut next = base.clone();
        let known = loop {
            // Brent's cycle detection compares with the last residue whose index is 2^j − 1. The
            // square of the last residue is compared with all residues: if one is equal, the table
            // serves exponents of any length.
            let (name, count) = (monoid.name(&next), residues.len());
            let anchor = (count + 1).next_power_of_two() / 2;
            let compared = if count == bits { 0..count } else { anchor.saturating_sub(1)..anchor };
            let known = compared.rev().find(|&i| names[i] == name);
            if known.is_some() || count == bits {
                break known;
            }
            names.push(name);
            residues.push(next.clone());
            monoid.square(&mut next, 1);
        };
        // The distance of equal residues is the period. The offset is the first index at which the
        // sequence repeats after a period.
        let repeats = known.map(|known| {
            let period = residues.len() - known;
            let offset = (0..known).find(|&i| names[i] == names[i + period]).unwrap_or(known);
            residues.truncate(offset + period);
            (offset, period)
        });
        Ok(Self { fingerprint, residues, repeats })
    }

    /// Whether the table has elements of this monoid.
    pub(crate) fn is_of<M: Monoid<Element = E>>(&self, monoid: &M) -> bool {
        self.fingerprint == monoid.fingerprint()
    }

    /// The offset u and the period T' of the sequence, if it was found to repeat.
    #[must_use]
    pub fn repeats(&self) -> Option<(usize, usize)> {
        self.repeats
    }

    /// The number of residues in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.residues.len()
    }

    /// Whether the table is empty, because it was made for 0 bits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.residues.is_empty()
    }

    /// g^(2^i), or `None` if the table does not reach i.
    #[must_use]
    pub fn residue(&self, i: usize) -> Option<&E> {
        self.residues.get(match self.repeats {
            Some((offset, period)) if i >= offset => offset + (i - offset) % period,
            _ => i,
        })
    }

    /// g^e, or `None` if the exponent is longer than the table allows, or the table is of another monoid.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        if !self.is_of(monoid) {
            return None;
        }
        let set = (0..e.bits()).filter(|&i| e.bit(i));
        // Every factor stands at place 0, so there are no squarings.
        let factors = set.map(|i| Some((0, self.residue(i)?)));
        Some(windows::evaluate(monoid, factors.collect::<Option<Vec<_>>>()?.into_iter()))
    }
}

/// A comb (Lim, Lee, "More flexible exponentiation with precomputation", CRYPTO '94, section 3): for exponents that may
/// be public or, by [`secret::comb_pow`](crate::secret::comb_pow), secret.
///
/// With h teeth and v tables, an exponent of k bits is cut into h rows of a = ⌈k/h⌉ bits, and a row into v blocks of
/// b = ⌈a/v⌉ bits. Column i of all rows together is the digit of table ⌊i/b⌋ at place i mod b. Table j holds the
/// products of g^(2^(ia + jb)) over the set bits i of each digit.
#[must_use]
#[derive(Clone)]
pub struct Comb<E> {
    fingerprint: u64,
    shape: Shape,
    tables: Vec<Vec<E>>,
}

impl<E: Clone> Comb<E> {
    /// Makes the tables for exponents of at most `bits` bits, in the shape that costs the least, in the mean of a
    /// public power and of a secret one.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `bits`, above [`MAX_EXPONENT_BITS`].
    pub fn new<M: Monoid<Element = E>>(
        monoid: &mut M,
        base: &E,
        bits: usize,
    ) -> Result<Self, Error> {
        check_bits(bits)?;
        let shape = comb(bits, monoid.costs());
        Ok(Self::make(monoid, base, shape))
    }

    /// Makes the tables: (h − 1)·a + (v − 1)·b squarings, and v·(2^h − h − 1) products.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `bits`, `teeth` or `tables`, out of the range that [`Shape`]
    /// has for it.
    pub fn with_shape<M: Monoid<Element = E>>(
        monoid: &mut M,
        base: &E,
        shape: Shape,
    ) -> Result<Self, Error> {
        shape.check()?;
        Ok(Self::make(monoid, base, shape))
    }

    fn make<M: Monoid<Element = E>>(monoid: &mut M, base: &E, shape: Shape) -> Self {
        let tables = (0..shape.tables).map(|_| vec![monoid.one()]).collect();
        let mut this = Self { fingerprint: monoid.fingerprint(), shape, tables };
        let (mut next, mut reached) = (base.clone(), 0);
        for tooth in 0..shape.teeth as usize {
            for (j, table) in this.tables.iter_mut().enumerate() {
                let place = tooth * shape.row() + j * shape.block();
                monoid.square(&mut next, place - reached);
                reached = place;
                table.push(next.clone());
                for digit in 1..1 << tooth {
                    table.push(product(monoid, &table[digit], &next));
                }
            }
        }
        this
    }

    /// Whether the comb has elements of this monoid.
    pub(crate) fn is_of<M: Monoid<Element = E>>(&self, monoid: &M) -> bool {
        self.fingerprint == monoid.fingerprint()
    }

    /// The number of teeth and tables.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// g^e, with one product for each digit that is not 0; `None` if the exponent is longer than the
    /// table allows, or the table is of another monoid. The time depends on the exponent.
    pub fn pow<M: Monoid<Element = E>>(&self, monoid: &mut M, e: &Natural) -> Option<E> {
        if e.bits() > self.shape.bits || !self.is_of(monoid) {
            return None;
        }
        let power = self.evaluate(
            monoid,
            &|i| usize::from(e.bit(i)),
            &mut |monoid, table, digit, power| {
                if digit != 0 {
                    multiply_into(monoid, power, &table[digit]);
                }
            },
        );
        Some(power.unwrap_or_else(|| monoid.one()))
    }

    /// The product of the powers for all digits of an exponent, given by its bits. `multiply` gets a lookup table, the
    /// digit, and the product, which is squared from place to place.
    pub(crate) fn evaluate<M: Monoid<Element = E>>(
        &self,
        monoid: &mut M,
        bit: &dyn Fn(usize) -> usize,
        multiply: MultiplyByDigit<'_, M, E>,
    ) -> Option<E> {
        let (row, block) = (self.shape.row(), self.shape.block());
        let mut power = None;
        for place in (0..block).rev() {
            if let Some(power) = &mut power {
                monoid.square(power, 1);
            }
            for (j, table) in self.tables.iter().enumerate() {
                let column = j * block + place;
                if column < row {
                    let teeth = 0..self.shape.teeth as usize;
                    let digit = teeth.map(|tooth| bit(tooth * row + column) << tooth).sum();
                    multiply(monoid, table, digit, &mut power);
                }
            }
        }
        power
    }
}

/// Multiplies a product, if there is one, by the entry of a lookup table for a digit.
type MultiplyByDigit<'a, M, E> = &'a mut dyn FnMut(&mut M, &[E], usize, &mut Option<E>);
