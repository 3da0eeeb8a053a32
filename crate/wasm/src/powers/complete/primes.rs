//! Primes, and the search for a random one.

use crate::{powers::Objects, shared::error::Error};
use alloc::vec::Vec;
use powmod::{
    Natural,
    primality::{self, Candidates},
};

/// `IsProbablePrime`.
pub fn is_probable_prime(_objects: &mut Objects, n: Natural) -> Result<bool, Error> {
    Ok(primality::is_probable_prime(&n))
}

/// `SievePrimes`.
pub fn sieve(
    _objects: &mut Objects,
    first: Natural,
    safe: bool,
    count: u32,
) -> Result<Vec<f64>, Error> {
    Ok(Candidates::new(first, safe)?.sieve(count).into_iter().map(f64::from).collect())
}

/// `FirstPrime`.
pub fn first_prime(
    _objects: &mut Objects,
    first: Natural,
    safe: bool,
    indices: Vec<u32>,
    bases: Vec<Natural>,
) -> Result<f64, Error> {
    Ok(Candidates::new(first, safe)?.first_prime(&indices, &bases).map_or(-1.0, f64::from))
}
