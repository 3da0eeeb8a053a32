//! The format of checkpoints: a head, whose length depends only on the modulus, and then the kept
//! values in the order of the evaluation, L bytes each.
//!
//! A later checkpoint has the same values and more. A program that saves often can append the new
//! values, and replace the head.
//!
//! | bytes | head |
//! | --- | --- |
//! | 8, 4 | `powmod-e`, version |
//! | 4, L | L, N |
//! | L, 8 | x, T |
//! | 8, L | index, x^(2^index) mod N |
//! | 4, 8 | spacing: kind and number |
//! | 32 | SHA-256 of the kept values |
//! | 32 | SHA-256 of all fields above |
//!
//! The hashes find damage. They do not authenticate: anyone can make a checkpoint with a wrong value and right hashes.
//!
//! Integers are big-endian. Index, spacing and T give the number of values.

use super::{
    group::Group,
    hash::{Hash, sha256},
    limits::MAX_ITERATIONS,
    reasons,
};
use crate::error::{Error, Kind};
use alloc::vec::Vec;
use core::hint::black_box;
use num_traits::Zero;
use powmod::Natural;

const MAGIC: &[u8; 8] = b"powmod-e";
const VERSION: u32 = 1;

/// The bytes of a cache line, or a part of it.
const LINE: usize = 64;

/// The most bytes of kept values in an evaluation, whatever its memory limit.
pub(crate) const MAX_KEPT_BYTES: u64 = 1 << 30;

/// Refuses a checkpoint unless the condition holds: an error of [`Kind::Checkpoint`].
pub(crate) fn require(holds: bool, field: &'static str, reason: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::new(Kind::Checkpoint, field, reason)) }
}

/// The positions, in squarings, at which values are kept: always at 0, never at T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// At all multiples of a number of squarings, for Wesolowski's prover.
    Even(u64),
    /// At all sums of some of ⌈T/2⌉, ⌈T/4⌉, … ⌈T/2^depth⌉, for Pietrzak's prover. The bits of i,
    /// from the highest of `depth` bits, select the terms of the position of value i.
    Halvings(u32),
}

impl Spacing {
    /// Whether the positions rise strictly and stay below T. Each ⌈T/2^j⌉ exceeds the sum of the later
    /// terms up to ⌈T/2^depth⌉ by more than T/2^depth − depth.
    fn fits(self, iterations: u64) -> bool {
        match self {
            Self::Even(spacing) => iterations > 0 && spacing > 0,
            Self::Halvings(0) => iterations > 0,
            Self::Halvings(depth) => iterations.checked_shr(depth).is_some_and(|last| last >= 64),
        }
    }

    /// # Panics
    /// If the spacing does not fit T.
    fn assert_fits(self, iterations: u64) {
        assert!(self.fits(iterations), "a spacing that fits the iterations");
    }

    /// The number of values of a whole evaluation.
    ///
    /// # Panics
    /// If [`Head::open`] refuses this spacing for this T, for another reason than memory.
    #[must_use]
    pub fn count(self, iterations: u64) -> u64 {
        self.assert_fits(iterations);
        match self {
            Self::Even(spacing) => iterations.div_ceil(spacing),
            Self::Halvings(depth) => 1 << depth,
        }
    }

    /// The number of values that are kept after `index` squarings.
    ///
    /// # Panics
    /// As for [`count`](Self::count).
    #[must_use]
    pub fn reached(self, index: u64, iterations: u64) -> u64 {
        self.assert_fits(iterations);
        self.floor(index, iterations) + 1
    }

    /// The position of value i, in squarings.
    ///
    /// # Panics
    /// As for [`count`](Self::count).
    #[must_use]
    pub fn position(self, i: u64, iterations: u64) -> u64 {
        self.assert_fits(iterations);
        match self {
            Self::Even(spacing) => i.saturating_mul(spacing),
            Self::Halvings(depth) => (1..=depth)
                .filter(|j| i >> (depth - j) & 1 == 1)
                .map(|j| halved(iterations, j))
                .sum(),
        }
    }

    /// The index of the last value whose position is at most `squarings`.
    pub(crate) fn floor(self, squarings: u64, iterations: u64) -> u64 {
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

    /// About the distance between neighbouring positions.
    ///
    /// # Panics
    /// As for [`count`](Self::count).
    #[must_use]
    pub fn typical(self, iterations: u64) -> u64 {
        self.assert_fits(iterations);
        match self {
            Self::Even(spacing) => spacing,
            Self::Halvings(depth) => halved(iterations, depth),
        }
    }
}

/// ⌈T/2^j⌉, for T above 0 and j below 64.
fn halved(iterations: u64, j: u32) -> u64 {
    ((iterations - 1) >> j) + 1
}

/// The head of a checkpoint: an evaluation at a checked point, without its kept values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// x, with 0 < x < N.
    pub input: Natural,
    /// T.
    pub iterations: u64,
    /// The number of squarings done, at most T.
    pub index: u64,
    /// x^(2^index) mod N.
    pub value: Natural,
    /// The positions of the kept values.
    pub spacing: Spacing,
    /// The SHA-256 of the kept values.
    pub values_hash: [u8; 32],
}

