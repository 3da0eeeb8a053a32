//! The list of operations: everything that JavaScript can call in wasm, with the names and types
//! of the arguments and of the answer.
//!
//! Both sides follow from this list. Rust compiles it: an operation whose function takes other
//! types is a compile error. The build (`crate/build/border.mjs`) makes
//! `crate/js/src/border/operations.generated.ts` of it: TypeScript that sends other types is a
//! compile error too. The forms are those of `macros.rs`, and the types are those of `wire.rs` and
//! `types.rs`; the build reads them line by line.
//!
//! Four modules are built of it for each kernel. The feature `verifier` gives the operations that
//! `init` needs, the feature `prover` those that only pools need, the feature `chia` those with which
//! `powmod/chia` verifies, and the feature `chia-prover` those with which it evaluates and proves.

#[cfg(any(feature = "chia", feature = "chia-prover"))]
mod chia;
#[cfg(feature = "chia-prover")]
mod chia_prover;
#[cfg(any(feature = "chia", feature = "chia-prover"))]
mod chia_self_test;
#[cfg(feature = "prover")]
mod evaluation;
mod info;
#[cfg(feature = "verifier")]
mod methods;
#[cfg(feature = "verifier")]
mod powers;
#[cfg(feature = "verifier")]
mod primes;
#[cfg(feature = "prover")]
mod prover;
#[cfg(feature = "verifier")]
mod secret;
#[cfg(not(any(feature = "chia", feature = "chia-prover")))]
mod self_test;
#[cfg(feature = "verifier")]
mod tables;
#[cfg(feature = "verifier")]
mod verify;

#[cfg(any(feature = "verifier", feature = "prover", feature = "chia-prover"))]
use crate::objects::slots::Handle;
#[cfg(feature = "chia")]
use crate::types::ChiaProof;
#[cfg(any(feature = "verifier", feature = "prover"))]
use crate::wire::Bytes;
use crate::{
    macros::operations,
    objects::Objects,
    types::ModuleName,
    wire::{Answer, Argument, Reader},
};
#[cfg(feature = "chia-prover")]
use crate::{
    objects::chia::{ChiaEvaluation, ChiaProver},
    types::ChiaTask,
};
#[cfg(feature = "prover")]
use crate::{
    objects::evaluation::Evaluation,
    types::{CompleteHead, ProofTask, ProverNeed, Scheme, Source},
};
#[cfg(feature = "verifier")]
use crate::{
    objects::{
        moduli::{Modulus, ModulusArgument},
        tables::Tables,
    },
    types::{CrtKey, MultiOptions, Proof, SecretTerm, Share, SingleOptions, Term, VerifyOptions},
    wire::{Integer, Secret},
};
#[cfg(any(feature = "prover", feature = "chia-prover"))]
use crate::{
    types::{EvaluationReport, ProverReport},
    wire::Data,
};
use alloc::vec::Vec;
#[cfg(any(feature = "chia", feature = "chia-prover"))]
use chia_self_test as self_test;
use powmod::Error;
#[cfg(any(feature = "verifier", feature = "prover"))]
use powmod::Natural;
#[cfg(feature = "prover")]
use powmod::vdf::Prover;

