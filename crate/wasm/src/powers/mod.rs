//! Powers, primes, the secret path and verification: the module that `init` loads.

mod arithmetic;
mod kept_tables;
mod objects;
mod primes;
mod secret;
mod tables;
mod types;
mod verify;

use crate::shared::error::Error;
use crate::shared::{
    macros::operations,
    module,
    moduli::{KeptModulus, ModulusArgument},
    self_test,
    slots::Handle,
    types::{ModuleName, Term},
    wire::{Bytes, Integer, Secret},
};
use alloc::vec::Vec;
use kept_tables::Tables;
pub use objects::Objects;
use powmod::{Natural, secret::crt::KeptKey};
use types::{CheckedOptions, CrtKey, Proof, SecretTerm, TableTerm};

operations! {
    /// The name of this module.
    NameOfModule = module::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// base^exponent mod N.
    Pow = arithmetic::pow[
        modulus: ModulusArgument,
        base: Integer,
        exponent: Integer,
    ] -> Vec<u8>;
    /// The product of the powers mod N of the terms and of fixed bases.
    MultiPow = arithmetic::multi_pow[
        modulus: ModulusArgument,
        terms: Vec<Term>,
        tables: Vec<TableTerm>,
    ] -> Vec<u8>;
    /// The powers of one base mod N.
    Powers = arithmetic::powers[
        modulus: ModulusArgument,
        base: Integer,
        exponents: Vec<Integer>,
    ] -> Vec<Vec<u8>>;
    /// a · b mod N.
    Mul = arithmetic::mul[modulus: ModulusArgument, a: Integer, b: Integer] -> Vec<u8>;
    /// The product of the factors mod N.
    Product = arithmetic::product[
        modulus: ModulusArgument,
        factors: Vec<Integer>,
    ] -> Vec<u8>;
    /// The inverse of a mod N.
    Inv = arithmetic::inv[modulus: ModulusArgument, a: Integer] -> Vec<u8>;
    /// x^(2^times) mod N.
    Square = arithmetic::square[modulus: ModulusArgument, x: Integer, times: u64] -> Vec<u8>;
    /// Whether n is a prime by the Baillie–PSW test.
    IsProbablePrime = arithmetic::is_probable_prime[n: Natural] -> bool;
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
    /// Keeps a modulus with its precomputation.
    KeepModulus = arithmetic::keep_modulus[modulus: Natural] -> Handle<KeptModulus>;
    /// Frees a modulus.
    FreeModulus = arithmetic::free_modulus[object: Handle<KeptModulus>] -> ();

    /// A lookup table of one base, for exponents of at most `max_bits` bits: a comb, or its
    /// repeated squares: these with `residues`, and modulo an even number and 1.
    FixedBase = tables::fixed_base[
        modulus: ModulusArgument,
        base: Integer,
        max_bits: usize,
        residues: bool,
    ] -> Handle<Tables>;
    /// The power of a fixed base with a comb, for a secret exponent of at most the table's bits. The exponent is wiped.
    FixedBasePowSecret = secret::fixed_base_pow[
        modulus: ModulusArgument,
        table: Handle<Tables>,
        exponent: Secret<'_>,
    ] -> Vec<u8>;
    /// Lookup tables of several bases, 2^(window − 1) residues each.
    Tables = tables::tables[
        modulus: ModulusArgument,
        bases: Vec<Integer>,
        window: u32,
    ] -> Handle<Tables>;
    /// The product of the powers of the bases, one exponent for each.
    TablesPow = tables::tables_pow[
        modulus: ModulusArgument,
        tables: Handle<Tables>,
        exponents: Vec<Integer>,
    ] -> Vec<u8>;
    /// Frees lookup tables.
    FreeTables = tables::free[object: Handle<Tables>] -> ();

    /// The product of one or two secret powers, each exponent below 2^bits. The arguments are wiped.
    PowSecret = secret::pow[
        modulus: ModulusArgument,
        terms: Vec<SecretTerm<'_>>,
        bits: usize,
    ] -> Vec<u8>;
    /// a·b + c mod N. The arguments are wiped.
    MulAddSecret = secret::mul_add[
        modulus: ModulusArgument,
        a: Secret<'_>,
        b: Secret<'_>,
        c: Secret<'_>,
    ] -> Vec<u8>;
    /// Prepares an RSA key. JavaScript wipes the instance's whole memory at the key's end.
    KeepCrtKey = secret::keep_crt_key[key: CrtKey<'_>] -> Handle<KeptKey>;
    /// RSA's private operation base^d mod p·q. The arguments are wiped.
    PowCrt = secret::pow_crt[key: Handle<KeptKey>, base: Secret<'_>] -> Vec<u8>;

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

    /// The inverses of the numbers mod N.
    InvAll = arithmetic::inv_all[modulus: ModulusArgument, list: Vec<Integer>] -> Vec<Vec<u8>>;
    /// The inverse of a mod N. The argument is wiped.
    InvSecret = secret::inv[modulus: ModulusArgument, a: Secret<'_>] -> Vec<u8>;
    /// Prepares an RSA key whose primes are to be found, from its modulus and both exponents.
    FindCrtKey = secret::find_crt_key[n: Bytes<'_>, e: Bytes<'_>, d: Secret<'_>] -> Handle<KeptKey>;
    /// Whether the power of each number mod N is 1.
    AreRootsOfUnity = arithmetic::are_roots_of_unity[
        modulus: ModulusArgument,
        list: Vec<Natural>,
        exponent: Natural,
    ] -> Vec<bool>;
}
