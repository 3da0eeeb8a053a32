//! Provers on their way, a part of a proof each.

use crate::{
    Arguments, Object, Operation, Surface,
    evaluation::{Evaluation, fault, rejected, scheme},
    modulus::Modulus,
    number, range,
};
use alloc::{vec, vec::Vec};
use powmod::vdf::{self, Group, Malformed, Proof, Prover, Scheme, profile_by_name};
use wasm_bindgen::JsValue;

impl Modulus {
    /// The answer to an operation on this modulus.
    #[inline(never)]
    pub fn prove(
        &mut self,
        operation: Operation,
        arguments: &mut Arguments<'_>,
        data: Vec<u8>,
        surface: &mut Surface,
    ) -> Result<Vec<u8>, JsValue> {
        let group = self.checked_group()?;
        Ok(match operation {
            Operation::NewEvaluation => {
                surface.keep(Object::Evaluation(Evaluation::new(group, arguments)?))
            }
            Operation::ResumeEvaluation => {
                surface.keep(Object::Evaluation(Evaluation::resume(group, arguments, data)?))
            }
            Operation::NewProver => surface.keep(Object::Prover(new(group, arguments, data)?)),
            Operation::ProverNeeds => needs(group, arguments)?,
            _ => {
                let proof = join(group, arguments)?;
                let numbers = [&proof.input, &proof.output].into_iter().chain(&proof.values);
                numbers.flat_map(|x| self.bytes(x)).collect()
            }
        })
    }
}

/// What is to be proved: scheme, profile, input, iterations, delta, memory.
fn task(group: &mut Group, arguments: &mut Arguments<'_>) -> Result<vdf::Task, JsValue> {
    let task = vdf::Task {
        scheme: scheme(arguments.name())?,
        profile: profile_by_name(arguments.name())
            .ok_or_else(|| range("profile", "must be powmod-v1 or tokamak"))?,
        input: arguments.natural(),
        iterations: arguments.long(),
        delta: arguments.number().map(|delta| delta as u32),
        memory: arguments.long(),
    };
    match task.check(group) {
        Ok(()) => Ok(task),
        Err(Malformed { field, reason }) => Err(range(&field.path(), reason)),
    }
}

/// For a task, part `part` of `of`, from a checkpoint's head and its values from an index on.
#[inline(never)]
fn new(
    group: &mut Group,
    arguments: &mut Arguments<'_>,
    values: Vec<u8>,
) -> Result<Prover, JsValue> {
    let task = task(group, arguments)?;
    let (head, from) = (arguments.bytes(), arguments.long());
    let (part, of) = (arguments.count() as u32, arguments.count() as u32);
    if part >= of || of > 1 && task.scheme == Scheme::Pietrzak {
        return Err(range("part", "must be below the number of parts, 1 for pietrzak"));
    }
    Prover::new(group, &task, head, values, from, part, of).map_err(rejected)
}

/// The answer to an operation on this prover.
#[inline(never)]
pub fn answer(
    prover: &mut Prover,
    operation: Operation,
    arguments: &mut Arguments<'_>,
) -> Result<Vec<u8>, JsValue> {
    Ok(match operation {
        Operation::Advance => {
            vec![prover.advance(arguments.long()).map_err(fault("proof"))?.into()]
        }
        Operation::Done => number(prover.done() as f64),
        Operation::Total => number(prover.total() as f64),
        Operation::Output => prover.result(),
        _ => unreachable!("not for a prover"),
    })
}

/// The indices, from and up to, of the kept values that part `part` of `of` of a task reads.
#[inline(never)]
fn needs(group: &mut Group, arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
    let task = task(group, arguments)?;
    let head = arguments.bytes();
    let (part, of) = (arguments.count() as u32, arguments.count() as u32);
    let (from, to) = task.needs(group, head, part, of).map_err(rejected)?;
    Ok([number(from as f64), number(to as f64)].concat())
}

/// The proof that all parts of a task make, if it holds.
#[inline(never)]
fn join(group: &mut Group, arguments: &mut Arguments<'_>) -> Result<Proof, JsValue> {
    let task = task(group, arguments)?;
    let (head, results) = (arguments.bytes(), arguments.bytes());
    task.join(group, head, results).map_err(rejected)?.map_err(fault("proof"))
}
