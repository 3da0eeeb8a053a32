//! SHA-256, at once and in pieces. Only this file calls the hashing crate for it.

use sha2::{Digest, Sha256};

/// SHA-256 of the concatenated parts.
pub(super) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// SHA-256 of bytes that arrive in pieces.
#[derive(Clone, Default)]
pub(super) struct Hash(Sha256);

impl Hash {
    /// Appends bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all bytes so far.
    pub fn value(&self) -> [u8; 32] {
        self.0.clone().finalize().into()
    }
}
