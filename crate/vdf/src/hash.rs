//! SHA-256, at once, in pieces, and of a counter. Only this file calls the hashing crate for it.

use core::array;
use sha2::{Digest, Sha256};

/// SHA-256 of the concatenated parts.
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// The words of a hash or of a seed, most significant word first.
fn words(bytes: &[u8; 32]) -> [u32; 8] {
    let (words, _) = bytes.as_chunks();
    array::from_fn(|i| u32::from_be_bytes(words[i]))
}

/// The words of SHA-256(seed ‖ u32(i)) for i = 0, 1, 2, …
pub fn counted(seed: &[u8; 32]) -> impl Iterator<Item = [u32; 8]> {
    let seed = *seed;
    (0..=u32::MAX).map(move |i| words(&sha256(&[&seed, &i.to_be_bytes()])))
}

/// SHA-256 of bytes that arrive in pieces.
#[derive(Clone, Default)]
pub struct Hash(Sha256);

impl Hash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hash = Self::default();
        hash.update(bytes);
        hash
    }

    /// Appends bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all bytes so far.
    pub fn value(&self) -> [u8; 32] {
        self.0.clone().finalize().into()
    }
}
