//! The objects that live in one instance. Each evaluation and each prover has the class group of its challenge.

use crate::shared::{chia_fields::RecentFields, module::Part, slots::Slots};
use powmod_chia::{Evaluation, Prover, classgroup::ClassGroup};

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// The discriminants of the last challenges.
    pub fields: RecentFields,
    /// Evaluations in progress.
    pub evaluations: Slots<ChiaEvaluation>,
    /// Parts of proofs in progress.
    pub provers: Slots<ChiaProver>,
}

impl Part for Objects {
    const NAME: &'static str = "-chia-prover";
}

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
