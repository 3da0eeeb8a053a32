//! Evaluations and proofs: the module that a pool loads when it first evaluates or proves.

mod evaluation;
mod objects;
mod proof;
mod types;

use crate::shared::{
    macros::operations,
    module, self_test,
    slots::Handle,
    types::ModuleName,
    vdf::Scheme,
    wire::{Bytes, Data},
};
use alloc::vec::Vec;
use objects::Evaluation;
pub use objects::Objects;
use powmod::Natural;
use powmod_vdf::Prover;
use types::{CompleteHead, EvaluationReport, ProofTask, ProverNeed, ProverReport, Source};

operations! {
    /// The name of this module.
    NameOfModule = module::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// Starts an evaluation that keeps values for the scheme's prover, in at most `memory` bytes.
    StartEvaluation = evaluation::start[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        scheme: Scheme,
        memory: u64,
    ] -> Handle<Evaluation>;
    /// Resumes an evaluation from a whole checkpoint, all of which is checked.
    ResumeEvaluation = evaluation::resume[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        checkpoint: Data,
    ] -> Handle<Evaluation>;
    /// Runs at most `squarings` more squarings. The answer is whether all are done and checked.
    AdvanceEvaluation = evaluation::advance[
        evaluation: Handle<Evaluation>,
        squarings: u64,
    ] -> bool;
    /// How far the evaluation has come, with the values that were kept since the last report.
    ReportEvaluation = evaluation::report[evaluation: Handle<Evaluation>] -> EvaluationReport;
    /// x^(2^T) mod N, once all squarings are done.
    EvaluationOutput = evaluation::output[evaluation: Handle<Evaluation>] -> Vec<u8>;
    /// Frees an evaluation.
    FreeEvaluation = evaluation::free[object: Handle<Evaluation>] -> ();

    /// The head of a complete checkpoint, which stands in the place of the task's head and may be cut off
    /// after its own head.
    CheckpointHead = proof::checkpoint_head[task: ProofTask<'_>] -> CompleteHead;
    /// The kept values that each part of a proof reads.
    ProverNeeds = proof::needs[task: ProofTask<'_>, parts: u32] -> Vec<ProverNeed>;
    /// Starts a part of a proof, with its kept values from an index on.
    StartProver = proof::start[
        task: ProofTask<'_>,
        part: u32,
        parts: u32,
        from: u64,
        values: Data,
    ] -> Handle<Prover>;
    /// Runs about `steps` more products or squarings.
    AdvanceProver = proof::advance[prover: Handle<Prover>, steps: u64] -> ProverReport;
    /// The result of a part that is done.
    ProverResult = proof::result[prover: Handle<Prover>] -> Vec<u8>;
    /// Frees a part of a proof.
    FreeProver = proof::free[object: Handle<Prover>] -> ();
    /// Joins the results of all parts in their order: input, output and values of the proof, which
    /// is verified.
    JoinProof = proof::join[task: ProofTask<'_>, results: Bytes<'_>] -> Vec<u8>;
}
