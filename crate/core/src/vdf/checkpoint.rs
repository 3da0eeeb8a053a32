//! What is saved of an evaluation: a head of one length for each modulus, and behind it the kept
//! values, each of L bytes, in the order in which they were reached. Values are only ever added,
//! so who saves often needs to add what is new, and a new head.
//!
//! | bytes | head |
//! | --- | --- |
//! | 8, 4 | `powmod-e`, version |
//! | 4, L | L, N |
//! | L, 8 | x, T |
//! | 8, L | index, x^(2^index) mod N |
//! | 4, 8 | spacing: its kind and its number |
//! | 32 | SHA-256 of the kept values |
//! | 32 | SHA-256 of all that stands above |
//!
//! Integers are big-endian. How many values there are follows from index, spacing and T.

use super::{
    group::Group,
    hash::{Hash, sha256},
    limits::MAX_ITERATIONS,
};
use crate::{
    error::Error,
    natural::{Natural, limbs_from_be_bytes},
};
use alloc::vec::Vec;
use num_traits::{FromBytes, Zero};

const MAGIC: &[u8; 8] = b"powmod-e";
const VERSION: u32 = 1;

/// The most bytes that kept values ever take, whatever the budget.
pub const MOST_KEPT_BYTES: u64 = 1 << 30;

/// An error of [`Kind::Checkpoint`](crate::Kind::Checkpoint) unless the condition holds.
pub(super) fn require(holds: bool, field: &'static str, reason: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::checkpoint(field, reason)) }
}

/// At which of the squarings values are kept: always at 0, never at T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// After each so many squarings, as Wesolowski's prover reads them.
    Even(u64),
    /// At all sums of some of ⌈T/2⌉, ⌈T/4⌉, … ⌈T/2^depth⌉, as Pietrzak's prover reads them: value
    /// i at the sum of those that the bits of i name, the highest first.
    Halvings(u32),
}

impl Spacing {
    /// Whether the positions rise strictly and stay below T, for a depth below 64. Each ⌈T/2^j⌉ is
    /// larger than the sum of those after it, up to ⌈T/2^depth⌉, by more than T/2^depth − depth.
    fn fits(self, iterations: u64) -> bool {
        match self {
            Self::Even(spacing) => spacing > 0,
            Self::Halvings(depth) => depth == 0 || iterations >> depth >= 64,
        }
    }

    /// How many values are kept in all.
    pub fn count(self, iterations: u64) -> u64 {
        match self {
            Self::Even(spacing) => iterations.div_ceil(spacing),
            Self::Halvings(depth) => 1 << depth,
        }
    }

    /// How many values are kept once so many squarings are done.
    pub fn reached(self, index: u64, iterations: u64) -> u64 {
        self.floor(index, iterations) + 1
    }

    /// After how many squarings value i is kept.
    pub fn position(self, i: u64, iterations: u64) -> u64 {
        match self {
            Self::Even(spacing) => i.saturating_mul(spacing),
            Self::Halvings(depth) => (1..=depth)
                .filter(|j| i >> (depth - j) & 1 == 1)
                .map(|j| halved(iterations, j))
                .sum(),
        }
    }

    /// The last value that is kept after no more than so many squarings.
    pub fn floor(self, squarings: u64, iterations: u64) -> u64 {
        match self {
            Self::Even(spacing) => squarings.min(iterations - 1) / spacing,
            Self::Halvings(depth) => {
                let (mut i, mut left) = (0, squarings);
                for j in 1..=depth {
                    let more = left.checked_sub(halved(iterations, j));
                    left = more.unwrap_or(left);
                    i = i << 1 | u64::from(more.is_some());
                }
                i
            }
        }
    }

    /// About how far values are apart.
    pub fn typical(self, iterations: u64) -> u64 {
        match self {
            Self::Even(spacing) => spacing,
            Self::Halvings(depth) => halved(iterations, depth),
        }
    }
}