operations! {
    // These two keep their places: they tell what a module is, whatever else it has.
    /// The name of this module.
    NameOfModule = info::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// base^exponent mod N.
    #[cfg(feature = "verifier")]
    Pow = powers::pow[
        modulus: ModulusArgument,
        base: Integer,
        exponent: Integer,
        options: SingleOptions,
    ] -> Vec<u8>;
    /// The product of the terms' powers mod N.
    #[cfg(feature = "verifier")]
    MultiPow = powers::multi_pow[
        modulus: ModulusArgument,
        terms: Vec<Term>,
        options: MultiOptions,
    ] -> Vec<u8>;
    /// a · b mod N.
    #[cfg(feature = "verifier")]
    Mul = powers::mul[modulus: ModulusArgument, a: Integer, b: Integer] -> Vec<u8>;
    /// The inverse of a mod N.
    #[cfg(feature = "verifier")]
    Inv = powers::inv[modulus: ModulusArgument, a: Integer] -> Vec<u8>;
    /// x^(2^times) mod N.
    #[cfg(feature = "verifier")]
    Square = powers::square[modulus: ModulusArgument, x: Integer, times: u64] -> Vec<u8>;
    /// Whether n is a prime by the Baillie–PSW test.
    #[cfg(feature = "verifier")]
    IsProbablePrime = powers::is_probable_prime[n: Natural] -> bool;
    /// The indices below `count` of the candidates without small factors, in the search for a prime
    /// from `first` on.
    #[cfg(feature = "verifier")]
    SievePrimes = primes::sieve[first: Natural, safe: bool, count: u32] -> Vec<f64>;
    /// The first of these indices whose candidate is a prime, or −1. A prime also passes the strong
    /// tests to all bases.
    #[cfg(feature = "verifier")]
    FirstPrime = primes::first_prime[
        first: Natural,
        safe: bool,
        indices: Vec<u32>,
        bases: Vec<Natural>,
    ] -> f64;
    /// Keeps a modulus with its precomputation.
    #[cfg(feature = "verifier")]
    KeepModulus = powers::keep_modulus[modulus: Natural] -> Handle<Modulus>;
    /// Frees a modulus.
    #[cfg(feature = "verifier")]
    FreeModulus = powers::free_modulus[object: Handle<Modulus>] -> ();

    /// A lookup table of one base, for exponents of at most `max_bits` bits: its repeated squares
    /// (`residues`), or every digit at every place.
    #[cfg(feature = "verifier")]
    FixedBase = tables::fixed_base[
        modulus: ModulusArgument,
        base: Integer,
        max_bits: usize,
        residues: bool,
    ] -> Handle<Tables>;
    /// The power of a fixed base.
    #[cfg(feature = "verifier")]
    FixedBasePow = tables::fixed_base_pow[
        modulus: ModulusArgument,
        table: Handle<Tables>,
        exponent: Integer,
    ] -> Vec<u8>;
    /// Lookup tables of several bases, 2^(window − 1) residues each.
    #[cfg(feature = "verifier")]
    Tables = tables::tables[
        modulus: ModulusArgument,
        bases: Vec<Integer>,
        window: u32,
    ] -> Handle<Tables>;
    /// The product of the powers of the bases, one exponent for each.
    #[cfg(feature = "verifier")]
    TablesPow = tables::tables_pow[
        modulus: ModulusArgument,
        tables: Handle<Tables>,
        exponents: Vec<Integer>,
    ] -> Vec<u8>;
    /// Frees lookup tables.
    #[cfg(feature = "verifier")]
    FreeTables = tables::free[object: Handle<Tables>] -> ();

    /// The product of one or two secret powers, each exponent below 2^bits. The arguments are wiped.
    #[cfg(feature = "verifier")]
    PowSecret = secret::pow[
        modulus: ModulusArgument,
        terms: Vec<SecretTerm<'_>>,
        bits: usize,
    ] -> Vec<u8>;
    /// RSA's private operation base^d mod p·q. The arguments are wiped.
    #[cfg(feature = "verifier")]
    PowCrt = secret::pow_crt[base: Secret<'_>, key: CrtKey<'_>] -> Vec<u8>;

    /// Whether a proof is valid.
    #[cfg(feature = "verifier")]
    Verify = verify::verify[proof: Proof<'_>, options: VerifyOptions<'_>] -> bool;
    /// The verdict on each proof. `batch` shares the squarings of Wesolowski proofs: then `random` has
    /// 16 bytes for each proof from a secure generator.
    #[cfg(feature = "verifier")]
    VerifyBatch = verify::verify_batch[
        proofs: Vec<Proof<'_>>,
        options: VerifyOptions<'_>,
        batch: bool,
        random: Bytes<'_>,
    ] -> Vec<Result<bool, Error>>;
    /// The input of a delay that a seed stands for.
    #[cfg(feature = "verifier")]
    HashToGroup = verify::hash_to_group[modulus: ModulusArgument, seed: Bytes<'_>] -> Vec<u8>;
    /// min(z mod N, N − z mod N).
    #[cfg(feature = "verifier")]
    Element = verify::element[modulus: ModulusArgument, z: Integer] -> Vec<u8>;

    /// A share of a round of a verification, which has a round for each value of the proof. `first` and
    /// `second` are the shares of the round before; input and output before the first. Without a share
    /// to compute, the rest is verified at once. The answer is empty if the proof is not valid.
    #[cfg(feature = "verifier")]
    VerifyInShares = verify::verify_in_shares[
        proof: Proof<'_>,
        options: VerifyOptions<'_>,
        rounds: usize,
        first: Bytes<'_>,
        second: Bytes<'_>,
        share: Option<Share>,
    ] -> Vec<u8>;

    /// Starts an evaluation that keeps values for the scheme's prover, in at most `memory` bytes.
    #[cfg(feature = "prover")]
    StartEvaluation = evaluation::start[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        scheme: Scheme,
        memory: u64,
    ] -> Handle<Evaluation>;
    /// Resumes an evaluation from a whole checkpoint, all of which is checked.
    #[cfg(feature = "prover")]
    ResumeEvaluation = evaluation::resume[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        checkpoint: Data,
    ] -> Handle<Evaluation>;
    /// Runs at most `squarings` more squarings. The answer is whether all are done and checked.
    #[cfg(feature = "prover")]
    AdvanceEvaluation = evaluation::advance[
        evaluation: Handle<Evaluation>,
        squarings: u64,
    ] -> bool;
    /// How far the evaluation has come, with the values that were kept since the last report.
    #[cfg(feature = "prover")]
    ReportEvaluation = evaluation::report[evaluation: Handle<Evaluation>] -> EvaluationReport;
    /// x^(2^T) mod N, once all squarings are done.
    #[cfg(feature = "prover")]
    EvaluationOutput = evaluation::output[evaluation: Handle<Evaluation>] -> Vec<u8>;
    /// Frees an evaluation.
    #[cfg(feature = "prover")]
    FreeEvaluation = evaluation::free[object: Handle<Evaluation>] -> ();

    /// The head of a complete checkpoint, which stands in the place of the task's head and may be cut off
    /// after its own head.
    #[cfg(feature = "prover")]
    CheckpointHead = prover::checkpoint_head[task: ProofTask<'_>] -> CompleteHead;
    /// The kept values that each part of a proof reads.
    #[cfg(feature = "prover")]
    ProverNeeds = prover::needs[task: ProofTask<'_>, parts: u32] -> Vec<ProverNeed>;
    /// Starts a part of a proof, with its kept values from an index on.
    #[cfg(feature = "prover")]
    StartProver = prover::start[
        task: ProofTask<'_>,
        part: u32,
        parts: u32,
        from: u64,
        values: Data,
    ] -> Handle<Prover>;
    /// Runs about `steps` more products or squarings.
    #[cfg(feature = "prover")]
    AdvanceProver = prover::advance[prover: Handle<Prover>, steps: u64] -> ProverReport;
    /// The result of a part that is done.
    #[cfg(feature = "prover")]
    ProverResult = prover::result[prover: Handle<Prover>] -> Vec<u8>;
    /// Frees a part of a proof.
    #[cfg(feature = "prover")]
    FreeProver = prover::free[object: Handle<Prover>] -> ();
    /// Joins the results of all parts in their order: input, output and values of the proof, which
    /// is verified.
    #[cfg(feature = "prover")]
    JoinProof = prover::join[task: ProofTask<'_>, results: Bytes<'_>] -> Vec<u8>;

    /// Whether a proof of Chia is valid. `strict` refuses encodings that only consensus takes, and
    /// without a length the discriminant has that of mainnet.
    #[cfg(feature = "chia")]
    ChiaVerify = chia::verify[
        proof: ChiaProof<'_>,
        strict: bool,
        discriminant_bits: Option<usize>,
    ] -> bool;

    /// Starts the evaluation of a part, which keeps values in at most `memory` bytes.
    #[cfg(feature = "chia-prover")]
    StartChiaEvaluation = chia_prover::start_evaluation[
        task: ChiaTask<'_>,
        memory: u64,
    ] -> Handle<ChiaEvaluation>;
    /// Resumes an evaluation from a whole checkpoint, all of which is checked.
    #[cfg(feature = "chia-prover")]
    ResumeChiaEvaluation = chia_prover::resume_evaluation[
        task: ChiaTask<'_>,
        checkpoint: Data,
    ] -> Handle<ChiaEvaluation>;
    /// Runs at most `squarings` more squarings. The answer is whether all are done.
    #[cfg(feature = "chia-prover")]
    AdvanceChiaEvaluation = chia_prover::advance_evaluation[
        evaluation: Handle<ChiaEvaluation>,
        squarings: u64,
    ] -> bool;
    /// How far the evaluation has come, with the values that were kept since the last report.
    #[cfg(feature = "chia-prover")]
    ReportChiaEvaluation = chia_prover::report_evaluation[
        evaluation: Handle<ChiaEvaluation>,
    ] -> EvaluationReport;
    /// The encoded output, once all squarings are done.
    #[cfg(feature = "chia-prover")]
    ChiaEvaluationOutput = chia_prover::evaluation_output[
        evaluation: Handle<ChiaEvaluation>,
    ] -> Vec<u8>;
    /// Frees an evaluation.
    #[cfg(feature = "chia-prover")]
    FreeChiaEvaluation = chia_prover::free_evaluation[object: Handle<ChiaEvaluation>] -> ();

    /// Starts the proof of a part from the whole checkpoint of its complete evaluation.
    #[cfg(feature = "chia-prover")]
    StartChiaProver = chia_prover::start_prover[
        task: ChiaTask<'_>,
        memory: u64,
        checkpoint: Data,
    ] -> Handle<ChiaProver>;
    /// Runs about `steps` more products.
    #[cfg(feature = "chia-prover")]
    AdvanceChiaProver = chia_prover::advance_prover[
        prover: Handle<ChiaProver>,
        steps: u64,
    ] -> ProverReport;
    /// The part as a segment of a witness, once its proof is done.
    #[cfg(feature = "chia-prover")]
    ChiaProverResult = chia_prover::prover_result[prover: Handle<ChiaProver>] -> Vec<u8>;
    /// Frees the proof of a part.
    #[cfg(feature = "chia-prover")]
    FreeChiaProver = chia_prover::free_prover[object: Handle<ChiaProver>] -> ();
}
