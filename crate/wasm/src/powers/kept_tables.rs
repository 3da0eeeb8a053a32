//! Lookup tables that a caller keeps, each for the modulus that it was made for.

use crate::shared::moduli::KeptModulus;
use alloc::vec::Vec;
use powmod::{
    Error, Natural, Residue,
    internals::{Table, with_tables},
    pow::fixed_base::{Residues, Windowed},
};

/// Powers of one base, or of several.
pub enum Powers {
    /// The repeated squares of one base.
    Residues(Residues<Residue>),
    /// Every digit of one base at every place.
    Windowed(Windowed<Residue>),
    /// Odd powers of several bases.
    Bases(Vec<Table<Residue>>),
}

/// The tables that one call made.
pub struct Tables {
    /// N.
    pub modulus: Natural,
    /// The tables themselves.
    pub powers: Powers,
}

impl Tables {
    /// The power of the base, or the product of the powers of the bases: one exponent for each.
    #[inline(never)]
    pub fn pow(&self, modulus: &mut KeptModulus, exponents: &[&Natural]) -> Result<Natural, Error> {
        let modulus = &mut modulus.arithmetic;
        if &self.modulus != modulus.natural() {
            return Err(Error::argument("table", "belongs to another modulus"));
        }
        let power = match &self.powers {
            Powers::Residues(table) => table.pow(modulus, exponents[0]),
            Powers::Windowed(table) => table.pow(modulus, exponents[0]),
            Powers::Bases(tables) => {
                if exponents.len() != tables.len() {
                    let reason = "must be as many as the bases of the tables";
                    return Err(Error::argument("exponents", reason));
                }
                let terms: Vec<_> = tables.iter().zip(exponents.iter().copied()).collect();
                Some(with_tables(modulus, &terms))
            }
        };
        let power =
            power.ok_or_else(|| Error::argument("exponent", "is longer than the table serves"))?;
        Ok(modulus.leave(&power))
    }
}
