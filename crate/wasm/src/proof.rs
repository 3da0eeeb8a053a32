//! A proof on its way in: the fields of a proof file, elements as bytes.

use crate::{Arguments, thrown};
use alloc::vec::Vec;
use powmod::{
    Natural,
    vdf::{self, Encoded, Malformed, Options, Proof},
};
use wasm_bindgen::JsValue;

/// The proof modulo `n` that is next among the arguments, if each part has its name or width.
pub fn decode(n: &Natural, arguments: &mut Arguments<'_>) -> Result<Proof, Malformed> {
    let encoded = Encoded {
        scheme: arguments.text(),
        profile: arguments.text(),
        input: arguments.bytes(),
        output: arguments.bytes(),
        iterations: arguments.long(),
        values: arguments.bytes(),
        delta: arguments.number().map(|delta| delta as u32),
    };
    encoded.decode(n)
}

/// Whether a proof has the form of one: asked before its modulus is set up, which takes products.
#[inline(never)]
pub fn check_form(arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
    let n = arguments.natural();
    let options = Options { max_delta: max_delta(arguments), prime: None };
    let proof = decode(&n, arguments);
    match proof.and_then(|proof| vdf::check_form(&n, &proof, &options)) {
        Ok(()) => Ok(Vec::new()),
        Err(malformed) => Err(thrown_for(malformed)),
    }
}

/// The verifier's own bound of δ, or the one that it has unless it says otherwise.
pub fn max_delta(arguments: &mut Arguments<'_>) -> u32 {
    arguments.number().map_or(vdf::DEFAULT_MAX_DELTA, |delta| delta as u32)
}

/// What is thrown for a proof that is none.
pub fn thrown_for(Malformed { field, reason }: Malformed) -> JsValue {
    thrown("malformed", &field.path(), reason)
}
