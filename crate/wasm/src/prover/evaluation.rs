//! Evaluations in progress, and what is saved of them.

use super::{
    Objects,
    objects::Evaluation,
    types::{EvaluationReport, Source},
};
use crate::shared::error::Error;
use crate::shared::{
    moduli::ModulusArgument,
    slots::Handle,
    vdf::Scheme,
    wire::{Bytes, Data},
};
use alloc::vec::Vec;
use powmod::Natural;
use powmod_vdf::{self as vdf, Group, checkpoint::Head, input};

impl Source<'_> {
    /// The group, and x in it.
    ///
    /// # Errors
    /// A modulus that is unfit for a delay, or a seed that gives 0 or 1.
    pub fn input<'o>(
        &self,
        objects: &'o mut Objects,
        modulus: &Natural,
    ) -> Result<(&'o Group, Natural), Error> {
        let modulus = objects.moduli.get(ModulusArgument::Number(modulus.clone()))?;
        let group = modulus.group.of(&modulus.arithmetic, false)?;
        let input = match (&self.input, self.seed) {
            (Some(input), _) => input.clone(),
            (None, seed) => input::from_seed(group, seed.map_or(&[], |Bytes(seed)| seed))
                .ok_or_else(|| Error::argument("seed", "gives 0 or 1 in this group"))?,
        };
        Ok((group, input))
    }
}

/// `StartEvaluation`.
pub fn start(
    objects: &mut Objects,
    modulus: Natural,
    source: Source<'_>,
    iterations: u64,
    scheme: Scheme,
    memory: u64,
) -> Result<Handle<Evaluation>, Error> {
    let (group, input) = source.input(objects, &modulus)?;
    let width = group.bytes();
    let evaluation = vdf::Evaluation::new(group, &input, iterations, scheme.0, memory)?;
    Ok(objects.evaluations.keep(Evaluation { evaluation, width, reported: 0 }))
}

/// `ResumeEvaluation`.
pub fn resume(
    objects: &mut Objects,
    modulus: Natural,
    source: Source<'_>,
    iterations: u64,
    checkpoint: Data,
) -> Result<Handle<Evaluation>, Error> {
    let (group, input) = source.input(objects, &modulus)?;
    let width = group.bytes();
    Head::read(group, &checkpoint.0)?.require_input(group, &input, iterations)?;
    let evaluation = vdf::Evaluation::resume(group, checkpoint.0)?;
    // JavaScript has the values of the checkpoint that it sent.
    let reported = evaluation.kept()?;
    Ok(objects.evaluations.keep(Evaluation { evaluation, width, reported }))
}

/// `AdvanceEvaluation`.
pub fn advance(
    objects: &mut Objects,
    evaluation: Handle<Evaluation>,
    squarings: u64,
) -> Result<bool, Error> {
    Ok(objects.evaluations.get(evaluation)?.evaluation.advance(squarings)?)
}

/// `ReportEvaluation`.
pub fn report(
    objects: &mut Objects,
    evaluation: Handle<Evaluation>,
) -> Result<EvaluationReport, Error> {
    let Evaluation { evaluation, width, reported } = objects.evaluations.get(evaluation)?;
    let kept = evaluation.kept()?;
    let head = evaluation.head()?.to_vec();
    let place = |index: u64| index as usize * *width;
    let values = evaluation.values()?[place(*reported)..place(kept)].to_vec();
    *reported = kept;
    Ok(EvaluationReport { done: evaluation.done() as f64, head, values })
}

/// `EvaluationOutput`.
pub fn output(objects: &mut Objects, evaluation: Handle<Evaluation>) -> Result<Vec<u8>, Error> {
    let Evaluation { evaluation, width, .. } = objects.evaluations.get(evaluation)?;
    let output =
        evaluation.output()?.ok_or_else(|| Error::argument("evaluation", "is not done"))?;
    Ok(output.to_be_bytes_padded(*width).expect("below the modulus"))
}

/// `FreeEvaluation`.
pub fn free(objects: &mut Objects, evaluation: Handle<Evaluation>) -> Result<(), Error> {
    objects.evaluations.free(evaluation);
    Ok(())
}
