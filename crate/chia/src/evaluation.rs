//! The evaluation of a part: T squarings of a form, in slices, which can be saved and resumed.
//!
//! It keeps the values x^(2^(iσ)) for the prover. A checkpoint is a head, and then the kept values, the first of which
//! is x, in 100 bytes each. A later checkpoint has the same values and more.
//!
//! | bytes | head |
//! | --- | --- |
//! | 8, 4 | `powmod-c`, version |
//! | 128 | \|D\| |
//! | 8, 8, 8 | T, σ, the number of squarings done |
//! | 100 | the value after them |
//! | 32 | SHA-256 of the kept values |
//! | 32 | SHA-256 of all fields above |
//!
//! Integers are big-endian, and forms are encoded.
//!
//! ```
//! use powmod_chia::{Evaluation, Field};
//!
//! let mut field = Field::new(&[7; 32], 256)?;
//! let x = field.group.generator();
//! let mut evaluation = Evaluation::new(x, 1000, 1 << 20);
//! evaluation.advance(&mut field.group, 400);
//! let checkpoint = evaluation.save(&field.group);
//! let mut resumed = Evaluation::resume(&field.group, &x, 1000, &checkpoint)?;
//! assert!(resumed.advance(&mut field.group, 600) && resumed.output().is_some());
//! # Ok::<(), powmod::Error>(())
//! ```

use crate::classgroup::{ClassGroup, Form};
use crate::encoding::{FORM_BYTES, decode, encode};
use alloc::vec::Vec;
use powmod::{
    Error,
    internals::{Hash, MAX_KEPT_BYTES, even_spacing, require, sha256},
    monoid::Monoid,
};

const MAGIC: &[u8; 8] = b"powmod-c";
const VERSION: u32 = 1;
const HASH_BYTES: usize = 32;

/// The length of a head, in bytes.
pub const HEAD_BYTES: usize =
    MAGIC.len() + 4 + ClassGroup::MAX_BITS / 8 + 3 * 8 + FORM_BYTES + 2 * HASH_BYTES;

/// The bytes of a form in memory.
pub(crate) const ELEMENT_BYTES: u64 = size_of::<Form>() as u64;

/// The evaluation of x^(2^T).
#[derive(Clone)]
pub struct Evaluation {
    iterations: u64,
    spacing: u64,
    done: u64,
    value: Form,
    kept: Vec<Form>,
    /// The first of the kept values, encoded, and their hash.
    encoded: Vec<u8>,
    hash: Hash,
}

impl Evaluation {
    /// Starts the evaluation of T squarings of x. It keeps values in at most `memory` bytes, and always x.
    pub fn new(x: Form, iterations: u64, memory: u64) -> Self {
        let kept_bytes = ELEMENT_BYTES + FORM_BYTES as u64;
        let spacing = even_spacing(kept_bytes, ELEMENT_BYTES, iterations, memory).max(1);
        Self {
            iterations,
            spacing,
            done: 0,
            value: x,
            kept: [x].into(),
            encoded: Vec::new(),
            hash: Hash::default(),
        }
    }

    /// Computes at most `squarings` more squarings. Returns whether all T are done.
    pub fn advance(&mut self, group: &mut ClassGroup, squarings: u64) -> bool {
        let end = self.iterations.min(self.done.saturating_add(squarings));
        while self.done < end {
            group.square(&mut self.value, 1);
            self.done += 1;
            if self.done.is_multiple_of(self.spacing) && self.done < self.iterations {
                self.kept.push(self.value);
            }
        }
        self.done == self.iterations
    }

    /// The number of squarings done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// T.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// σ, the number of squarings from kept value to kept value.
    pub(crate) fn spacing(&self) -> u64 {
        self.spacing
    }

    /// The values x^(2^(iσ)), i = 0, 1, …, as far as they are computed.
    pub(crate) fn kept(&self) -> &[Form] {
        &self.kept
    }

    /// x.
    pub fn input(&self) -> &Form {
        &self.kept[0]
    }

    /// x^(2^T), if all squarings are done.
    pub fn output(&self) -> Option<&Form> {
        (self.done == self.iterations).then_some(&self.value)
    }

