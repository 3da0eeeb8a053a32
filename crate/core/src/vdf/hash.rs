//! SHA-256 of several parts, one after the other: the one place that calls it.

use sha2::{Digest, Sha256};

/// SHA-256(part ‖ part ‖ …)
pub(super) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// SHA-256 of bytes that come piece by piece.
#[derive(Clone, Default)]
pub(super) struct Hash(Sha256);

impl Hash {
    /// Takes more bytes in.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all bytes so far.
    pub fn value(&self) -> [u8; 32] {
        self.0.clone().finalize().into()
    }
}
