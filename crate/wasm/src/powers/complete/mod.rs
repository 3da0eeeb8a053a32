//! What the module of powers alone lacks: primes, RSA keys, and the verification of delay proofs.

mod keys;
mod primes;
mod types;
mod verify;

use crate::powers::Objects;
use crate::shared::{
    error::Error,
    macros::operations,
    module::Part,
    moduli::ModulusArgument,
    slots::Handle,
    wire::{Bytes, Integer, Secret, SecretAnswer},
};
use alloc::vec::Vec;
use powmod::{Natural, secret::crt::KeptKey};
use types::{CheckedOptions, Proof, RsaPrimes};

impl Part for Objects {
    const NAME: &'static str = "";
}

operations! {
    /// Whether n is a prime by the Baillie–PSW test.
    IsProbablePrime = primes::is_probable_prime[n: Natural] -> bool;
    /// The indices below `count` of the candidates without small factors, in the search for a prime
    /// from `first` on.
    SievePrimes = primes::sieve[first: Natural, safe: bool, count: u32] -> Vec<f64>;
    /// The first of these indices whose candidate is a prime, or −1. A prime also passes the strong
    /// tests to all bases.
    FirstPrime = primes::first_prime[
        first: Natural,
        safe: bool,
        indices: Vec<u32>,
        bases: Vec<Natural>,
    ] -> f64;

    /// Prepares an RSA key. JavaScript wipes the instance's whole memory at the key's end.
    KeepRsaKey = keys::keep_rsa_key[key: RsaPrimes<'_>] -> Handle<KeptKey>;
    /// Prepares an RSA key whose primes are to be found, from its modulus and both exponents.
    FindRsaKey = keys::find_rsa_key[n: Bytes<'_>, e: Bytes<'_>, d: Secret<'_>] -> Handle<KeptKey>;
    /// RSA's private operation base^d mod p·q. The arguments are wiped.
    PowCrt = keys::pow_crt[key: Handle<KeptKey>, base: Secret<'_>] -> SecretAnswer;

    /// Whether a proof is valid.
    Verify = verify::verify[proof: Proof<'_>, options: CheckedOptions<'_>] -> bool;
    /// The verdict on each proof. `batch` shares the squarings of Wesolowski proofs: then `random` has
    /// 16 bytes for each proof from a secure generator.
    VerifyBatch = verify::verify_batch[
        proofs: Vec<Proof<'_>>,
        options: CheckedOptions<'_>,
        batch: bool,
        random: Bytes<'_>,
    ] -> Vec<Result<bool, Error>>;
    /// The input of a delay that a seed stands for.
    HashToGroup = verify::hash_to_group[modulus: ModulusArgument, seed: Bytes<'_>] -> Vec<u8>;
    /// min(z mod N, N − z mod N).
    Element = verify::element[modulus: ModulusArgument, z: Integer] -> Vec<u8>;
}
