//! The evaluation of a part: T squarings of a form, in slices, which can be saved and resumed.
//!
//! It keeps the values x^(2^(iσ)) for the prover. A checkpoint is these bytes, with integers big-endian and forms
//! encoded:
//!
//! | bytes | field |
//! | --- | --- |
//! | 8, 4 | `powmod-c`, version |
//! | 128 | \|D\| |
//! | 8, 8, 8 | T, σ, the number of squarings done |
//! | 100 | the value after them |
//! | 100 each | the kept values, the first of which is x |
//! | 32 | SHA-256 of all fields above |

use super::encoding::{FORM_BYTES, decode, encode};
use crate::{
    classgroup::{ClassGroup, Form},
    error::Error,
    monoid::Monoid,
    vdf::{
        checkpoint::{MOST_KEPT_BYTES, require},
        hash::sha256,
        wesolowski::plan,
    },
};
use alloc::vec::Vec;

const MAGIC: &[u8; 8] = b"powmod-c";
const VERSION: u32 = 1;
const HASH_BYTES: usize = 32;

/// The bytes of a form in memory.
pub(super) const ELEMENT_BYTES: u64 = size_of::<Form>() as u64;

/// The evaluation of x^(2^T).
#[derive(Clone)]
pub struct Evaluation {
    iterations: u64,
    spacing: u64,
    done: u64,
    value: Form,
    kept: Vec<Form>,
}

impl Evaluation {
    /// Starts the evaluation of T squarings of x. It keeps values in at most `memory` bytes, and always x.
    pub fn new(x: Form, iterations: u64, memory: u64) -> Self {
        let spacing = plan::even_spacing(ELEMENT_BYTES, ELEMENT_BYTES, iterations, memory).max(1);
        Self { iterations, spacing, done: 0, value: x, kept: [x].into() }
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
    pub(super) fn spacing(&self) -> u64 {
        self.spacing
    }

    /// The values x^(2^(iσ)), i = 0, 1, …, as far as they are computed.
    pub(super) fn kept(&self) -> &[Form] {
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

    /// The checkpoint for [`resume`](Self::resume).
    pub fn save(&self, group: &ClassGroup) -> Vec<u8> {
        let mut bytes = head(group);
        for number in [self.iterations, self.spacing, self.done] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        for form in [&self.value].into_iter().chain(&self.kept) {
            bytes.extend_from_slice(&encode(group, form));
        }
        bytes.extend_from_slice(&sha256(&[&bytes]));
        bytes
    }

    /// Resumes an evaluation of T squarings of x from its checkpoint.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`](crate::Kind::Checkpoint) if the checkpoint is damaged, out of range, or belongs to
    /// another evaluation.
    pub fn resume(
        group: &ClassGroup,
        x: &Form,
        iterations: u64,
        checkpoint: &[u8],
    ) -> Result<Self, Error> {
        let head = head(group);
        let rest = checkpoint.strip_prefix(&head[..MAGIC.len()]);
        require(rest.is_some(), "version", "is not of a checkpoint")?;
        let rest = checkpoint.strip_prefix(&head[..MAGIC.len() + 4]);
        require(rest.is_some(), "version", "is unknown")?;
        let Some(rest) = checkpoint.strip_prefix(&head[..]) else {
            return Err(Error::checkpoint("challenge", "is another"));
        };
        let damaged = || Error::checkpoint("hash", "does not fit: the checkpoint is damaged");
        let (fields, hash) = rest.split_last_chunk::<HASH_BYTES>().ok_or_else(damaged)?;
        if sha256(&[&head, fields]) != *hash {
            return Err(damaged());
        }
        let (numbers, forms) = fields.split_at_checked(24).ok_or_else(damaged)?;
        let number = |i: usize| {
            numbers[8 * i..8 * i + 8].iter().fold(0, |n, &byte| n << 8 | u64::from(byte))
        };
        let (spacing, done) = (number(1), number(2));
        require(number(0) == iterations, "iterations", "is another")?;
        require(done <= iterations, "index", "must not be above iterations")?;
        require(spacing > 0, "spacing", "must be above 0")?;
        let count = done.min(iterations.saturating_sub(1)) / spacing + 1;
        let fits = count <= MOST_KEPT_BYTES / FORM_BYTES as u64
            && forms.len() as u64 == (count + 1) * FORM_BYTES as u64;
        require(fits, "length", "is not a checkpoint's")?;
        let (forms, _) = forms.as_chunks::<FORM_BYTES>();
        let decoded = forms.iter().map(|bytes| decode(group, bytes, true));
        let mut decoded = decoded.collect::<Result<Vec<_>, _>>();
        let Ok([value, kept @ ..]) = decoded.as_deref_mut() else {
            return Err(Error::checkpoint("values", "must be forms"));
        };
        require(kept[0] == *x, "input", "is another")?;
        Ok(Self { iterations, spacing, done, value: *value, kept: kept.to_vec() })
    }
}

/// The fields that do not depend on the evaluation.
fn head(group: &ClassGroup) -> Vec<u8> {
    let size = group.size().to_be_bytes_padded(ClassGroup::MAX_BITS / 8);
    [&MAGIC[..], &VERSION.to_be_bytes(), &size.expect("at most 1024 bits")].concat()
}