/// ⌈T/2^j⌉, for j below 64.
fn halved(iterations: u64, j: u32) -> u64 {
    ((iterations - 1) >> j) + 1
}

/// An evaluation at a point that passed its check, but for the values kept on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// x, in (0, N).
    pub input: Natural,
    /// T.
    pub iterations: u64,
    /// How many squarings are done.
    pub index: u64,
    /// x^(2^index) mod N.
    pub value: Natural,
    /// At which values are kept.
    pub spacing: Spacing,
    /// The SHA-256 of those that are.
    pub values_hash: [u8; 32],
}

impl Head {
    /// The length of a head in this group.
    pub fn length(group: &Group) -> usize {
        MAGIC.len() + 3 * 4 + 3 * group.bytes() + 3 * 8 + 2 * 32
    }

    /// As bytes.
    pub fn seal(&self, group: &Group) -> Vec<u8> {
        let (kind, number) = match self.spacing {
            Spacing::Even(spacing) => (0_u32, spacing),
            Spacing::Halvings(depth) => (1, depth.into()),
        };
        let mut bytes = Vec::with_capacity(Self::length(group));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_be_bytes());
        bytes.extend_from_slice(&(group.bytes() as u32).to_be_bytes());
        bytes.extend_from_slice(&group.encode(group.natural()));
        bytes.extend_from_slice(&group.encode(&self.input));
        bytes.extend_from_slice(&self.iterations.to_be_bytes());
        bytes.extend_from_slice(&self.index.to_be_bytes());
        bytes.extend_from_slice(&group.encode(&self.value));
        bytes.extend_from_slice(&kind.to_be_bytes());
        bytes.extend_from_slice(&number.to_be_bytes());
        bytes.extend_from_slice(&self.values_hash);
        bytes.extend_from_slice(&sha256(&[&bytes]));
        bytes
    }

    /// From bytes, exactly a head's.
    ///
    /// # Errors
    /// What is damaged, of another version or modulus, or out of range.
    pub fn open(group: &Group, bytes: &[u8]) -> Result<Self, Error> {
        let mut rest = bytes;
        let mut take = |length: usize| {
            let (part, left) = rest.split_at_checked(length).unwrap_or((&[], rest));
            rest = left;
            part
        };
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
        let width = group.bytes();
        require(take(MAGIC.len()) == MAGIC, "version", "is not of a checkpoint")?;
        require(take(4) == VERSION.to_be_bytes(), "version", "is unknown")?;
        require(number(take(4)) == width as u64, "modulus", "is another")?;
        require(bytes.len() == Self::length(group), "length", "is not a checkpoint's")?;
        let (all, hash) = bytes.split_at(bytes.len() - 32);
        require(sha256(&[all]) == hash, "hash", "does not fit: the checkpoint is damaged")?;

        let n = group.natural();
        require(&Natural::from_be_bytes(take(width)) == n, "modulus", "is another")?;
        let in_range = |x: &Natural| !x.is_zero() && x < n;
        let input = Natural::from_be_bytes(take(width));
        require(in_range(&input), "input", "must be above 0 and below the modulus")?;
        let iterations = number(take(8));
        let allowed = (1..=MAX_ITERATIONS).contains(&iterations);
        require(allowed, "iterations", "must be from 1 to 2^53 − 1")?;
        let index = number(take(8));
        require(index <= iterations, "index", "must not be above iterations")?;
        let value = Natural::from_be_bytes(take(width));
        require(in_range(&value), "output", "must be above 0 and below the modulus")?;
        let kind = number(take(4));
        let number = number(take(8));
        let spacing = match kind {
            0 => Spacing::Even(number),
            1 if number < 64 => Spacing::Halvings(number as u32),
            _ => return Err(Error::checkpoint("spacing", "is unknown")),
        };
        require(spacing.fits(iterations), "spacing", "is not for so many iterations")?;
        let kept = spacing.count(iterations).saturating_mul(width as u64);
        require(kept <= MOST_KEPT_BYTES, "spacing", "keeps more than 2^30 bytes")?;
        let values_hash = take(32).try_into().expect("32 bytes");
        Ok(Self { input, iterations, index, value, spacing, values_hash })
    }

    /// An error unless it is of this input, modulo N, and this T.
    pub(super) fn require_of(
        &self,
        group: &mut Group,
        input: &Natural,
        iterations: u64,
    ) -> Result<(), Error> {
        require(group.modulus().reduce(input) == self.input, "input", "is another")?;
        require(self.iterations == iterations, "iterations", "is another")
    }

    /// How many values are kept.
    pub fn kept(&self) -> u64 {
        self.spacing.reached(self.index, self.iterations)
    }
}

