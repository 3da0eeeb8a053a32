//! The types of the arguments and answers of these operations.

use crate::shared::{
    macros::{choice, record},
    types::{Profile, Scheme},
    wire::{Bytes, Integer, Secret},
};
use powmod::{
    Natural,
    plan::{EarlyExit, WindowRule},
    vdf,
};

choice! {
    /// One of the two shares of a round of a verification.
    Share: vdf::Share {
        "first" => vdf::Share::First,
        "second" => vdf::Share::Second,
    }
}

/// The methods for one base.
#[derive(Clone, Copy)]
pub enum Single {
    Auto,
    Binary,
    Mary,
    Sliding,
}

/// The methods for several bases.
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
    SingleMethod: Single {
        "auto" => Single::Auto,
        "binary" => Single::Binary,
        "mary" => Single::Mary,
        "sliding" => Single::Sliding,
    }
}

choice! {
    /// A method for several bases.
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
    WindowRuleName: WindowRule {
        "minimal" => WindowRule::Minimal,
        "paper" => WindowRule::Paper,
    }
}

choice! {
    /// After which steps the binary method looks for a zero.
    EarlyExitName: EarlyExit {
        "products" => EarlyExit::Products,
        "all" => EarlyExit::All,
    }
}

record! {
    /// How one power is computed; the plan chooses what is not given.
    SingleOptions {
        method: Option<SingleMethod>,
        window: Option<u32>,
        table: Option<WindowRuleName>,
        early_exit: Option<EarlyExitName>,
    }
}

record! {
    /// How a product of powers is computed; the plan chooses what is not given.
    MultiOptions {
        method: Option<MultiMethod>,
        window: Option<u32>,
        table: Option<WindowRuleName>,
        early_exit: Option<EarlyExitName>,
    }
}

record! {
    /// One factor of a product of powers.
    Term {
        base: Integer,
        exponent: Integer,
    }
}

record! {
    /// One factor of a product of secret powers.
    SecretTerm<'a> {
        base: Secret<'a>,
        exponent: Secret<'a>,
    }
}

record! {
    /// An RSA private key by the Chinese remainder theorem.
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
    VerifyOptions<'a> {
        expect: Expectation<'a>,
        prime: Option<Natural>,
        max_delta: Option<u32>,
        allow_weak_modulus: bool,
    }
}
