//! The error that crosses the border: a refusal by any of the crates, or by this one.

use super::macros::errors_of;
use core::ops::Deref;
use powmod::{Field, Refusal};

/// Why a call has no answer. It is one pointer, as the errors of the crates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(powmod::Error<Kind>);

/// The kinds, of which `crate/build/border.mjs` makes `KINDS` for TypeScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An argument that the caller must change.
    Argument,
    /// A malformed proof.
    Proof,
    /// A checkpoint that is refused.
    Checkpoint,
    /// A result that failed its check.
    Fault,
}

impl Error {
    /// A refusal of any kind.
    pub fn new(kind: Kind, field: Field, reason: &'static str) -> Self {
        Self(powmod::Error::new(kind, field, reason))
    }

    /// An argument that the caller must change.
    #[inline(never)]
    pub fn argument(field: impl Into<Field>, reason: &'static str) -> Self {
        Self(powmod::Error::new(Kind::Argument, field, reason))
    }

    /// A malformed proof.
    pub fn proof(field: &'static str, reason: &'static str) -> Self {
        Self(powmod::Error::new(Kind::Proof, field, reason))
    }
}

impl Deref for Error {
    type Target = Refusal<Kind>;

    fn deref(&self) -> &Refusal<Kind> {
        &self.0
    }
}

errors_of!(powmod: Argument, Fault);
