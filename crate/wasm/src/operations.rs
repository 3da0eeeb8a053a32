//! The list of operations: everything that JavaScript can ask of wasm, with the names and types of
//! the arguments and of the answer.
//!
//! Both sides follow from this list. Rust compiles it: an operation whose function takes other
//! types is a compile error. The build (`crate/build/border.mjs`) makes
//! `crate/js/src/border/operations.generated.ts` of it: TypeScript that sends other types is a
//! compile error too. The forms are those of `list.rs`; the build reads them line by line.
//!
//! Two modules are built of it for each kernel. The feature `verifier` gives the operations that
//! `init` needs, the feature `prover` those that only pools need.

#[cfg(feature = "prover")]
use crate::{evaluation, prover, wire::Data};
use crate::{
    info,
    list::{answer, choice, operations, record},
    objects::{Handle, Objects},
    wire::{Answer, Argument, Bytes, Reader},
};
#[cfg(feature = "verifier")]
use crate::{
    methods,
    objects::{Modulus, ModulusArgument},
    powers, secret, tables, verify,
    wire::{Integer, Secret},
};
use alloc::vec::Vec;
#[cfg(feature = "verifier")]
use powmod::plan::{EarlyExit, WindowRule};
use powmod::{
    Error, Natural,
    vdf::{self, POWMOD_V1, TOKAMAK},
};

choice! {
    /// Which proof.
    Scheme: vdf::Scheme {
        "wesolowski" => vdf::Scheme::Wesolowski,
        "pietrzak" => vdf::Scheme::Pietrzak,
    }
}

choice! {
    /// The elements and transcripts of a proof.
    Profile: &'static dyn vdf::Profile {
        "powmod-v1" => &POWMOD_V1,
        "tokamak" => &TOKAMAK,
    }
}

choice! {
    /// A method for one base.
    #[cfg(feature = "verifier")]
    SingleMethod: methods::SingleMethod {
        "auto" => methods::SingleMethod::Auto,
        "binary" => methods::SingleMethod::Binary,
        "mary" => methods::SingleMethod::Mary,
        "sliding" => methods::SingleMethod::Sliding,
    }
}

choice! {
    /// A method for several bases.
    #[cfg(feature = "verifier")]
    MultiMethod: methods::MultiMethod {
        "auto" => methods::MultiMethod::Auto,
        "separate" => methods::MultiMethod::Separate,
        "ary" => methods::MultiMethod::Ary,
        "yll" => methods::MultiMethod::Yll,
        "interleaved" => methods::MultiMethod::Interleaved,
        "pippenger" => methods::MultiMethod::Pippenger,
    }
}

choice! {
    /// The rule that chooses the window.
    #[cfg(feature = "verifier")]
    WindowRuleName: WindowRule {
        "minimal" => WindowRule::Minimal,
        "paper" => WindowRule::Paper,
    }
}

choice! {
    /// After which steps the binary method looks for a zero.
    #[cfg(feature = "verifier")]
    EarlyExitName: EarlyExit {
        "products" => EarlyExit::Products,
        "all" => EarlyExit::All,
    }
}

record! {
    /// How one power is computed; the plan chooses what is not given.
    #[cfg(feature = "verifier")]
    SingleOptions {
        method: Option<SingleMethod>,
        window: Option<u32>,
        table: Option<WindowRuleName>,
        early_exit: Option<EarlyExitName>,
    }
}

record! {
    /// How a product of powers is computed; the plan chooses what is not given.
    #[cfg(feature = "verifier")]
    MultiOptions {
        method: Option<MultiMethod>,
        window: Option<u32>,
        table: Option<WindowRuleName>,
        early_exit: Option<EarlyExitName>,
    }
}

record! {
    /// One factor of a product of powers.
    #[cfg(feature = "verifier")]
    Term {
        base: Integer,
        exponent: Integer,
    }
}

record! {
    /// One factor of a product of secret powers.
    #[cfg(feature = "verifier")]
    SecretTerm<'a> {
        base: Secret<'a>,
        exponent: Secret<'a>,
    }
}

record! {
    /// An RSA private key by the Chinese remainder theorem.
    #[cfg(feature = "verifier")]
    CrtKey<'a> {
        p: Secret<'a>,
        q: Secret<'a>,
        dp: Secret<'a>,
        dq: Secret<'a>,
        q_inv: Secret<'a>,
        e: Bytes<'a>,
    }
}

record! {
    /// A proof as its file has it, the names as words and each number in as many bytes as the
    /// modulus; `values` are joined.
    #[cfg(feature = "verifier")]
    Proof<'a> {
        scheme: Scheme,
        profile: Profile,
        modulus: Bytes<'a>,
        input: Bytes<'a>,
        output: Bytes<'a>,
        iterations: u64,
        values: Bytes<'a>,
        delta: Option<u32>,
    }
}

record! {
    /// The claim that the caller wants a proof of, as far as the caller names it.
    #[cfg(feature = "verifier")]
    Expectation<'a> {
        modulus: Option<Natural>,
        input: Option<Integer>,
        seed: Option<Bytes<'a>>,
        iterations: Option<u64>,
        scheme: Option<Scheme>,
        profile: Option<Profile>,
    }
}

record! {
    /// What a verifier may set.
    #[cfg(feature = "verifier")]
    VerifyOptions<'a> {
        expect: Expectation<'a>,
        prime: Option<Natural>,
        max_delta: Option<u32>,
        allow_weak_modulus: bool,
    }
}

