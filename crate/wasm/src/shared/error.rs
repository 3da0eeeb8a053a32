//! The error that crosses the border: a refusal by any of the crates, or by this one.

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

/// `from! { crate: Kind, … }`: the errors of a crate, which has these kinds.
macro_rules! from {
    ($from:ident: $($kind:ident),*) => {
        impl From<$from::Error> for Error {
            #[inline(never)]
            fn from(error: $from::Error) -> Self {
                let kind = match error.kind {
                    $($from::Kind::$kind => Kind::$kind,)*
                    _ => Kind::Fault,
                };
                Self(powmod::Error::new(kind, error.field, error.reason))
            }
        }
    };
}

from!(powmod: Argument, Fault);
#[cfg(feature = "vdf")]
from!(powmod_vdf: Argument, Proof, Checkpoint, Fault);
#[cfg(feature = "chia")]
from!(powmod_chia: Argument, Proof);
