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
