//! The objects that live in one instance.

use crate::shared::{module::Part, moduli::Moduli, slots::Slots};
use powmod_vdf::{self as vdf, Prover};

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// The last moduli.
    pub moduli: Moduli,
    /// Evaluations in progress.
    pub evaluations: Slots<Evaluation>,
    /// Parts of proofs in progress.
    pub provers: Slots<Prover>,
}

impl Part for Objects {
    const NAME: &'static str = "-prover";
}

/// x^(2^T) in progress.
pub struct Evaluation {
    /// The evaluation itself.
    pub evaluation: vdf::Evaluation,
    /// The length of the modulus in bytes.
    pub width: usize,
    /// The count of kept values that JavaScript has.
    pub reported: u64,
}
