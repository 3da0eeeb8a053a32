//! Evaluations and proofs of Chia in progress, each with the class group of its challenge.

use powmod::{
    classgroup::ClassGroup,
    vdf::chia::{Evaluation, Prover},
};

/// x^(2^T) in progress.
pub struct ChiaEvaluation {
    /// The group.
    pub group: ClassGroup,
    /// The evaluation itself.
    pub evaluation: Evaluation,
    /// The count of bytes of kept values that JavaScript has.
    pub reported: usize,
}

/// A part of a proof in progress.
pub struct ChiaProver {
    /// The group.
    pub group: ClassGroup,
    /// The prover itself.
    pub prover: Prover,
}
