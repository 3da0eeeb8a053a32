//! Evaluations on their way, and what is saved of them.

use crate::{Modulus, natural, range, thrown};
use alloc::vec::Vec;
use powmod::vdf::{self, Fault, Scheme, checkpoint::Rejected};
use wasm_bindgen::prelude::*;

/// What is thrown for a checkpoint that is refused.
pub fn rejected(Rejected { field, reason }: Rejected) -> JsValue {
    thrown("checkpoint", field, reason)
}

/// What is thrown for a result that went wrong.
pub fn fault(field: &'static str) -> impl Fn(Fault) -> JsValue {
    move |Fault(reason)| thrown("fault", field, reason)
}

/// x^(2^T), on its way.
#[wasm_bindgen]
pub struct Evaluation {
    evaluation: vdf::Evaluation,
    width: usize,
}

#[wasm_bindgen]
impl Evaluation {
    /// Keeping values for a scheme's prover in at most so many bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &mut Modulus,
        input: &[u8],
        iterations: f64,
        scheme: &str,
        memory: f64,
    ) -> Result<Evaluation, JsValue> {
        let group = modulus.checked_group()?;
        let scheme = Scheme::by_name(scheme)
            .ok_or_else(|| range("scheme", "must be wesolowski or pietrzak"))?;
        let (iterations, memory) = (iterations as u64, memory as u64);
        vdf::Evaluation::new(group, &natural(input), iterations, scheme, memory)
            .map(|evaluation| Self { evaluation, width: group.bytes() })
            .map_err(|Rejected { field, reason }| range(field, reason))
    }

    /// From a checkpoint: a head and its values, one after the other.
    pub fn resume(
        modulus: &mut Modulus,
        input: &[u8],
        iterations: f64,
        checkpoint: Vec<u8>,
    ) -> Result<Evaluation, JsValue> {
        let group = modulus.checked_group()?;
        vdf::Evaluation::resume(group, &natural(input), iterations as u64, checkpoint)
            .map(|evaluation| Self { evaluation, width: group.bytes() })
            .map_err(rejected)
    }

    /// At most so many squarings more, and at times those of a check; whether all are done.
    pub fn advance(&mut self, squarings: f64) -> Result<bool, JsValue> {
        self.evaluation.advance(squarings as u64).map_err(fault("evaluation"))
    }

    /// How many squarings are done.
    pub fn done(&self) -> f64 {
        self.evaluation.done() as f64
    }

    /// T.
    pub fn total(&self) -> f64 {
        self.evaluation.total() as f64
    }

    /// x^(2^T) mod N, once all are done.
    pub fn output(&self) -> Result<Vec<u8>, JsValue> {
        let output = self.evaluation.output().map_err(fault("evaluation"))?;
        let output = output.ok_or_else(|| range("evaluation", "is not done"))?;
        Ok(output.to_be_bytes_padded(self.width).expect("below the modulus"))
    }

    /// The head of the last point that passed its check.
    pub fn head(&self) -> Result<Vec<u8>, JsValue> {
        self.evaluation.head().map(<[u8]>::to_vec).map_err(fault("evaluation"))
    }

    /// How many kept values belong to that head.
    pub fn kept(&self) -> Result<f64, JsValue> {
        self.evaluation.kept().map(|kept| kept as f64).map_err(fault("evaluation"))
    }

    /// Those from one index up to another.
    pub fn values(&self, from: f64, to: f64) -> Result<Vec<u8>, JsValue> {
        let values = self.evaluation.values().map_err(fault("evaluation"))?;
        let at = |index: f64| (index as usize).saturating_mul(self.width);
        let values = values.get(at(from)..at(to));
        values.map(<[u8]>::to_vec).ok_or_else(|| range("values", "are not all kept yet"))
    }
}
