//! What a call brings: fields, each behind its length in bytes as a little-endian u32.

use num_traits::FromBytes;
use powmod::{Natural, vdf::PROFILES};

/// The fields that are yet to be read.
#[derive(Clone, Copy)]
pub struct Arguments<'a>(&'a [u8]);

impl<'a> Arguments<'a> {
    /// All of them.
    pub fn new(packed: &'a [u8]) -> Self {
        Self(packed)
    }

    /// Bytes; none where nothing is left.
    pub fn bytes(&mut self) -> &'a [u8] {
        self.next().unwrap_or_default()
    }

    /// A big-endian number.
    pub fn natural(&mut self) -> Natural {
        Natural::from_be_bytes(self.bytes())
    }

    /// The name of a scheme or a profile; empty where it is none. Whether other bytes are a string,
    /// nobody needs to know.
    pub fn name(&mut self) -> &'static str {
        let bytes = self.bytes();
        let profiles = PROFILES.iter().map(|profile| profile.name());
        let mut names = ["wesolowski", "pietrzak"].into_iter().chain(profiles);
        names.find(|name| name.as_bytes() == bytes).unwrap_or_default()
    }

    /// A little-endian double; `None` for an empty field.
    pub fn number(&mut self) -> Option<f64> {
        self.bytes().try_into().map(f64::from_le_bytes).ok()
    }

    /// A whole number; 0 for an empty field.
    pub fn count(&mut self) -> usize {
        self.long() as usize
    }

    /// A whole number that may be longer than a word of memory.
    pub fn long(&mut self) -> u64 {
        self.number().unwrap_or(0.0) as u64
    }
}

impl<'a> Iterator for Arguments<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(bytes)
    }
}
