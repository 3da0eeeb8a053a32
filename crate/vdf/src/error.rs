//! The error of this crate.

/// Why a call was refused, or why its result cannot be trusted.
pub type Error = powmod::Error<Kind>;

/// The mistakes that callers tell apart.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The caller passed an argument that is out of range.
    Argument,
    /// A proof is malformed: out of range, or of the wrong width or count. It is neither valid nor invalid.
    Proof,
    /// A checkpoint is damaged, or belongs to another evaluation.
    Checkpoint,
    /// A check found a result wrong.
    Fault,
}

impl From<powmod::Kind> for Kind {
    fn from(kind: powmod::Kind) -> Self {
        match kind {
            powmod::Kind::Argument => Self::Argument,
            _ => Self::Fault,
        }
    }
}

/// `?` takes an error of the crate `powmod`.
impl powmod::OtherKind for Kind {}
