//! The types of the arguments and answers of operations, beyond those of `wire.rs`.
//!
//! The build makes TypeScript of them too: see `operations/mod.rs`.

#[cfg(feature = "verifier")]
use crate::wire::{Integer, Secret};
use crate::{
    macros::{answer, choice, record},
    wire::Bytes,
};
#[cfg(any(feature = "prover", feature = "chia-prover"))]
use alloc::vec::Vec;
#[cfg(any(feature = "verifier", feature = "prover"))]
use powmod::Natural;
#[cfg(feature = "verifier")]
use powmod::plan::{EarlyExit, WindowRule};
use powmod::vdf::{self, POWMOD_V1, TOKAMAK};

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
    /// One of the two shares of a round of a verification.
    #[cfg(feature = "verifier")]
    Share: vdf::Share {
        "first" => vdf::Share::First,
        "second" => vdf::Share::Second,
    }
}

/// The methods for one base.
#[cfg(feature = "verifier")]
#[derive(Clone, Copy)]
pub enum Single {
    Auto,
    Binary,
    Mary,
    Sliding,
}

/// The methods for several bases.
#[cfg(feature = "verifier")]
#[derive(Clone, Copy)]
pub enum Multi {
    Auto,
    Separate,
    Ary,
    Yll,
    Interleaved,
    Pippenger,
    BosCoster,
}

choice! {
    /// A method for one base.
    #[cfg(feature = "verifier")]
    SingleMethod: Single {
        "auto" => Single::Auto,
        "binary" => Single::Binary,
        "mary" => Single::Mary,
        "sliding" => Single::Sliding,
    }
}

choice! {
    /// A method for several bases.
    #[cfg(feature = "verifier")]
    MultiMethod: Multi {
        "auto" => Multi::Auto,
        "separate" => Multi::Separate,
        "ary" => Multi::Ary,
        "yll" => Multi::Yll,
        "interleaved" => Multi::Interleaved,
        "pippenger" => Multi::Pippenger,
        "bos-coster" => Multi::BosCoster,
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
    /// The options of a verification.
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
    /// The claim to prove, the memory of the prover, and the head of the evaluation's checkpoint.
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

record! {
    /// A proof of Chia, in the names of Chia's structures. `iterations` has 8 bytes.
    #[cfg(feature = "chia")]
    ChiaProof<'a> {
        challenge: Bytes<'a>,
        iterations: Bytes<'a>,
        input: Bytes<'a>,
        output: Bytes<'a>,
        witness: Bytes<'a>,
        witness_type: u64,
    }
}

record! {
    /// The squarings of a part of a proof of Chia: T squarings of an encoded form.
    #[cfg(feature = "chia-prover")]
    ChiaTask<'a> {
        challenge: Bytes<'a>,
        discriminant_bits: Option<usize>,
        input: Bytes<'a>,
        iterations: u64,
    }
}

answer! {
    /// The kernel that a module was built for, and the part of the kernel that the module holds:
    /// `-prover`, `-chia`, `-chia-prover`, or nothing for the verifier.
    ModuleName {
        kernel: &'static str,
        part: &'static str,
    }
}

answer! {
    /// How far an evaluation has come: the head of its last checkpoint, and the values that were
    /// kept since the last report.
    #[cfg(any(feature = "prover", feature = "chia-prover"))]
    EvaluationReport {
        done: f64,
        head: Vec<u8>,
        values: Vec<u8>,
    }
}

answer! {
    /// The head of a complete checkpoint, the number of its kept values, and their SHA-256.
    #[cfg(feature = "prover")]
    CompleteHead {
        head: Vec<u8>,
        kept: f64,
        values_hash: Vec<u8>,
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
    #[cfg(any(feature = "prover", feature = "chia-prover"))]
    ProverReport {
        is_done: bool,
        done: f64,
        total: f64,
    }
}
