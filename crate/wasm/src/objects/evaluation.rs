//! Evaluations in progress.

use powmod::vdf;

/// x^(2^T) in progress.
pub struct Evaluation {
    /// The evaluation itself.
    pub evaluation: vdf::Evaluation,
    /// The length of the modulus in bytes.
    pub width: usize,
    /// The count of kept values that JavaScript has.
    pub reported: u64,
}
