//! The wasm-bindgen surface of powmod: bytes in, bytes out; no arithmetic of its own.
//!
//! Everything goes through [`Surface::call`], which names an [`Operation`], an object and packed
//! arguments: each function that wasm-bindgen exports by itself brings its own conversions, and a
//! page would load them thirty times over. `bindings.ts` gives the calls their names and types.
//!
//! An engine compiles a function when it is first called, and whole: so what serves different
//! operations is kept apart (`inline(never)`), and a page that verifies waits for nothing else.
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
mod evaluation;
#[cfg(target_family = "wasm")]
mod host;
mod modulus;
mod options;
mod proof;
mod prover;
mod secret;
mod self_test;
mod tables;

use alloc::{string::String, vec, vec::Vec};
use arguments::Arguments;
use evaluation::Evaluation;
use modulus::Modulus;
use powmod::{Natural, kernel, modulus::montgomery::Montgomery, monoid::Monoid, primality, vdf};
use tables::Tables;
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

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

/// The kernel that this build was made for.
#[wasm_bindgen]
pub fn kernel_name() -> String {
    kernel::built_for().name.into()
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
    Modulus(Modulus),
    Tables(Tables),
    Evaluation(Evaluation),
    Prover(vdf::Prover),
    /// Nothing here, but something will be again: it is answering.
    AtWork,
}

// Looked up when they are first needed: Node takes longer to load its generator than to verify.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: web_sys::Performance;

    #[wasm_bindgen(thread_local_v2, js_name = crypto)]
    static CRYPTO: web_sys::Crypto;
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
        mut data: Vec<u8>,
    ) -> Result<Vec<u8>, JsValue> {
        let arguments = &mut Arguments::new(arguments);
        match operation {
            Operation::TimeProducts => Ok(time_products(arguments)),
            Operation::IsProbablePrime => {
                Ok(vec![primality::is_probable_prime(&arguments.natural()).into()])
            }
            Operation::PowCrt => {
                let power = secret::pow_crt(&data);
                data.zeroize();
                power
            }
            Operation::CheckForm => proof::check_form(arguments),
            Operation::NewModulus => {
                let modulus = Modulus::new(&arguments.natural())?;
                Ok(self.keep(Object::Modulus(modulus)))
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
                    Some(Object::Evaluation(own)) => own.answer(operation, arguments),
                    Some(Object::Prover(own)) => prover::answer(own, operation, arguments),
                    Some(Object::Tables(_) | Object::AtWork) | None => {
                        unreachable!("an object that answers")
                    }
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

/// Milliseconds for so many dependent products modulo a number of so many bits.
#[inline(never)]
fn time_products(arguments: &mut Arguments<'_>) -> Vec<u8> {
    let (bits, times) = (arguments.count(), arguments.count());
    let n = Natural::from_limbs(vec![u32::MAX; bits.div_ceil(32)]).low_bits(bits);
    let mut modulus = Montgomery::new(&n, kernel::active(bits));
    let factor = modulus.enter(&(&n >> 1));
    let mut product = factor.clone();
    let now = || PERFORMANCE.with(web_sys::Performance::now);
    let start = now();
    for _ in 0..times {
        modulus.multiply(&mut product, &factor);
    }
    core::hint::black_box(&product);
    number(now() - start)
}