/// Kept values, or a run of them.
#[derive(Clone)]
pub struct Values {
    bytes: Vec<u8>,
    width: usize,
    /// The index of the first.
    from: u64,
    iterations: u64,
    spacing: Spacing,
}

impl Values {
    /// Values of a checkpoint, from index `from` on.
    ///
    /// # Errors
    /// If there are more than it has, or one is no residue; or the first of all is not x.
    pub fn new(group: &Group, head: &Head, bytes: Vec<u8>, from: u64) -> Result<Self, Error> {
        let width = group.bytes();
        let count = (bytes.len() / width) as u64;
        let whole = bytes.len().is_multiple_of(width);
        let inside = from.checked_add(count).is_some_and(|end| end <= head.kept());
        require(whole && inside, "length", "is not a checkpoint's")?;
        let n = group.encode(group.natural());
        let in_range = |value: &[u8]| value < &n[..] && value.iter().any(|&byte| byte != 0);
        let all = bytes.chunks(width).all(in_range);
        require(all, "values", "must be above 0 and below the modulus")?;
        let this = Self { bytes, width, from, iterations: head.iterations, spacing: head.spacing };
        let x = count == 0 || from > 0 || this.value(0) == head.input;
        require(x, "values", "must begin with the input")?;
        Ok(this)
    }

    /// Room for the values from index `from` and up to `to`, evenly spaced.
    pub fn room(group: &Group, from: u64, to: u64, spacing: u64, iterations: u64) -> Self {
        let width = group.bytes();
        let bytes = Vec::with_capacity((to - from) as usize * width);
        Self { bytes, width, from, iterations, spacing: Spacing::Even(spacing) }
    }

    /// Adds the value after the last.
    pub fn push(&mut self, group: &Group, value: &Natural) {
        self.bytes.extend_from_slice(&group.encode(value));
    }

    /// How they are spaced.
    pub fn spacing(&self) -> Spacing {
        self.spacing
    }

    /// The index after the last.
    pub fn end(&self) -> u64 {
        self.from + (self.bytes.len() / self.width) as u64
    }

    /// Whether these indices, from and up to, are among them.
    pub fn cover(&self, from: u64, to: u64) -> bool {
        self.from <= from && to <= self.end()
    }

    /// The index of the last value no later than so many squarings, and where it was kept.
    pub fn before(&self, squarings: u64) -> (u64, u64) {
        let i = self.spacing.floor(squarings, self.iterations);
        (i, self.spacing.position(i, self.iterations))
    }

    fn bytes_of(&self, i: u64) -> &[u8] {
        let at = (i - self.from) as usize * self.width;
        &self.bytes[at..at + self.width]
    }

    /// Value i, one of those covered.
    pub fn value(&self, i: u64) -> Natural {
        Natural::from_be_bytes(self.bytes_of(i))
    }

    /// Its limbs, as many as N has.
    pub fn limbs(&self, i: u64) -> Vec<u32> {
        limbs_from_be_bytes(self.bytes_of(i))
    }

    /// Their SHA-256.
    pub(super) fn hash(&self) -> Hash {
        let mut hash = Hash::default();
        hash.update(&self.bytes);
        hash
    }

    /// All of them, as they are saved.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
