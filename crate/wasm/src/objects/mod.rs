//! The objects that live in one wasm instance.

#[cfg(feature = "chia-prover")]
pub mod chia;
#[cfg(feature = "prover")]
pub mod evaluation;
pub mod moduli;
pub mod slots;
#[cfg(feature = "verifier")]
pub mod tables;

use moduli::Moduli;

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// Moduli by handle and by value.
    pub moduli: Moduli,
    /// Lookup tables of fixed bases.
    #[cfg(feature = "verifier")]
    pub tables: slots::Slots<tables::Tables>,
    /// Evaluations in progress.
    #[cfg(feature = "prover")]
    pub evaluations: slots::Slots<evaluation::Evaluation>,
    /// Parts of proofs in progress.
    #[cfg(feature = "prover")]
    pub provers: slots::Slots<powmod::vdf::Prover>,
    /// The discriminants of Chia's last challenges, with what proofs need of them.
    #[cfg(any(feature = "chia", feature = "chia-prover"))]
    pub fields: Option<powmod::vdf::chia::Fields>,
    /// Evaluations of Chia in progress.
    #[cfg(feature = "chia-prover")]
    pub chia_evaluations: slots::Slots<chia::ChiaEvaluation>,
    /// Parts of proofs of Chia in progress.
    #[cfg(feature = "chia-prover")]
    pub chia_provers: slots::Slots<chia::ChiaProver>,
}