impl Head {
    /// The length of a head in this group, in bytes.
    pub(crate) fn length(group: &Group) -> usize {
        MAGIC.len() + 3 * 4 + 3 * group.bytes() + 3 * 8 + 2 * 32
    }

    /// The head as bytes, in the format of this module. [`open`](Self::open) may refuse them.
    ///
    /// # Panics
    /// If `input` or `value` has more bytes than N.
    #[must_use]
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

    /// The head at the beginning of a checkpoint: its `index` is how far the checkpoint reaches. The kept values after
    /// it are not compared with its hash.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn read(group: &Group, checkpoint: &[u8]) -> Result<Self, Error> {
        Self::open(group, &checkpoint[..Self::length(group).min(checkpoint.len())])
    }

    /// Decodes a head, from exactly its bytes.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`] if the head is damaged, has another version or
    /// modulus, or is out of range.
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
        require(allowed, "iterations", reasons::ITERATIONS)?;
        let index = number(take(8));
        require(index <= iterations, "index", "must not be above iterations")?;
        let value = Natural::from_be_bytes(take(width));
        require(in_range(&value), "output", "must be above 0 and below the modulus")?;
        let kind = number(take(4));
        let number = number(take(8));
        let spacing = match kind {
            0 => Spacing::Even(number),
            1 if number < 64 => Spacing::Halvings(number as u32),
            _ => return Err(Error::new(Kind::Checkpoint, "spacing", "is unknown")),
        };
        require(spacing.fits(iterations), "spacing", "does not fit the iterations")?;
        let kept = spacing.count(iterations).saturating_mul(width as u64);
        require(kept <= MAX_KEPT_BYTES, "spacing", "keeps more than 2^30 bytes")?;
        let values_hash = take(32).try_into().expect("32 bytes");
        Ok(Self { input, iterations, index, value, spacing, values_hash })
    }

    /// Whether the head belongs to this input, modulo N, and to this T.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`] if it does not.
    pub fn require_input(
        &self,
        group: &Group,
        input: &Natural,
        iterations: u64,
    ) -> Result<(), Error> {
        require(group.modulus().reduce(input) == self.input, "input", "is another")?;
        require(self.iterations == iterations, "iterations", "is another")
    }

    /// The number of kept values.
    ///
    /// # Panics
    /// As [`Spacing::count`], for the spacing and T of this head.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.spacing.reached(self.index, self.iterations)
    }
}

/// Consecutive kept values.
#[derive(Clone)]
pub(crate) struct Values {
    bytes: Vec<u8>,
    width: usize,
    /// The index of the first value.
    from: u64,
    iterations: u64,
    spacing: Spacing,
}

impl Values {
    /// Decodes the values of a checkpoint, from index `from` on.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`] if there are more values than the head has, if a
    /// value is not in (0, N), or if value 0 is not x.
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

    /// The index after the last value.
    pub fn end(&self) -> u64 {
        self.from + (self.bytes.len() / self.width) as u64
    }

    /// Whether all values with indices in [from, to) are here.
    pub fn cover(&self, from: u64, to: u64) -> bool {
        self.from <= from && to <= self.end()
    }

    /// The index and the position of the last value whose position is at most `squarings`.
    pub fn before(&self, squarings: u64) -> (u64, u64) {
        let i = self.spacing.floor(squarings, self.iterations);
        (i, self.spacing.position(i, self.iterations))
    }

    fn bytes_of(&self, i: u64) -> &[u8] {
        let at = (i - self.from) as usize * self.width;
        &self.bytes[at..at + self.width]
    }

    /// Loads value `first` + i into the cache, for each of these indices i. The processor waits for all of them at
    /// once, and not for each.
    pub fn load(&self, first: u64, indices: &[u32]) {
        let mut read = 0;
        for &i in indices {
            let number = self.bytes_of(first + u64::from(i));
            for line in (0..self.width).step_by(LINE) {
                read ^= number[line];
            }
        }
        black_box(read);
    }

    /// Value i, which must be one of these values.
    pub fn value(&self, i: u64) -> Natural {
        Natural::from_be_bytes(self.bytes_of(i))
    }

