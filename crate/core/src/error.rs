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
/// use powmod::{Field, Kind, Refusal, secret};
///
/// let modulus = powmod::Modulus::new(&15_u32.into()).expect("above 0");
/// let error = secret::mod_pow(&modulus, &[(&[2], &[1, 0])], 8).expect_err("more than 8 bits");
/// let Refusal { kind, field, reason, .. } = *error;
/// assert_eq!(kind, Kind::Argument);
/// assert_eq!(error.to_string(), format!("{field}: {reason}"));
/// ```
///
/// A crate that stands on this one may have kinds `K` of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error<K = Kind>(Box<Refusal<K>>);

/// The content of an [`Error`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal<K = Kind> {
    /// Which kind of mistake it is.
    pub kind: K,
    /// The argument, or the part of a file, at fault.
    pub field: Field,
    /// The rule that the field breaks, in words that follow its name.
    pub reason: &'static str,
}

/// The mistakes that callers tell apart.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The caller passed an argument that is out of range.
    Argument,
    /// A check found a result wrong.
    Fault,
}

/// An argument, or a part of a file; of a list, the entry at `index`.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The entry of a list, from 0.
    pub index: Option<usize>,
}

impl Error {
    /// An argument that the caller must change.
    pub(crate) fn argument(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Argument, field, reason)
    }

    /// A result that failed its check.
    pub(crate) fn fault(field: &'static str, reason: &'static str) -> Self {
        Self::new(Kind::Fault, field, reason)
    }
}

/// The kinds of a crate that stands on this one. `?` turns this crate's errors into errors of these kinds.
///
/// ```
/// use powmod::{Error, Natural, OtherKind};
///
/// #[derive(Debug)]
/// struct OfMine(powmod::Kind);
///
/// impl From<powmod::Kind> for OfMine {
///     fn from(kind: powmod::Kind) -> Self {
///         Self(kind)
///     }
/// }
///
/// impl OtherKind for OfMine {}
///
/// fn twice(text: &str) -> Result<Natural, Error<OfMine>> {
///     Ok(text.parse::<Natural>()? * 2_u32)
/// }
///
/// assert_eq!(twice("12a").unwrap_err().field, "number".into());
/// ```
pub trait OtherKind: From<Kind> {}

impl<K: OtherKind> From<Error> for Error<K> {
    fn from(error: Error) -> Self {
        error.map_kind(K::from)
    }
}

impl<K> Error<K> {
    /// The field breaks the rule that the reason tells.
    #[inline(never)]
    pub fn new(kind: K, field: impl Into<Field>, reason: &'static str) -> Self {
        Self(Box::new(Refusal { kind, field: field.into(), reason }))
    }

    /// The same refusal, with a kind of another crate.
    ///
    /// ```
    /// use powmod::{Error, Kind};
    ///
    /// enum Mistake {
    ///     OfNumbers(Kind),
    /// }
    ///
    /// let error: Error<Mistake> = Error::new(Kind::Argument, "n", "must be odd").map_kind(Mistake::OfNumbers);
    /// assert_eq!(error.to_string(), "n: must be odd");
    /// ```
    pub fn map_kind<L>(self, of: impl FnOnce(K) -> L) -> Error<L> {
        let Refusal { kind, field, reason } = *self.0;
        Error::new(of(kind), field, reason)
    }
}

impl<K> Deref for Error<K> {
    type Target = Refusal<K>;

    fn deref(&self) -> &Refusal<K> {
        &self.0
    }
}

impl Field {
    /// The entry of a list.
    #[must_use]
    pub fn entry(name: &'static str, index: usize) -> Self {
        Self { name, index: Some(index) }
    }

    /// Where the field stands: `output`, or `proof[3]` for an entry of a list. This function does
    /// without [`fmt`], which would make the WebAssembly larger.
    #[must_use]
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

impl<K> fmt::Display for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl<K: fmt::Debug> core::error::Error for Error<K> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_field_and_the_entry_of_a_list() {
        let error = Error::argument("terms", "must not be zero");
        assert_eq!(error.to_string(), "terms: must not be zero");
        assert_eq!(error.field, "terms".into());
        let error = Error::new(Kind::Argument, Field::entry("terms", 12), "must not be zero");
        assert_eq!(error.to_string(), "terms[12]: must not be zero");
        assert_ne!(error.field, "terms".into());
        assert_eq!(error.kind, Kind::Argument);
    }
}
