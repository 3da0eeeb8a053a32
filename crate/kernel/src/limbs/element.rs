//! A residue that knows its modulus.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;
use zeroize::Zeroize;

/// A number in Montgomery form: a residue of a kernel, in plain words, with a fingerprint of its modulus and its
/// kernel. Only arithmetic of the same fingerprint reads it.
#[must_use]
#[derive(Clone, Default)]
pub struct Element {
    /// The residue, and behind it the fingerprint, which tells something of N, and N may be secret. Here it is
    /// overwritten with the residue wherever the element was moved.
    words: Box<[u64]>,
}

impl Element {
    /// The residue `words` of the modulus with this fingerprint.
    pub fn new(fingerprint: u64, words: impl Into<Box<[u64]>>) -> Self {
        let mut words = words.into();
        let mut with_fingerprint = Vec::with_capacity(words.len() + 1);
        with_fingerprint.extend_from_slice(&words);
        with_fingerprint.push(fingerprint);
        words.zeroize();
        Self { words: with_fingerprint.into() }
    }

    /// The fingerprint of its modulus.
    #[inline(always)]
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.words.last().copied().unwrap_or(0)
    }
}

impl AsRef<[u64]> for Element {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        self.words.split_last().map_or(&[], |(_fingerprint, words)| words)
    }
}

impl AsMut<[u64]> for Element {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        self.words.split_last_mut().map_or(&mut [], |(_fingerprint, words)| words)
    }
}

/// Overwrites the number. No arithmetic reads it afterwards.
impl Zeroize for Element {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

/// Without the number, which may be secret.
impl fmt::Debug for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Element").finish_non_exhaustive()
    }
}
