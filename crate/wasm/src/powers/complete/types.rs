//! The types of the arguments of these operations.

use crate::shared::{
    macros::record,
    vdf::{Profile, Scheme},
    wire::{Bytes, Integer, Secret},
};
use powmod::Natural;

record! {
    /// What a key has for each prime, and q⁻¹ mod p.
    CrtParts<'a> {
        dp: Secret<'a>,
        dq: Secret<'a>,
        q_inv: Secret<'a>,
    }
}

record! {
    /// An RSA private key by the Chinese remainder theorem. Without `parts` they are computed; n and d are compared.
    RsaPrimes<'a> {
        p: Secret<'a>,
        q: Secret<'a>,
        parts: Option<CrtParts<'a>>,
        e: Bytes<'a>,
        n: Option<Bytes<'a>>,
        d: Option<Secret<'a>>,
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
    /// The claim that the caller wants a proof of, as far as the caller names it. A profile is always named, because a
    /// proof of `tokamak` shows less.
    Expectation<'a> {
        modulus: Option<Natural>,
        input: Option<Integer>,
        seed: Option<Bytes<'a>>,
        iterations: Option<u64>,
        scheme: Option<Scheme>,
        profile: Profile,
    }
}

record! {
    /// The options of a verification, whose types JavaScript has checked. Where the caller halves a Pietrzak proof, by
    /// challenges of its own, all is checked but the equation.
    CheckedOptions<'a> {
        expect: Expectation<'a>,
        prime: Option<Natural>,
        halved_by_caller: bool,
        max_delta: Option<u32>,
        allow_weak_modulus: bool,
    }
}
