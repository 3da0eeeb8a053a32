//! Tables that a caller keeps, each bound to the modulus that it was made for.

use crate::{Arguments, modulus::Modulus, range};
use alloc::vec::Vec;
use num_traits::FromBytes;
use powmod::{
    Modulus as Arithmetic, Natural, Residue,
    multi::interleaved,
    pow::fixed_base::{Residues, Windowed},
};
use wasm_bindgen::JsValue;

/// A table of windows is made as wide as it can be below this size.
const TABLE_BYTES: usize = 1 << 22;

/// The widest window of a kept table.
const WIDEST: u32 = 6;

enum Powers {
    Residues(Residues<Residue>),
    Windowed(Windowed<Residue>),
    Bases(Vec<interleaved::Table<Residue>>),
}

/// What was computed for one base, or for several together.
pub struct Tables {
    modulus: Natural,
    powers: Powers,
}

impl Modulus {
    /// A table of one base for exponents of at most so many bits: its squares, as few as its
    /// sequence has (`residues`), or every digit at every place.
    #[inline(never)]
    pub fn fixed_base(&mut self, arguments: &mut Arguments<'_>) -> Tables {
        let (bits, residues) = (arguments.count(), arguments.count() != 0);
        let arithmetic = &mut self.arithmetic;
        let element = arithmetic.enter(&arguments.natural());
        let powers = if residues {
            Powers::Residues(Residues::new(arithmetic, &element, bits))
        } else {
            // A residue takes about the modulus's length, and a little for the kernel's radix.
            let size = arithmetic.natural().bits() / 8 + 64;
            let bytes = |w: u32| bits.div_ceil(w as usize) * ((1 << w) - 1) * size;
            let window = (1..=WIDEST).rev().find(|&w| bytes(w) <= TABLE_BYTES).unwrap_or(1);
            Powers::Windowed(Windowed::new(arithmetic, &element, bits, window))
        };
        Tables { modulus: arithmetic.natural().clone(), powers }
    }

    /// Tables of bases, with windows of so many bits.
    #[inline(never)]
    pub fn tables(&mut self, arguments: &mut Arguments<'_>) -> Tables {
        let window = arguments.count() as u32;
        let mut bases = Vec::new();
        for base in arguments {
            let base = self.arithmetic.enter(&Natural::from_be_bytes(base));
            bases.push(interleaved::Table::new(&mut self.arithmetic, &base, window));
        }
        Tables { modulus: self.arithmetic.natural().clone(), powers: Powers::Bases(bases) }
    }
}

impl Tables {
    /// The power of the base, or the product of those of the bases: one exponent a base.
    #[inline(never)]
    pub fn pow(
        &self,
        modulus: &mut Arithmetic,
        exponents: &mut Arguments<'_>,
    ) -> Result<Natural, JsValue> {
        if &self.modulus != modulus.natural() {
            return Err(range("table", "belongs to another modulus"));
        }
        let power = match &self.powers {
            Powers::Residues(table) => table.pow(modulus, &exponents.natural()),
            Powers::Windowed(table) => table.pow(modulus, &exponents.natural()),
            Powers::Bases(tables) => {
                let exponents: Vec<Natural> = exponents.map(Natural::from_be_bytes).collect();
                if exponents.len() != tables.len() {
                    let reason = "must be as many as the bases of the tables";
                    return Err(range("exponents", reason));
                }
                let terms: Vec<_> = tables.iter().zip(&exponents).collect();
                Some(interleaved::with_tables(modulus, &terms))
            }
        };
        let power = power.ok_or_else(|| range("exponent", "is longer than the table serves"))?;
        Ok(modulus.leave(&power))
    }
}
