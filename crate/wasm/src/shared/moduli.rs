//! Moduli: those that a caller keeps, and the last ones that calls named by value.

use super::error::Error;
use super::{
    slots::{Handle, Slots},
    vdf::KeptGroup,
    wire::{Argument, Integer, Reader},
};
use alloc::vec::Vec;
use powmod::{Modulus, Natural, Residue};

/// How a call names its modulus.
pub enum ModulusArgument {
    /// By the handle of a kept modulus.
    Kept(Handle<KeptModulus>),
    /// By value: the last few are remembered.
    Number(Natural),
}

impl<'a> Argument<'a> for ModulusArgument {
    #[inline(never)]
    fn read(reader: &mut Reader<'a>) -> Self {
        match bool::read(reader) {
            true => Self::Kept(Handle::read(reader)),
            false => Self::Number(Natural::read(reader)),
        }
    }
}

/// The moduli that were set up.
#[derive(Default)]
pub struct Moduli {
    /// Those that the caller keeps by handle.
    pub kept: Slots<KeptModulus>,
    /// The last ones that calls named by value, the most recent last.
    recent: Vec<KeptModulus>,
    /// How many were set up because a call named them by value.
    #[cfg(test)]
    pub set_up: usize,
}

/// How many moduli are remembered for calls that name theirs by value.
const MAX_RECENT: usize = 8;

impl Moduli {
    /// The modulus of a call, set up now if it is not remembered.
    ///
    /// # Errors
    /// If it is 0.
    #[inline(never)]
    pub fn get(&mut self, modulus: ModulusArgument) -> Result<&mut KeptModulus, Error> {
        let n = match modulus {
            ModulusArgument::Kept(handle) => return self.kept.get(handle),
            ModulusArgument::Number(n) => n,
        };
        let known = self.recent.iter().position(|modulus| modulus.arithmetic.natural() == &n);
        let modulus = match known {
            Some(place) => self.recent.remove(place),
            None => {
                #[cfg(test)]
                {
                    self.set_up += 1;
                }
                KeptModulus::new(&n)?
            }
        };
        if self.recent.len() == MAX_RECENT {
            self.recent.remove(0);
        }
        self.recent.push(modulus);
        Ok(self.recent.last_mut().expect("just pushed"))
    }
}

/// A modulus with its precomputation.
pub struct KeptModulus {
    /// Arithmetic modulo N.
    pub arithmetic: Modulus,
    /// What modules with delay proofs keep of N.
    pub group: KeptGroup,
}

impl KeptModulus {
    /// Sets up a modulus above 0.
    ///
    /// # Errors
    /// If it is 0.
    pub fn new(n: &Natural) -> Result<Self, Error> {
        let arithmetic =
            Modulus::new(n).ok_or_else(|| Error::argument("modulus", "must be positive"))?;
        Ok(Self { arithmetic, group: KeptGroup::default() })
    }

    /// The number that a residue stands for, in exactly as many bytes as N has.
    pub fn bytes_of(&mut self, residue: &Residue) -> Vec<u8> {
        let x = self.arithmetic.from_residue(residue);
        self.bytes(&x)
    }

    /// x < N in exactly as many bytes as N has.
    #[inline(never)]
    pub fn bytes(&self, x: &Natural) -> Vec<u8> {
        let length = self.arithmetic.natural().bits().div_ceil(8);
        x.to_be_bytes_padded(length).expect("below the modulus")
    }

    /// A power with this exponent's sign, from the power with its absolute value; `None` if the inverse is missing.
    pub fn signed(&mut self, power: Natural, exponent: &Integer) -> Option<Natural> {
        if exponent.is_negative { self.arithmetic.inverse(&power) } else { Some(power) }
    }
}
