//! The one error type of this crate.

use alloc::{
    boxed::Box,
    string::{String, ToString},
};
use core::{fmt, ops::Deref};

/// Why a call was refused, or why its result cannot be trusted: read it as a [`Refusal`].
///
/// It is one pointer. Each function on the way to the caller returns it, so a larger one would make
/// the WebAssembly larger.
///
/// ```
/// use powmod::{Error, Field, Kind, Refusal};
///
/// let error = Error::proof("proof", "must be below the modulus").at(3);
/// let Refusal { kind, field, reason } = *error;
/// assert_eq!((kind, reason), (Kind::Proof, "must be below the modulus"));
/// assert_eq!(field, Field { name: "proof", index: Some(3) });
/// assert_eq!(error.to_string(), "proof[3]: must be below the modulus");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Refusal>);

/// The content of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which kind of mistake it is.
    pub kind: Kind,
    /// The argument, or the part of a file, at fault.
    pub field: Field,
    /// The rule that the field breaks, in words that follow its name.
    pub reason: &'static str,
}

/// The four mistakes that callers tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The caller passed an argument that is out of range.
    Argument,
    /// A proof is malformed: out of range, or of the wrong width or count. It is neither valid nor
    /// invalid.
    Proof,
    /// A checkpoint is damaged, or belongs to another evaluation.
    Checkpoint,
    /// A check found a result wrong.
    Fault,
}

/// An argument, or a part of a file; of a list, the entry at `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, as JavaScript and the proof files spell it.
    pub name: &'static str,
    /// The entry of a list, from 0.
    pub index: Option<usize>,
}

impl Error {
    /// An argument that the caller must change.
    pub fn argument(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Argument, field, reason)
    }

    /// A malformed proof.
    pub fn proof(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Proof, field, reason)
    }

    /// A checkpoint that is refused.
    pub fn checkpoint(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Checkpoint, field, reason)
    }

    /// A result that failed its check.
    pub fn fault(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Fault, field, reason)
    }

    #[inline(never)]
    fn new(kind: Kind, name: &'static str, reason: &'static str) -> Self {
        Self(Box::new(Refusal { kind, field: name.into(), reason }))
    }

    /// The same error about one entry of the list that the field names.
    pub fn at(mut self, index: usize) -> Self {
        self.0.field.index = Some(index);
        self
    }
}

impl Deref for Error {
    type Target = Refusal;

    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl Field {
    /// Where the field stands: `output`, or `proof[3]` for an entry of a list. This function does
    /// without [`fmt`], which would make the WebAssembly larger.
    pub fn path(self) -> String {
        match self.index {
            None => self.name.into(),
            Some(index) => [self.name, "[", &index.to_string(), "]"].concat(),
        }
    }
}

impl From<&'static str> for Field {
    fn from(name: &'static str) -> Self {
        Self { name, index: None }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_field_and_the_entry_of_a_list() {
        let error = Error::proof("proof", "must not be zero");
        assert_eq!(error.to_string(), "proof: must not be zero");
        assert_eq!(error.field, "proof".into());
        let error = error.at(12);
        assert_eq!(error.to_string(), "proof[12]: must not be zero");
        assert_ne!(error.field, "proof".into());
        assert_eq!(error.kind, Kind::Proof);
    }
}
