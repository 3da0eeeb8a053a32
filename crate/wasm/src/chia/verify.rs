//! The verification of Chia's proofs.

use super::{Objects, types::ChiaProof};
use crate::shared::error::Error;
use powmod_chia::{Options, Proof};

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
    Ok(powmod_chia::verify(&mut objects.fields, &proof, &Options { strict, discriminant_bits })?)
}
