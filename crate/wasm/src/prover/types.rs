//! The types of the arguments and answers of these operations.

use crate::shared::{
    macros::{answer, record},
    vdf::{Profile, Scheme},
    wire::Bytes,
};
use alloc::vec::Vec;
use powmod::Natural;

record! {
    /// The input of a delay: the number, or the seed that it comes from.
    Source<'a> {
        input: Option<Natural>,
        seed: Option<Bytes<'a>>,
    }
}

record! {
    /// The claim to prove, the memory of the prover, and the head of the evaluation's checkpoint.
    ProofTask<'a> {
        scheme: Scheme,
        profile: Profile,
        modulus: Natural,
        source: Source<'a>,
        iterations: u64,
        delta: Option<u32>,
        challenge: Option<Natural>,
        memory: u64,
        head: Bytes<'a>,
    }
}

answer! {
    /// The head of a complete checkpoint: its bytes, x, x^(2^T) mod N, the number of its kept values, and
    /// their SHA-256.
    CompleteHead {
        head: Vec<u8>,
        input: Vec<u8>,
        output: Vec<u8>,
        kept: f64,
        values_hash: Vec<u8>,
    }
}

answer! {
    /// The kept values that a part of a proof reads: from the first index to before the second.
    ProverNeed {
        from: f64,
        to: f64,
    }
}

answer! {
    /// How far an evaluation has come: the head of its last checkpoint, and the values that were
    /// kept since the last report.
    EvaluationReport {
        done: f64,
        head: Vec<u8>,
        values: Vec<u8>,
    }
}

answer! {
    /// How far a part of a proof has come.
    ProverReport {
        is_done: bool,
        done: f64,
        total: f64,
    }
}
