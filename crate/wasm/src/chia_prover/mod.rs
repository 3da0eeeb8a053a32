//! Evaluations and proofs of Chia: the module that `powmod/chia` loads when it first evaluates or proves.

mod objects;
mod prover;
mod types;

use crate::shared::{
    chia_self_test as self_test,
    macros::operations,
    module,
    slots::Handle,
    types::{EvaluationReport, ModuleName, ProverReport},
    wire::Data,
};
use alloc::vec::Vec;
use objects::Objects;
use objects::{ChiaEvaluation, ChiaProver};
use types::ChiaTask;

operations! {
    // These two come first in each list: they tell what a module is, whatever else it has.
    /// The name of this module.
    NameOfModule = module::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// Starts the evaluation of a part, which keeps values in at most `memory` bytes.
    StartChiaEvaluation = prover::start_evaluation[
        task: ChiaTask<'_>,
        memory: u64,
    ] -> Handle<ChiaEvaluation>;
    /// Resumes an evaluation from a whole checkpoint, all of which is checked.
    ResumeChiaEvaluation = prover::resume_evaluation[
        task: ChiaTask<'_>,
        checkpoint: Data,
    ] -> Handle<ChiaEvaluation>;
    /// Runs at most `squarings` more squarings. The answer is whether all are done.
    AdvanceChiaEvaluation = prover::advance_evaluation[
        evaluation: Handle<ChiaEvaluation>,
        squarings: u64,
    ] -> bool;
    /// How far the evaluation has come, with the values that were kept since the last report.
    ReportChiaEvaluation = prover::report_evaluation[
        evaluation: Handle<ChiaEvaluation>,
    ] -> EvaluationReport;
    /// The encoded output, once all squarings are done.
    ChiaEvaluationOutput = prover::evaluation_output[
        evaluation: Handle<ChiaEvaluation>,
    ] -> Vec<u8>;
    /// Frees an evaluation.
    FreeChiaEvaluation = prover::free_evaluation[object: Handle<ChiaEvaluation>] -> ();

    /// Starts the proof of a part from the whole checkpoint of its complete evaluation.
    StartChiaProver = prover::start_prover[
        task: ChiaTask<'_>,
        memory: u64,
        checkpoint: Data,
    ] -> Handle<ChiaProver>;
    /// Runs about `steps` more products.
    AdvanceChiaProver = prover::advance_prover[
        prover: Handle<ChiaProver>,
        steps: u64,
    ] -> ProverReport;
    /// The part as a segment of a witness, once its proof is done.
    ChiaProverResult = prover::prover_result[prover: Handle<ChiaProver>] -> Vec<u8>;
    /// Frees the proof of a part.
    FreeChiaProver = prover::free_prover[object: Handle<ChiaProver>] -> ();
}