record! {
    /// The input of a delay: the number, or the seed that it comes from.
    #[cfg(feature = "prover")]
    Source<'a> {
        input: Option<Natural>,
        seed: Option<Bytes<'a>>,
    }
}

record! {
    /// What a proof is to show, and the memory for its making.
    #[cfg(feature = "prover")]
    ProofTask<'a> {
        scheme: Scheme,
        profile: Profile,
        modulus: Natural,
        source: Source<'a>,
        iterations: u64,
        delta: Option<u32>,
        memory: u64,
        head: Bytes<'a>,
    }
}

answer! {
    /// How far an evaluation has come: the head of its last checkpoint, and the values that were
    /// kept since those that the caller has.
    #[cfg(feature = "prover")]
    EvaluationReport {
        done: f64,
        kept: f64,
        head: Vec<u8>,
        values: Vec<u8>,
    }
}

answer! {
    /// The kept values that a part of a proof reads: from the first index to before the second.
    #[cfg(feature = "prover")]
    ProverNeed {
        from: f64,
        to: f64,
    }
}

answer! {
    /// How far a part of a proof has come.
    #[cfg(feature = "prover")]
    ProverReport {
        is_done: bool,
        done: f64,
        total: f64,
    }
}

operations! {
    // These three keep their places: they tell what a module is, whatever else it has.
    /// The name of the kernel that this module was built for.
    KernelName = info::kernel_name[] -> &'static str;
    /// The part of the kernel that this module holds: `-prover`, or nothing for the verifier.
    ModulePart = info::module_part[] -> &'static str;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = info::self_test[] -> &'static str;

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
    /// Keeps a modulus with its precomputation.
    #[cfg(feature = "verifier")]
    KeepModulus = powers::keep_modulus[modulus: Natural] -> Handle<Modulus>;
    /// Frees a modulus.
    #[cfg(feature = "verifier")]
    FreeModulus = powers::free_modulus[object: Handle<Modulus>] -> ();

    /// A lookup table of one base, for exponents of up to so many bits: its repeated squares
    /// (`residues`), or every digit at every place.
    #[cfg(feature = "verifier")]
    FixedBase = tables::fixed_base[
        modulus: ModulusArgument,
        base: Integer,
        max_bits: usize,
        residues: bool,
    ] -> Handle<tables::Tables>;
    /// The power of a fixed base.
    #[cfg(feature = "verifier")]
    FixedBasePow = tables::fixed_base_pow[
        modulus: ModulusArgument,
        table: Handle<tables::Tables>,
        exponent: Integer,
    ] -> Vec<u8>;
    /// Lookup tables of several bases, 2^(window − 1) residues each.
    #[cfg(feature = "verifier")]
    Tables = tables::tables[
        modulus: ModulusArgument,
        bases: Vec<Integer>,
        window: u32,
    ] -> Handle<tables::Tables>;
    /// The product of the powers of the bases, one exponent for each.
    #[cfg(feature = "verifier")]
    TablesPow = tables::tables_pow[
        modulus: ModulusArgument,
        tables: Handle<tables::Tables>,
        exponents: Vec<Integer>,
    ] -> Vec<u8>;
    /// Frees lookup tables.
    #[cfg(feature = "verifier")]
    FreeTables = tables::free[object: Handle<tables::Tables>] -> ();

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

    /// Starts an evaluation that keeps values for the scheme's prover in so many bytes.
    #[cfg(feature = "prover")]
    StartEvaluation = evaluation::start[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        scheme: Scheme,
        memory: u64,
    ] -> Handle<evaluation::Evaluation>;
    /// Resumes an evaluation from a whole checkpoint, all of which is checked.
    #[cfg(feature = "prover")]
    ResumeEvaluation = evaluation::resume[
        modulus: Natural,
        source: Source<'_>,
        iterations: u64,
        checkpoint: Data,
    ] -> Handle<evaluation::Evaluation>;
    /// Does at most so many squarings more. Whether all are done and checked.
    #[cfg(feature = "prover")]
    AdvanceEvaluation = evaluation::advance[
        evaluation: Handle<evaluation::Evaluation>,
        squarings: u64,
    ] -> bool;
    /// How far the evaluation has come, with the values that were kept from this index on.
    #[cfg(feature = "prover")]
    ReportEvaluation = evaluation::report[
        evaluation: Handle<evaluation::Evaluation>,
        from: usize,
    ] -> EvaluationReport;
    /// x^(2^T) mod N, once all squarings are done.
    #[cfg(feature = "prover")]
    EvaluationOutput = evaluation::output[evaluation: Handle<evaluation::Evaluation>] -> Vec<u8>;
    /// Frees an evaluation.
    #[cfg(feature = "prover")]
    FreeEvaluation = evaluation::free[object: Handle<evaluation::Evaluation>] -> ();

    /// The kept values that each of so many parts of a proof reads.
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
    ] -> Handle<vdf::Prover>;
    /// Does about so many products or squarings more.
    #[cfg(feature = "prover")]
    AdvanceProver = prover::advance[prover: Handle<vdf::Prover>, steps: u64] -> ProverReport;
    /// The result of a part that is done.
    #[cfg(feature = "prover")]
    ProverResult = prover::result[prover: Handle<vdf::Prover>] -> Vec<u8>;
    /// Frees a part of a proof.
    #[cfg(feature = "prover")]
    FreeProver = prover::free[object: Handle<vdf::Prover>] -> ();
    /// Joins the results of all parts in their order: input, output and values of the proof, which
    /// is verified.
    #[cfg(feature = "prover")]
    JoinProof = prover::join[task: ProofTask<'_>, results: Bytes<'_>] -> Vec<u8>;
}
