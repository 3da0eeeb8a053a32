//! The wasm-bindgen surface of powmod: bytes in, bytes out; no arithmetic of its own.
//!
//! Everything goes through [`Surface::call`], which names an [`Operation`], an object and packed
//! arguments: each function that wasm-bindgen exports by itself brings its own conversions, and a
//! page would load them thirty times over. `bindings.ts` gives the calls their names and types.
//!
//! An engine compiles a function when it is first called, and whole: so what serves different
//! operations is kept apart (`inline(never)`), and a page that verifies waits for nothing else.
//!
//! Two modules are built of it for each kernel, by the features `verifier` and `prover`, with one
//! surface: what is asked of the one that lacks it is a mistake of the TypeScript's, and traps.
//!
//! Numbers are unsigned and big-endian, of any length on the way in; what is modulo N leaves with
//! N's length in bytes. The TypeScript above has checked types, signs and limits. What is thrown
//! is a string `kind:field: reason`, kind `malformed` (a proof), `range` (the caller), `checkpoint`
//! or `fault` (a result that a check found wrong).

// The standard library would bring its panic messages, which pages would load and nobody see.
#![no_std]

extern crate alloc;
#[cfg(not(target_family = "wasm"))]
extern crate std;

mod arguments;
#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "prover")]
mod evaluation;
#[cfg(target_family = "wasm")]
mod host;
mod modulus;
#[cfg(feature = "verifier")]
mod options;
#[cfg(feature = "prover")]
mod prover;
#[cfg(feature = "verifier")]
mod secret;
mod self_test;
#[cfg(feature = "verifier")]
mod tables;
#[cfg(feature = "verifier")]
mod verifier;

use alloc::{boxed::Box, string::String, vec::Vec};
use arguments::Arguments;
use modulus::Modulus;
use powmod::kernel;
use wasm_bindgen::prelude::*;

/// What is thrown, of whatever kind.
fn thrown(kind: &str, field: &str, reason: &str) -> JsValue {
    JsValue::from_str(&[kind, ":", field, ": ", reason].concat())
}

/// What is thrown for a mistake of the caller's.
fn range(field: &str, reason: &str) -> JsValue {
    thrown("range", field, reason)
}

/// A number as an answer.
fn number(x: f64) -> Vec<u8> {
    x.to_le_bytes().into()
}

/// The kernel that this build was made for; `NAME-prover` where all it has besides is the prover.
#[wasm_bindgen]
pub fn kernel_name() -> String {
    let part = if cfg!(feature = "verifier") { "" } else { "-prover" };
    [kernel::built_for().name, part].concat()
}

/// What the kernel computed wrongly on this engine, if anything.
#[wasm_bindgen]
pub fn self_test() -> Option<String> {
    self_test::run().err()
}

/// What can be asked for; `bindings.ts` says which arguments each takes and what it answers.
#[wasm_bindgen]
#[derive(Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as in bindings.ts")]
pub enum Operation {
    TimeProducts,
    IsProbablePrime,
    PowCrt,
    CheckForm,
    NewModulus,
    Free,
    Pow,
    MultiPow,
    PowSecret,
    FixedBase,
    PowFixed,
    Tables,
    MultiPowTables,
    Mul,
    Inv,
    Square,
    CheckGroup,
    HashToGroup,
    Element,
    Verify,
    VerifyBatch,
    NewEvaluation,
    ResumeEvaluation,
    NewProver,
    ProverNeeds,
    JoinProof,
    Advance,
    Done,
    Total,
    Output,
    Head,
    Kept,
    Values,
}

/// What the caller knows by a number.
enum Object {
    Modulus(Box<Modulus>),
    #[cfg(feature = "verifier")]
    Tables(tables::Tables),
    #[cfg(feature = "prover")]
    Evaluation(evaluation::Evaluation),
    #[cfg(feature = "prover")]
    Prover(powmod::vdf::Prover),
    /// Nothing here, but something will be again: it is answering.
    AtWork,
}

/// The objects of one instance, and the way to them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Surface {
    objects: Vec<Option<Object>>,
}

#[wasm_bindgen]
impl Surface {
    /// Without objects.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to an operation; `data` is what is long or secret, and is given away.
    pub fn call(
        &mut self,
        operation: Operation,
        object: usize,
        arguments: &[u8],
        data: Vec<u8>,
    ) -> Result<Vec<u8>, JsValue> {
        let arguments = &mut Arguments::new(arguments);
        match operation {
            #[cfg(feature = "verifier")]
            Operation::TimeProducts
            | Operation::IsProbablePrime
            | Operation::PowCrt
            | Operation::CheckForm => verifier::answer(operation, arguments, data),
            Operation::NewModulus => {
                let modulus = Modulus::new(&arguments.natural())?;
                Ok(self.keep(Object::Modulus(Box::new(modulus))))
            }
            Operation::Free => {
                self.objects[object] = None;
                Ok(Vec::new())
            }
            _ => {
                // It is out of the list while it works, so that it may look for others there.
                let mut own = self.objects[object].replace(Object::AtWork);
                let answer = match &mut own {
                    Some(Object::Modulus(own)) => own.answer(operation, arguments, data, self),
                    #[cfg(feature = "prover")]
                    Some(Object::Evaluation(own)) => own.answer(operation, arguments),
                    #[cfg(feature = "prover")]
                    Some(Object::Prover(own)) => prover::answer(own, operation, arguments),
                    _ => unreachable!("an object that answers"),
                };
                self.objects[object] = own;
                answer
            }
        }
    }
}

impl Surface {
    /// The number of a new object.
    fn keep(&mut self, object: Object) -> Vec<u8> {
        let free = self.objects.iter().position(Option::is_none);
        let place = free.unwrap_or(self.objects.len());
        match self.objects.get_mut(place) {
            Some(free) => *free = Some(object),
            None => self.objects.push(Some(object)),
        }
        number(place as f64)
    }
}
