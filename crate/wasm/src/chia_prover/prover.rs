//! Evaluations and proofs of Chia in progress, part by part.

use super::{
    Objects,
    objects::{ChiaEvaluation, ChiaProver},
    types::ChiaTask,
};
use crate::shared::{
    slots::Handle,
    types::{EvaluationReport, ProverReport},
    wire::Data,
};
use alloc::vec::Vec;
use powmod::Error;
use powmod_chia::{
    Evaluation, Field, Prover,
    classgroup::Form,
    discriminant::check_lengths,
    encoding::{FORM_BYTES, decode, encode},
};

impl ChiaTask<'_> {
    /// The field of the challenge, and x.
    ///
    /// # Errors
    /// An argument is out of range.
    fn open<'o>(&self, objects: &'o mut Objects) -> Result<(&'o mut Field, Form), Error> {
        // The challenge is the caller's own here, and not of a proof.
        let refuse = |error: Error| Error::argument(error.field.name, error.reason);
        let bits = check_lengths(self.challenge.0, self.discriminant_bits).map_err(refuse)?;
        let input: Result<&[u8; FORM_BYTES], _> = self.input.0.try_into();
        let input = input.map_err(|_| Error::argument("input", "must have 100 bytes"))?;
        let field = objects.fields.get().get(self.challenge.0, bits).map_err(refuse)?;
        let x = decode(&field.group, input, false);
        let x = x.map_err(|reason| Error::argument("input", reason))?;
        Ok((field, x))
    }

    /// The evaluation of a whole checkpoint.
    fn resume<'o>(
        &self,
        objects: &'o mut Objects,
        checkpoint: &[u8],
    ) -> Result<(&'o mut Field, Evaluation), Error> {
        let (field, x) = self.open(objects)?;
        let evaluation = Evaluation::resume(&field.group, &x, self.iterations, checkpoint)?;
        Ok((field, evaluation))
    }
}

/// `StartChiaEvaluation`.
pub fn start_evaluation(
    objects: &mut Objects,
    task: ChiaTask<'_>,
    memory: u64,
) -> Result<Handle<ChiaEvaluation>, Error> {
    let (field, x) = task.open(objects)?;
    let evaluation = Evaluation::new(x, task.iterations, memory);
    let group = field.group.clone();
    Ok(objects.evaluations.keep(ChiaEvaluation { group, evaluation, reported: 0 }))
}

/// `ResumeChiaEvaluation`.
pub fn resume_evaluation(
    objects: &mut Objects,
    task: ChiaTask<'_>,
    checkpoint: Data,
) -> Result<Handle<ChiaEvaluation>, Error> {
    let (field, evaluation) = task.resume(objects, &checkpoint.0)?;
    let group = field.group.clone();
    // JavaScript has the values of the checkpoint that it sent.
    let reported = evaluation.values().len();
    Ok(objects.evaluations.keep(ChiaEvaluation { group, evaluation, reported }))
}

/// `AdvanceChiaEvaluation`.
pub fn advance_evaluation(
    objects: &mut Objects,
    evaluation: Handle<ChiaEvaluation>,
    squarings: u64,
) -> Result<bool, Error> {
    let ChiaEvaluation { group, evaluation, .. } = objects.evaluations.get(evaluation)?;
    Ok(evaluation.advance(group, squarings))
}

/// `ReportChiaEvaluation`.
pub fn report_evaluation(
    objects: &mut Objects,
    evaluation: Handle<ChiaEvaluation>,
) -> Result<EvaluationReport, Error> {
    let ChiaEvaluation { group, evaluation, reported } = objects.evaluations.get(evaluation)?;
    let head = evaluation.head(group);
    let values = evaluation.values()[*reported..].to_vec();
    *reported += values.len();
    Ok(EvaluationReport { done: evaluation.done() as f64, head, values })
}

/// `ChiaEvaluationOutput`.
pub fn evaluation_output(
    objects: &mut Objects,
    evaluation: Handle<ChiaEvaluation>,
) -> Result<Vec<u8>, Error> {
    let ChiaEvaluation { group, evaluation, .. } = objects.evaluations.get(evaluation)?;
    let output = evaluation.output().ok_or_else(|| Error::argument("evaluation", "is not done"))?;
    Ok(encode(group, output).into())
}

/// `FreeChiaEvaluation`.
pub fn free_evaluation(
    objects: &mut Objects,
    evaluation: Handle<ChiaEvaluation>,
) -> Result<(), Error> {
    objects.evaluations.free(evaluation);
    Ok(())
}

/// `StartChiaProver`.
pub fn start_prover(
    objects: &mut Objects,
    task: ChiaTask<'_>,
    memory: u64,
    checkpoint: Data,
) -> Result<Handle<ChiaProver>, Error> {
    let (field, evaluation) = task.resume(objects, &checkpoint.0)?;
    if evaluation.output().is_none() {
        return Err(Error::argument("evaluation", "is not done"));
    }
    let prover = Prover::new(field, evaluation, memory);
    let group = field.group.clone();
    Ok(objects.provers.keep(ChiaProver { group, prover }))
}

/// `AdvanceChiaProver`.
pub fn advance_prover(
    objects: &mut Objects,
    prover: Handle<ChiaProver>,
    steps: u64,
) -> Result<ProverReport, Error> {
    let ChiaProver { group, prover } = objects.provers.get(prover)?;
    let is_done = prover.advance(group, steps);
    Ok(ProverReport { is_done, done: prover.done() as f64, total: prover.total() as f64 })
}

/// `ChiaProverResult`.
pub fn prover_result(objects: &mut Objects, prover: Handle<ChiaProver>) -> Result<Vec<u8>, Error> {
    let ChiaProver { group, prover } = objects.provers.get(prover)?;
    prover.segment(group).ok_or_else(|| Error::argument("prover", "is not done"))
}

/// `FreeChiaProver`.
pub fn free_prover(objects: &mut Objects, prover: Handle<ChiaProver>) -> Result<(), Error> {
    objects.provers.free(prover);
    Ok(())
}
