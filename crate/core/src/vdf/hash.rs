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
    powmod_kernel::counted_hashes(words(&seed), move |i| words(&sha256(&[&seed, &i.to_be_bytes()])))
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

#[cfg(test)]
mod tests {
    use super::*;
    use powmod_kernel::sha256::hash_four;

    #[test]
    fn four_hashes_are_those_of_the_library() {
        let seeds = [[0; 32], [0xff; 32], array::from_fn(|i| i as u8), sha256(&[b"a seed"])];
        for seed in seeds {
            for first in [0, 1, 4, 0xff, 0xfffe, 0x8000_0000, u32::MAX - 3, u32::MAX] {
                let expected = [0, 1, 2, 3]
                    .map(|i| words(&sha256(&[&seed, &first.wrapping_add(i).to_be_bytes()])));
                assert_eq!(hash_four(&words(&seed), first), expected);
            }
        }
        let mut chained = [0; 32];
        for first in 0..2000 {
            let hashes = hash_four(&words(&chained), first);
            chained = sha256(&[&chained, &first.to_be_bytes()]);
            assert_eq!(hashes[0], words(&chained));
        }
    }
}
