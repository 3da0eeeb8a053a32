//! Chia's discriminants and the verification of its proofs.

use crate::objects::Objects;
#[cfg(feature = "chia")]
use crate::types::ChiaProof;
use powmod::vdf::chia::Fields;
#[cfg(feature = "chia")]
use powmod::{
    Error,
    vdf::chia::{self, Options, Proof},
};

/// How many challenges are remembered with their discriminants: as many as a full node of Chia remembers.
const MOST_FIELDS: usize = 200;

/// The discriminants of the last challenges.
pub fn fields(objects: &mut Objects) -> &mut Fields {
    objects.fields.get_or_insert_with(|| Fields::new(MOST_FIELDS))
}

/// `ChiaVerify`.
#[cfg(feature = "chia")]
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
    chia::verify(fields(objects), &proof, &Options { strict, discriminant_bits })
}