    /// Writes the limbs of value i, as many as N has.
    pub fn limbs(&self, i: u64, out: &mut [u32]) {
        let (head, fours) = self.bytes_of(i).as_rchunks();
        let (low, high) = out.split_at_mut(fours.len());
        for (limb, &four) in low.iter_mut().zip(fours.iter().rev()) {
            *limb = u32::from_be_bytes(four);
        }
        if let [limb] = high {
            *limb = head.iter().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
        }
    }

    /// The SHA-256 of the values.
    pub(super) fn hash(&self) -> Hash {
        Hash::of(&self.bytes)
    }

    /// The values as bytes, in the format of this module.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluation, Scheme};
    use alloc::vec;
    use powmod::Modulus;

    /// Checkpoints that were made with right hashes and one wrong field or value.
    #[test]
    fn hashes_alone_make_no_checkpoint() {
        let n = [61, 89].map(|bits| &Natural::power_of_two(bits) - 1_u32);
        let group = &Group::new(Modulus::new(&(&n[0] * &n[1])).unwrap()).unwrap();
        let n = group.encode(group.natural());
        let width = group.bytes();
        let x = Natural::from(3_u32);
        let mut evaluation = Evaluation::new(group, &x, 1000, Scheme::Wesolowski, 1 << 12).unwrap();
        while !evaluation.advance(1000).unwrap() {}
        let saved = evaluation.save().unwrap();
        let (head, values) = saved.split_at(Head::length(group));
        assert!(values.len() > 10 * width);

        let refused = |head: &[u8], values: &[u8]| {
            let error = Evaluation::resume(group, [head, values].concat()).err()?;
            assert_eq!(error.kind, Kind::Checkpoint);
            Some(error.field.name)
        };
        let with = |bytes: &[u8], at: usize, part: &[u8]| {
            let mut bytes = bytes.to_vec();
            bytes[at..at + part.len()].copy_from_slice(part);
            bytes
        };
        let sealed = |fields: &[u8]| [fields, &sha256(&[fields])].concat();
        let fields = &head[..head.len() - 32];
        assert_eq!(refused(&sealed(fields), values), None);
        let (of_input, of_index) = (16 + width, 24 + 2 * width);
        let (of_value, of_spacing) = (of_index + 8, of_index + 8 + width);
        for (at, part, field) in [
            (0, &b"P"[..], "version"),
            (8, &[0, 0, 0, 0], "version"),
            (8, &[0, 0, 0, 2], "version"),
            (12, &[0, 0, 0, width as u8 - 1], "modulus"),
            (12, &[1, 0, 0, width as u8], "modulus"),
            (16, &[1], "modulus"),
            (of_input, &vec![0; width], "input"),
            (of_input, &n, "input"),
            (of_input + width - 1, &[4], "values"),
            (of_index, &1001_u64.to_be_bytes(), "index"),
            (of_value, &vec![0; width], "output"),
            (of_value, &n, "output"),
            (of_spacing, &[0, 0, 0, 2], "spacing"),
            // Halvings of which the low 32 bits could be.
            (of_spacing, &[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], "spacing"),
            (of_spacing, &[0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1], "spacing"),
            (of_spacing, &[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 64], "spacing"),
        ] {
            assert_eq!(refused(&sealed(&with(fields, at, part)), values), Some(field), "byte {at}");
        }

        // The hash of the values is right, and the values are not.
        let of_hash = fields.len() - 32;
        let hashed =
            |values: &[u8]| refused(&sealed(&with(fields, of_hash, &sha256(&[values]))), values);
        assert_eq!(hashed(values), None);
        for (values, field) in [
            (&values[..values.len() - width], "length"),
            (&values[..values.len() - 1], "length"),
            (&[values, &[0]].concat(), "length"),
            (&[values, &values[..width]].concat(), "length"),
            (&[], "length"),
            (&with(values, width, &vec![0; width]), "values"),
            (&with(values, width, &n), "values"),
            (&with(values, width, &vec![0xff; width]), "values"),
            (&with(values, width - 1, &[4]), "values"),
        ] {
            assert_eq!(hashed(values), Some(field), "{} bytes", values.len());
        }
        // A prover takes a part of the values, of which a piece is none.
        let head = &Head::open(group, head).unwrap();
        let of_some =
            |bytes: &[u8]| Values::new(group, head, bytes.to_vec(), 2).map(|values| values.end());
        assert_eq!(of_some(&values[2 * width..4 * width]), Ok(4));
        assert_eq!(of_some(&values[2 * width..4 * width + 1]).unwrap_err().field.name, "length");
    }
}
