//! Numbers of either sign as elements.

use super::error::Error;
use super::{types::Term, wire::Integer};
use alloc::vec::Vec;
use powmod::{Field, Modulus, Natural, Residue};

impl Integer {
    /// A number that is not negative and equal to this one modulo N, which takes its place.
    #[inline(never)]
    pub fn representative(&mut self, modulus: &Modulus) -> &Natural {
        if self.is_negative {
            let residue = modulus.reduce(&self.magnitude);
            let negated = modulus.natural().checked_sub(&residue);
            self.magnitude = negated.expect("a residue is below the modulus");
            self.is_negative = false;
        }
        &self.magnitude
    }
}

/// The error for an argument that has no inverse.
pub fn no_inverse(argument: impl Into<Field>) -> Error {
    Error::argument(argument, "has no inverse modulo the modulus")
}

/// The base of a power: its inverse where the exponent is negative; `None` if it has none.
#[inline(never)]
pub fn base_of(modulus: &mut Modulus, base: &mut Integer, exponent: &Integer) -> Option<Residue> {
    let base = base.representative(modulus);
    Some(match exponent.is_negative {
        true => modulus.inverse(base).map(|inverse| modulus.to_residue(&inverse))?,
        false => modulus.to_residue(base),
    })
}

/// The bases and exponents of a product of powers, none of which is negative.
///
/// # Errors
/// A base has no inverse where its exponent is negative.
pub fn factors_of<'a>(
    modulus: &mut Modulus,
    terms: &'a mut [Term],
) -> Result<Vec<(Residue, &'a Natural)>, Error> {
    let mut factors = Vec::with_capacity(terms.len());
    for (i, Term { base, exponent }) in terms.iter_mut().enumerate() {
        let base =
            base_of(modulus, base, exponent).ok_or_else(|| no_inverse(Field::entry("terms", i)))?;
        factors.push((base, &exponent.magnitude));
    }
    Ok(factors)
}
