//! Chia's proofs.

use crate::{objects::Objects, types::ChiaProof};
use powmod::{
    Error,
    vdf::chia::{self, Fields, Options, Proof},
};

/// How many challenges are remembered with their discriminants: as many as a full node of Chia remembers.
const MOST_FIELDS: usize = 200;

/// `ChiaVerify`.
pub fn verify(
    objects: &mut Objects,
    proof: ChiaProof<'_>,
    strict: bool,
    discriminant_bits: Option<usize>,
) -> Result<bool, Error> {
    let iterations = proof.iterations.0.try_into().expect("JavaScript sends 8 bytes");
    let proof = Proof {
        challenge: proof.challenge.0,
        iterations: u64::from_be_bytes(iterations),
        input: proof.input.0,
        output: proof.output.0,
        witness: proof.witness.0,
        witness_type: proof.witness_type,
    };
    let fields = objects.fields.get_or_insert_with(|| Fields::new(MOST_FIELDS));
    chia::verify(fields, &proof, &Options { strict, discriminant_bits })
}
