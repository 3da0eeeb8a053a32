//! Provers on their way, a part of a proof each.

use crate::{
    Modulus,
    evaluation::{fault, rejected},
    natural, range,
};
use alloc::{string::String, vec::Vec};
use powmod::vdf::{self, Group, Malformed, Scheme, checkpoint::Head, profile_by_name};
use wasm_bindgen::prelude::*;

/// What is to be proved.
#[wasm_bindgen]
pub struct ProofTask {
    scheme: String,
    profile: String,
    input: Vec<u8>,
    iterations: u64,
    delta: Option<u32>,
    memory: u64,
}

#[wasm_bindgen]
impl ProofTask {
    /// `memory`: the bytes that each part may use beside the values that it is given.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scheme: String,
        profile: String,
        input: Vec<u8>,
        iterations: f64,
        delta: Option<u32>,
        memory: f64,
    ) -> Self {
        let (iterations, memory) = (iterations as u64, memory as u64);
        Self { scheme, profile, input, iterations, delta, memory }
    }
}

impl ProofTask {
    fn checked(&self, group: &mut Group) -> Result<vdf::Task, JsValue> {
        let task = vdf::Task {
            scheme: Scheme::by_name(&self.scheme)
                .ok_or_else(|| range("scheme", "must be wesolowski or pietrzak"))?,
            profile: profile_by_name(&self.profile)
                .ok_or_else(|| range("profile", "must be powmod-v1 or tokamak"))?,
            input: natural(&self.input),
            iterations: self.iterations,
            delta: self.delta,
            memory: self.memory,
        };
        match task.check(group) {
            Ok(()) => Ok(task),
            Err(Malformed { field, reason }) => Err(range(&field.path(), reason)),
        }
    }
}

/// A part of a proof, on its way.
#[wasm_bindgen]
pub struct Prover(vdf::Prover);

#[wasm_bindgen]
impl Prover {
    /// Part `part` of `of`, from a checkpoint's head and its values from index `from` on.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &mut Modulus,
        task: &ProofTask,
        head: &[u8],
        values: Vec<u8>,
        from: f64,
        part: u32,
        of: u32,
    ) -> Result<Prover, JsValue> {
        let group = modulus.checked_group()?;
        let task = task.checked(group)?;
        if part >= of || of > 1 && task.scheme == Scheme::Pietrzak {
            return Err(range("part", "must be below the number of parts, 1 for pietrzak"));
        }
        vdf::Prover::new(group, &task, head, values, from as u64, part, of)
            .map(Self)
            .map_err(rejected)
    }

    /// About so many products or squarings more; whether all are done.
    pub fn advance(&mut self, steps: f64) -> Result<bool, JsValue> {
        self.0.advance(steps as u64).map_err(fault("proof"))
    }

    /// About how many are done.
    pub fn done(&self) -> f64 {
        self.0.done() as f64
    }

    /// Of how many.
    pub fn total(&self) -> f64 {
        self.0.total() as f64
    }

    /// What `join_proof` needs of this part.
    pub fn result(&mut self) -> Vec<u8> {
        self.0.result()
    }
}

#[wasm_bindgen]
impl Modulus {
    /// The length of a checkpoint's head.
    pub fn head_length(&mut self) -> Result<usize, JsValue> {
        Ok(Head::length(self.checked_group()?))
    }

    /// The indices, from and up to, of the kept values that part `part` of `of` reads.
    pub fn prover_needs(
        &mut self,
        task: &ProofTask,
        head: &[u8],
        part: u32,
        of: u32,
    ) -> Result<Vec<f64>, JsValue> {
        let group = self.checked_group()?;
        let task = task.checked(group)?;
        let (from, to) = task.needs(group, head, part, of).map_err(rejected)?;
        Ok([from as f64, to as f64].into())
    }

    /// The numbers of the proof that all parts make, if it holds: input, output, values.
    pub fn join_proof(
        &mut self,
        task: &ProofTask,
        head: &[u8],
        results: &[u8],
    ) -> Result<Vec<u8>, JsValue> {
        let group = self.checked_group()?;
        let task = task.checked(group)?;
        let joined = task.join(group, head, results).map_err(rejected)?;
        let proof = joined.map_err(fault("proof"))?;
        let mut bytes = self.bytes(&proof.input);
        bytes.extend_from_slice(&self.bytes(&proof.output));
        for value in &proof.values {
            bytes.extend_from_slice(&self.bytes(value));
        }
        Ok(bytes)
    }
}
