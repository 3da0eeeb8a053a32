//! The hashes of a proof's transcript.

use crate::{objects::Objects, wire::Bytes};
use alloc::vec::Vec;
use num_traits::ToBytes;
use powmod::{
    Error,
    vdf::{hash, hash_to_prime},
};

/// `Sha256`.
pub fn sha256(_objects: &mut Objects, message: Bytes<'_>) -> Result<Vec<u8>, Error> {
    Ok(hash::sha256(&[message.0]).to_vec())
}

/// `HashToPrime`.
pub fn hash_to_prime(_objects: &mut Objects, seed: Bytes<'_>) -> Result<Vec<u8>, Error> {
    let seed = seed.0.try_into().map_err(|_| Error::argument("seed", "must have 32 bytes"))?;
    Ok(hash_to_prime::hash_to_prime(seed).1.to_be_bytes())
}
