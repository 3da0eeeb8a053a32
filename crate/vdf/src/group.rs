//! The group of a delay: numbers modulo a product N of two primes that nobody knows.

use crate::{
    error::{Error, Kind},
    limits::{LEAST_FACTOR_BITS, MAX_BITS, MIN_BITS},
    reasons,
};
use alloc::vec::Vec;
use powmod::{
    Modulus, Natural,
    modulus::montgomery::Montgomery,
    primality::{is_probable_prime, small_factor},
    roots::is_perfect_power,
};

/// RSA-2048 of the RSA Factoring Challenge. Its checks are skipped, because it is known to be good.
fn rsa_2048() -> Natural {
    let digits = include_str!("rsa-2048.hex").trim_ascii().as_bytes();
    let value = |digit: u8| (digit as char).to_digit(16).expect("hexadecimal") as u8;
    let bytes: Vec<u8> = digits.chunks(2).map(|d| value(d[0]) << 4 | value(d[1])).collect();
    Natural::from_be_bytes(&bytes)
}

/// The reason to refuse a modulus, if there is one, except its least length.
fn refusal(n: &Natural) -> Option<&'static str> {
    if n.is_even() {
        Some(reasons::EVEN)
    } else if n.bits() > MAX_BITS {
        Some(reasons::TOO_LONG)
    } else if n == &rsa_2048() {
        None
    } else if small_factor(n, 1 << LEAST_FACTOR_BITS).is_some() {
        Some(reasons::SMALL_FACTOR)
    } else if is_perfect_power(n, LEAST_FACTOR_BITS) {
        Some(reasons::PERFECT_POWER)
    } else if is_probable_prime(n) {
        Some(reasons::PRIME)
    } else {
        None
    }
}

/// A modulus that the delay functions accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    modulus: Modulus,
}

impl Group {
    /// Checks a modulus, except its least length. The verifiers check that by
    /// [`check_length`](Self::check_length), because tests and examples may allow short moduli.
    ///
    /// # Errors
    /// [`Kind::Argument`], field `modulus`, if the modulus is refused.
    pub fn new(modulus: Modulus) -> Result<Self, Error> {
        match refusal(modulus.natural()) {
            Some(reason) => Err(Error::new(Kind::Argument, "modulus", reason)),
            None => Ok(Self { modulus }),
        }
    }

    /// The built-in group RSA-2048.
    #[must_use]
    pub fn rsa_2048() -> Self {
        Self { modulus: Modulus::new(&rsa_2048()).expect("not zero") }
    }

    /// Refuses a modulus below [`MIN_BITS`], unless `allow_weak` lifts that bound.
    ///
    /// # Errors
    /// [`Kind::Argument`], field `modulus`, if the modulus is too short.
    pub fn check_length(&self, allow_weak: bool) -> Result<(), Error> {
        match self.natural().bits() < MIN_BITS && !allow_weak {
            true => Err(Error::new(Kind::Argument, "modulus", reasons::TOO_SHORT)),
            false => Ok(()),
        }
    }

    /// N.
    #[must_use]
    pub fn natural(&self) -> &Natural {
        self.modulus.natural()
    }

    /// The arithmetic modulo N.
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// The arithmetic modulo N in Montgomery form.
    pub(super) fn ring(&mut self) -> &mut Montgomery {
        self.modulus.montgomery().expect("a group's modulus is odd and above 1")
    }

    /// L, the length of N in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.natural().bits().div_ceil(8)
    }

    /// z as exactly L big-endian bytes.
    ///
    /// # Panics
    /// If z is 2^(8L) or more.
    pub(super) fn encode(&self, z: &Natural) -> Vec<u8> {
        z.to_be_bytes_padded(self.bytes()).expect("elements are below N")
    }
}

/// min(z mod n, n − z mod n), and 0 modulo 0.
pub(super) fn up_to_sign(z: Natural, n: &Natural) -> Natural {
    let z = residue(z, n);
    match n.checked_sub(&z) {
        Some(negated) if negated < z => negated,
        _ => z,
    }
}

/// z mod n, and 0 modulo 0.
pub(super) fn residue(z: Natural, n: &Natural) -> Natural {
    match &z < n {
        true => z,
        false => Modulus::new(n).map_or_else(Natural::default, |modulus| modulus.reduce(&z)),
    }
}
