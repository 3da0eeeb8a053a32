//! Tables that a caller keeps, each bound to the modulus that it was made for.

use crate::{Modulus, natural, packed, range};
use alloc::vec::Vec;
use powmod::{
    Natural, Residue,
    multi::interleaved,
    pow::fixed_base::{Residues, Windowed},
};
use wasm_bindgen::prelude::*;

/// A table of windows is made as wide as it can be below this size.
const TABLE_BYTES: usize = 1 << 22;

/// The widest window of a kept table.
const WIDEST: u32 = 6;

enum Powers {
    Residues(Residues<Residue>),
    Windowed(Windowed<Residue>),
}

/// What was computed for one base.
#[wasm_bindgen]
pub struct FixedBase {
    modulus: Natural,
    powers: Powers,
}

/// What was computed for several bases together.
#[wasm_bindgen]
pub struct Tables {
    modulus: Natural,
    bases: Vec<interleaved::Table<Residue>>,
}

#[wasm_bindgen]
impl Modulus {
    /// A table of one base for exponents of at most so many bits: its squares, as few as its
    /// sequence has (`residues`), or every digit at every place.
    pub fn fixed_base(&mut self, base: &[u8], bits: usize, residues: bool) -> FixedBase {
        let element = self.arithmetic.enter(&natural(base));
        let powers = if residues {
            Powers::Residues(Residues::new(&mut self.arithmetic, &element, bits))
        } else {
            // A residue takes about the modulus's length, and a little for the kernel's radix.
            let size = self.arithmetic.natural().bits() / 8 + 64;
            let bytes = |w: u32| bits.div_ceil(w as usize) * ((1 << w) - 1) * size;
            let window = (1..=WIDEST).rev().find(|&w| bytes(w) <= TABLE_BYTES).unwrap_or(1);
            Powers::Windowed(Windowed::new(&mut self.arithmetic, &element, bits, window))
        };
        FixedBase { modulus: self.arithmetic.natural().clone(), powers }
    }

    fn same(&self, modulus: &Natural) -> Result<(), JsValue> {
        match modulus == self.arithmetic.natural() {
            true => Ok(()),
            false => Err(range("table", "belongs to another modulus")),
        }
    }

    /// base^exponent by the table of its base.
    pub fn pow_fixed(&mut self, table: &FixedBase, exponent: &[u8]) -> Result<Vec<u8>, JsValue> {
        self.same(&table.modulus)?;
        let exponent = natural(exponent);
        let power = match &table.powers {
            Powers::Residues(table) => table.pow(&mut self.arithmetic, &exponent),
            Powers::Windowed(table) => table.pow(&mut self.arithmetic, &exponent),
        };
        let power = power.ok_or_else(|| range("exponent", "is longer than the table serves"))?;
        let power = self.arithmetic.leave(&power);
        Ok(self.bytes(&power))
    }

    /// Tables of bases, [`packed`], with windows of so many bits.
    pub fn tables(&mut self, bases: &[u8], window: u32) -> Tables {
        let bases: Vec<_> =
            packed(bases).map(|base| self.arithmetic.enter(&natural(base))).collect();
        let table = |base| interleaved::Table::new(&mut self.arithmetic, base, window);
        let bases = bases.iter().map(table).collect();
        Tables { modulus: self.arithmetic.natural().clone(), bases }
    }

    /// The product of base^exponent over the bases of tables; exponents [`packed`], one a base.
    pub fn multi_pow_tables(
        &mut self,
        tables: &Tables,
        exponents: &[u8],
    ) -> Result<Vec<u8>, JsValue> {
        self.same(&tables.modulus)?;
        let exponents: Vec<Natural> = packed(exponents).map(natural).collect();
        if exponents.len() != tables.bases.len() {
            return Err(range("exponents", "must be as many as the bases of the tables"));
        }
        let terms: Vec<_> = tables.bases.iter().zip(&exponents).collect();
        let product = interleaved::with_tables(&mut self.arithmetic, &terms);
        let product = self.arithmetic.leave(&product);
        Ok(self.bytes(&product))
    }
}