    /// The head of the checkpoint here.
    pub fn head(&mut self, group: &ClassGroup) -> Vec<u8> {
        let encoded = self.encoded.len();
        for form in &self.kept[encoded / FORM_BYTES..] {
            self.encoded.extend_from_slice(&encode(group, form));
        }
        self.hash.update(&self.encoded[encoded..]);
        let mut bytes = prefix(group);
        for number in [self.iterations, self.spacing, self.done] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        bytes.extend_from_slice(&encode(group, &self.value));
        bytes.extend_from_slice(&self.hash.value());
        bytes.extend_from_slice(&sha256(&[&bytes]));
        bytes
    }

    /// The kept values of the last [`head`](Self::head), encoded.
    pub fn values(&self) -> &[u8] {
        &self.encoded
    }

    /// The checkpoint for [`resume`](Self::resume): the head and its values.
    pub fn save(&mut self, group: &ClassGroup) -> Vec<u8> {
        let head = self.head(group);
        [&head[..], self.values()].concat()
    }

    /// Resumes an evaluation of T squarings of x from its checkpoint.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`](powmod::Kind) if the checkpoint is damaged, out of range, or belongs to
    /// another evaluation.
    pub fn resume(
        group: &ClassGroup,
        x: &Form,
        iterations: u64,
        checkpoint: &[u8],
    ) -> Result<Self, Error> {
        let prefix = prefix(group);
        let starts_with = |length| checkpoint.get(..length) == Some(&prefix[..length]);
        require(starts_with(MAGIC.len()), "version", "is not of a checkpoint")?;
        require(starts_with(MAGIC.len() + 4), "version", "is unknown")?;
        require(starts_with(prefix.len()), "challenge", "is another")?;
        let damaged = || Error::checkpoint("hash", "does not fit: the checkpoint is damaged");
        let (head, encoded) = checkpoint.split_at_checked(HEAD_BYTES).ok_or_else(damaged)?;
        let (fields, hash) = head.split_last_chunk::<HASH_BYTES>().expect("a head");
        let (_, values_hash) = fields.split_last_chunk::<HASH_BYTES>().expect("a head");
        let values = Hash::of(encoded);
        if sha256(&[fields]) != *hash || values.value() != *values_hash {
            return Err(damaged());
        }
        let (numbers, rest) = fields[prefix.len()..].split_at(24);
        let (value, _) = rest.split_first_chunk::<FORM_BYTES>().expect("a head");
        let number = |i: usize| {
            numbers[8 * i..8 * i + 8].iter().fold(0, |n, &byte| n << 8 | u64::from(byte))
        };
        let (spacing, done) = (number(1), number(2));
        require(number(0) == iterations, "iterations", "is another")?;
        require(done <= iterations, "index", "must not be above iterations")?;
        require(spacing > 0, "spacing", "must be above 0")?;
        let count = done.min(iterations.saturating_sub(1)) / spacing + 1;
        let fits = count <= MAX_KEPT_BYTES / FORM_BYTES as u64
            && encoded.len() as u64 == count * FORM_BYTES as u64;
        require(fits, "length", "is not a checkpoint's")?;
        let (forms, _) = encoded.as_chunks::<FORM_BYTES>();
        let decode = |bytes| {
            let form = decode(group, bytes, true);
            form.map_err(|_| Error::checkpoint("values", "must be forms"))
        };
        let (value, kept) = (decode(value)?, forms.iter().map(decode));
        let kept = kept.collect::<Result<Vec<_>, _>>()?;
        require(kept[0] == *x, "input", "is another")?;
        Ok(Self { iterations, spacing, done, value, kept, encoded: encoded.to_vec(), hash: values })
    }
}

/// The fields of a head that do not depend on the evaluation.
fn prefix(group: &ClassGroup) -> Vec<u8> {
    let size = group.size().to_be_bytes_padded(ClassGroup::MAX_BITS / 8);
    [&MAGIC[..], &VERSION.to_be_bytes(), &size.expect("at most 1024 bits")].concat()
}
