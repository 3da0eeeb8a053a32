//! A residue that knows its modulus.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;
use zeroize::Zeroize;

/// A number in Montgomery form: a residue of a kernel, in plain words, with a mark of its modulus and its kernel. Only
/// arithmetic of the same mark reads it.
#[must_use]
#[derive(Clone, Default)]
pub struct Element {
    /// The residue, and behind it the mark: the mark tells something of N, which may be secret, and here it is
    /// overwritten with the residue wherever the element was moved.
    words: Box<[u64]>,
}

impl Element {
    /// The residue `words` of the modulus with this mark.
    pub fn new(mark: u64, words: impl Into<Box<[u64]>>) -> Self {
        let mut words = words.into();
        let mut marked = Vec::with_capacity(words.len() + 1);
        marked.extend_from_slice(&words);
        marked.push(mark);
        words.zeroize();
        Self { words: marked.into() }
    }

    /// The mark of its modulus.
    #[inline(always)]
    #[must_use]
    pub fn mark(&self) -> u64 {
        self.words.last().copied().unwrap_or(0)
    }
}

impl AsRef<[u64]> for Element {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        self.words.split_last().map_or(&[], |(_mark, words)| words)
    }
}

impl AsMut<[u64]> for Element {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        self.words.split_last_mut().map_or(&mut [], |(_mark, words)| words)
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
