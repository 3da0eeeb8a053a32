//! Proofs in progress: an evaluation's checkpoint becomes a proof, in one part or in several that
//! workers make side by side.

use super::{
    Objects,
    types::{CompleteHead, ProofTask, ProverNeed, ProverReport},
};
use crate::shared::error::Error;
use crate::shared::{
    slots::Handle,
    wire::{Bytes, Data},
};
use alloc::vec::Vec;
use powmod::Natural;
use powmod_vdf::{Group, Prover, Task};

impl ProofTask<'_> {
    /// The group, and the task of the core in it.
    ///
    /// # Errors
    /// An argument is out of range, or two arguments contradict each other.
    fn open<'o>(&self, objects: &'o mut Objects) -> Result<(&'o Group, Task), Error> {
        let (group, input) = self.source.input(objects, &self.modulus)?;
        let task = Task {
            scheme: self.scheme.0,
            profile: self.profile.0,
            input,
            iterations: self.iterations,
            delta: self.delta,
            challenge: self.challenge.clone(),
            memory: self.memory,
        };
        task.check(group)?;
        Ok((group, task))
    }
}

/// `CheckpointHead`.
pub fn checkpoint_head(objects: &mut Objects, task: ProofTask<'_>) -> Result<CompleteHead, Error> {
    let checkpoint = task.head.0;
    let (group, task) = task.open(objects)?;
    let (bytes, head) = task.head_of(group, checkpoint)?;
    Ok(CompleteHead {
        head: bytes.to_vec(),
        input: padded(&head.input, group),
        output: padded(&head.value, group),
        kept: head.kept() as f64,
        values_hash: head.values_hash.to_vec(),
    })
}

/// `ProverNeeds`.
pub fn needs(
    objects: &mut Objects,
    task: ProofTask<'_>,
    parts: u32,
) -> Result<Vec<ProverNeed>, Error> {
    let head = task.head.0;
    let (group, task) = task.open(objects)?;
    let mut need = |part| {
        let (from, to) = task.needs(group, head, part, parts)?;
        Ok(ProverNeed { from: from as f64, to: to as f64 })
    };
    (0..parts).map(&mut need).collect()
}

/// `StartProver`.
pub fn start(
    objects: &mut Objects,
    task: ProofTask<'_>,
    part: u32,
    parts: u32,
    from: u64,
    values: Data,
) -> Result<Handle<Prover>, Error> {
    let head = task.head.0;
    let (group, task) = task.open(objects)?;
    let prover = Prover::new(group, &task, head, values.0, from, part, parts)?;
    Ok(objects.provers.keep(prover))
}

/// `AdvanceProver`.
pub fn advance(
    objects: &mut Objects,
    prover: Handle<Prover>,
    steps: u64,
) -> Result<ProverReport, Error> {
    let prover = objects.provers.get(prover)?;
    let is_done = prover.advance(steps)?;
    Ok(ProverReport { is_done, done: prover.done() as f64, total: prover.total() as f64 })
}

/// `ProverResult`.
pub fn result(objects: &mut Objects, prover: Handle<Prover>) -> Result<Vec<u8>, Error> {
    Ok(objects.provers.get(prover)?.result())
}

/// `FreeProver`.
pub fn free(objects: &mut Objects, prover: Handle<Prover>) -> Result<(), Error> {
    objects.provers.free(prover);
    Ok(())
}

/// `JoinProof`.
pub fn join(
    objects: &mut Objects,
    task: ProofTask<'_>,
    results: Bytes<'_>,
) -> Result<Vec<u8>, Error> {
    let head = task.head.0;
    let (group, task) = task.open(objects)?;
    let proof = task.join(group, head, results.0)?;
    let numbers = [&proof.input, &proof.output].into_iter().chain(&proof.values);
    Ok(numbers.flat_map(|x| padded(x, group)).collect())
}

fn padded(x: &Natural, group: &Group) -> Vec<u8> {
    x.to_be_bytes_padded(group.bytes()).expect("below the modulus")
}
