//! The objects that live in one wasm instance: moduli, tables, evaluations and provers.

use alloc::vec::Vec;
use core::marker::PhantomData;
use powmod::{Error, Modulus as Arithmetic, Natural, Residue, vdf::Group};

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// Moduli by handle and by value.
    pub moduli: Moduli,
    /// Lookup tables of fixed bases.
    #[cfg(feature = "verifier")]
    pub tables: Slots<crate::tables::Tables>,
    /// Evaluations in progress.
    #[cfg(feature = "prover")]
    pub evaluations: Slots<crate::evaluation::Evaluation>,
    /// Parts of proofs in progress.
    #[cfg(feature = "prover")]
    pub provers: Slots<powmod::vdf::Prover>,
}

/// The number by which JavaScript names an object of type `T`.
pub struct Handle<T>(usize, PhantomData<T>);

impl<T> Handle<T> {
    /// A handle with this number.
    pub fn new(number: usize) -> Self {
        Self(number, PhantomData)
    }

    /// Its number.
    pub fn number(&self) -> usize {
        self.0
    }
}

/// Objects of one type by handle. The place of a freed object is used again.
pub struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Keeps an object.
    #[inline(never)]
    pub fn keep(&mut self, object: T) -> Handle<T> {
        let free = self.0.iter().position(Option::is_none);
        let place = free.unwrap_or(self.0.len());
        match self.0.get_mut(place) {
            Some(free) => *free = Some(object),
            None => self.0.push(Some(object)),
        }
        Handle::new(place)
    }

    /// Drops an object.
    pub fn free(&mut self, handle: Handle<T>) {
        self.0[handle.number()] = None;
    }

    /// The object of a handle, which JavaScript does not use after it freed it.
    pub fn get(&mut self, handle: Handle<T>) -> &mut T {
        self.0[handle.number()].as_mut().expect("an object that was not freed")
    }
}

/// How a call names its modulus.
pub enum ModulusArgument {
    /// By the handle of a kept modulus.
    Kept(Handle<Modulus>),
    /// By value: the last few are remembered.
    Number(Natural),
}

/// The moduli that were set up.
#[derive(Default)]
pub struct Moduli {
    /// Those that the caller keeps by handle.
    pub kept: Slots<Modulus>,
    /// The last ones that calls named by value, the most recent last.
    recent: Vec<Modulus>,
}

/// How many moduli are remembered for calls that name theirs by value.
const MOST_RECENT: usize = 8;

impl Moduli {
    /// The modulus of a call, set up now if it is not remembered.
    ///
    /// # Errors
    /// If it is 0.
    #[inline(never)]
    pub fn get(&mut self, modulus: ModulusArgument) -> Result<&mut Modulus, Error> {
        match modulus {
            ModulusArgument::Kept(handle) => Ok(self.kept.get(handle)),
            ModulusArgument::Number(n) => self.recent(&n),
        }
    }

    /// The modulus of this value.
    ///
    /// # Errors
    /// If it is 0.
    pub fn recent(&mut self, n: &Natural) -> Result<&mut Modulus, Error> {
        let known = self.recent.iter().position(|modulus| modulus.arithmetic.natural() == n);
        let modulus = match known {
            Some(place) => self.recent.remove(place),
            None => Modulus::new(n)?,
        };
        if self.recent.len() == MOST_RECENT {
            self.recent.remove(0);
        }
        self.recent.push(modulus);
        Ok(self.recent.last_mut().expect("just pushed"))
    }

    /// How many moduli are remembered.
    #[cfg(test)]
    pub fn remembered(&self) -> usize {
        self.recent.len()
    }
}

/// A modulus with its precomputation.
pub struct Modulus {
    /// Arithmetic modulo N.
    pub arithmetic: Arithmetic,
    /// Whether N is fit for a delay; `None` until a call asks.
    group: Option<Result<Group, Error>>,
}

impl Modulus {
    /// Sets up a modulus above 0.
    ///
    /// # Errors
    /// If it is 0.
    pub fn new(n: &Natural) -> Result<Self, Error> {
        let arithmetic =
            Arithmetic::new(n).ok_or_else(|| Error::argument("modulus", "must be positive"))?;
        Ok(Self { arithmetic, group: None })
    }

    /// The number that a residue stands for, in exactly as many bytes as N has.
    pub fn bytes_of(&mut self, residue: &Residue) -> Vec<u8> {
        let x = self.arithmetic.leave(residue);
        self.bytes(&x)
    }

    /// x < N in exactly as many bytes as N has.
    #[inline(never)]
    pub fn bytes(&self, x: &Natural) -> Vec<u8> {
        let length = self.arithmetic.natural().bits().div_ceil(8);
        x.to_be_bytes_padded(length).expect("below the modulus")
    }

    /// The delay group modulo N.
    ///
    /// # Errors
    /// Why N is unfit for a delay; `allow_weak` lifts the lower bound of its length alone.
    #[inline(never)]
    pub fn group(&mut self, allow_weak: bool) -> Result<&mut Group, Error> {
        let arithmetic = &self.arithmetic;
        let group = self.group.get_or_insert_with(|| Group::new(arithmetic.clone()));
        let group = group.as_mut().map_err(|refused| refused.clone())?;
        group.check_length(allow_weak)?;
        Ok(group)
    }
}
