//! Lookup tables that a caller keeps, each for the modulus that it was made for.

use crate::shared::error::Error;
use crate::shared::{integers::no_inverse, moduli::KeptModulus, wire::Integer};
use alloc::vec::Vec;
use powmod::{
    Natural, Residue,
    modulus::montgomery::Element,
    multi::{Table, with_tables},
    pow::fixed_base::{Comb, Residues},
};

/// Powers of one base, or of several.
pub enum Powers {
    /// The repeated squares of one base.
    Residues(Residues<Residue>),
    /// The comb of one base, modulo an odd number above 1.
    Comb(Comb<Element>),
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
    /// # Errors
    /// If the tables belong to another modulus.
    pub fn check(&self, modulus: &KeptModulus) -> Result<(), Error> {
        if &self.modulus == modulus.arithmetic.natural() {
            return Ok(());
        }
        Err(Error::argument("table", "belongs to another modulus"))
    }

    /// The power of the base, or the product of the powers of the bases: one exponent for each.
    #[inline(never)]
    pub fn pow(&self, modulus: &mut KeptModulus, exponents: &[&Natural]) -> Result<Natural, Error> {
        self.check(modulus)?;
        let modulus = &mut modulus.arithmetic;
        let longer = || Error::argument("exponent", "is longer than the table serves");
        let power = match &self.powers {
            Powers::Residues(table) => table.pow(modulus, exponents[0]),
            Powers::Comb(table) => {
                let odd = modulus.montgomery().expect("an odd modulus");
                let power = table.pow(odd, exponents[0]).ok_or_else(longer)?;
                return Ok(odd.from_montgomery(&power));
            }
            Powers::Bases(tables) => {
                if exponents.len() != tables.len() {
                    let reason = "must be as many as the bases of the tables";
                    return Err(Error::argument("exponents", reason));
                }
                let terms: Vec<_> = tables.iter().zip(exponents.iter().copied()).collect();
                Some(with_tables(modulus, &terms))
            }
        };
        Ok(modulus.from_residue(&power.ok_or_else(longer)?))
    }

    /// The power of the one base with an exponent of either sign.
    pub fn power(&self, modulus: &mut KeptModulus, exponent: &Integer) -> Result<Natural, Error> {
        let power = self.pow(modulus, &[&exponent.magnitude])?;
        modulus.signed(power, exponent).ok_or_else(|| no_inverse("base"))
    }
}
