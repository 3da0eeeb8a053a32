//! A proof on its way in: the fields of a proof file, elements as bytes.

use alloc::{string::String, vec::Vec};
use powmod::vdf::{Encoded, Group, Malformed, Proof};
use wasm_bindgen::prelude::*;

/// The fields of a proof, every element of exactly N's length.
#[wasm_bindgen]
pub struct ProofBytes {
    scheme: String,
    profile: String,
    input: Vec<u8>,
    output: Vec<u8>,
    iterations: u64,
    values: Vec<u8>,
    delta: Option<u32>,
}

#[wasm_bindgen]
impl ProofBytes {
    /// `values` one after the other; a whole number of `iterations`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scheme: String,
        profile: String,
        input: Vec<u8>,
        output: Vec<u8>,
        iterations: f64,
        values: Vec<u8>,
        delta: Option<u32>,
    ) -> Self {
        Self { scheme, profile, input, output, iterations: iterations as u64, values, delta }
    }
}

impl ProofBytes {
    /// The proof, if each part has its name or width.
    pub fn decode(&self, group: &Group) -> Result<Proof, Malformed> {
        let Self { scheme, profile, input, output, iterations, values, delta } = self;
        let (iterations, delta) = (*iterations, *delta);
        Encoded { scheme, profile, input, output, iterations, values, delta }.decode(group)
    }
}
