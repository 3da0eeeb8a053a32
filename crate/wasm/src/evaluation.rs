//! Evaluations on their way, and what is saved of them.

use crate::{Arguments, Operation, number, range, thrown};
use alloc::{vec, vec::Vec};
use powmod::vdf::{self, Fault, Group, Scheme, checkpoint::Rejected};
use wasm_bindgen::JsValue;

/// What is thrown for a checkpoint that is refused.
pub fn rejected(Rejected { field, reason }: Rejected) -> JsValue {
    thrown("checkpoint", field, reason)
}

/// What is thrown for a result that went wrong.
pub fn fault(field: &'static str) -> impl Fn(Fault) -> JsValue {
    move |Fault(reason)| thrown("fault", field, reason)
}

/// The scheme of a name.
pub fn scheme(name: &str) -> Result<Scheme, JsValue> {
    Scheme::by_name(name).ok_or_else(|| range("scheme", "must be wesolowski or pietrzak"))
}

/// x^(2^T), on its way.
pub struct Evaluation {
    evaluation: vdf::Evaluation,
    width: usize,
}

impl Evaluation {
    /// Keeping values for a scheme's prover in at most so many bytes.
    #[inline(never)]
    pub fn new(group: &Group, arguments: &mut Arguments<'_>) -> Result<Self, JsValue> {
        let scheme = scheme(arguments.name())?;
        let (input, iterations) = (arguments.natural(), arguments.long());
        vdf::Evaluation::new(group, &input, iterations, scheme, arguments.long())
            .map(|evaluation| Self { evaluation, width: group.bytes() })
            .map_err(|Rejected { field, reason }| range(field, reason))
    }

    /// From a checkpoint: a head and its values, one after the other.
    #[inline(never)]
    pub fn resume(
        group: &Group,
        arguments: &mut Arguments<'_>,
        checkpoint: Vec<u8>,
    ) -> Result<Self, JsValue> {
        let (input, iterations) = (arguments.natural(), arguments.long());
        vdf::Evaluation::resume(group, &input, iterations, checkpoint)
            .map(|evaluation| Self { evaluation, width: group.bytes() })
            .map_err(rejected)
    }

    /// The answer to an operation on this evaluation.
    #[inline(never)]
    pub fn answer(
        &mut self,
        operation: Operation,
        arguments: &mut Arguments<'_>,
    ) -> Result<Vec<u8>, JsValue> {
        let evaluation = &mut self.evaluation;
        let answer = match operation {
            Operation::Advance => evaluation.advance(arguments.long()).map(|all| vec![all.into()]),
            Operation::Done => Ok(number(evaluation.done() as f64)),
            Operation::Total => Ok(number(evaluation.total() as f64)),
            Operation::Head => evaluation.head().map(<[u8]>::to_vec),
            Operation::Kept => evaluation.kept().map(|kept| number(kept as f64)),
            Operation::Output => match evaluation.output() {
                Ok(Some(output)) => {
                    Ok(output.to_be_bytes_padded(self.width).expect("below the modulus"))
                }
                Ok(None) => return Err(range("evaluation", "is not done")),
                Err(fault) => Err(fault),
            },
            Operation::Values => {
                let mut at = || arguments.count().saturating_mul(self.width);
                let (from, to) = (at(), at());
                match evaluation.values().map(|values| values.get(from..to)) {
                    Ok(Some(values)) => Ok(values.to_vec()),
                    Ok(None) => return Err(range("values", "are not all kept yet")),
                    Err(fault) => Err(fault),
                }
            }
            _ => unreachable!("not for an evaluation"),
        };
        answer.map_err(fault("evaluation"))
    }
}
