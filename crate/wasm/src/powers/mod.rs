//! Powers, products, inverses, tables and the secret path; with the feature `complete` also primes, RSA keys and
//! verification. `init` of `powmod` loads the complete module, and that of `powmod/powers` the one without.
//!
//! The list serves both. A mark tells what only the complete module has. These operations come last, so that an
//! operation has the same number in both.

mod arithmetic;
#[cfg(feature = "complete")]
mod complete;
mod kept_tables;
mod objects;
mod secret;
mod tables;
mod types;

#[cfg(feature = "complete")]
use crate::shared::{error::Error, wire::Bytes};
use crate::shared::{
    macros::operations,
    module,
    moduli::{KeptModulus, ModulusArgument},
    self_test,
    slots::Handle,
    types::{ModuleName, Term},
    wire::{Integer, Secret, SecretAnswer},
};
use alloc::vec::Vec;
#[cfg(feature = "complete")]
use complete::types::{CheckedOptions, CrtKey, Proof};
use kept_tables::Tables;
pub use objects::Objects;
use powmod::Natural;
#[cfg(feature = "complete")]
use powmod::secret::crt::KeptKey;
use types::{SecretTerm, TableTerm};

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
    /// The inverses of the numbers mod N.
    InvAll = arithmetic::inv_all[modulus: ModulusArgument, list: Vec<Integer>] -> Vec<Vec<u8>>;
    /// x^(2^times) mod N.
    Square = arithmetic::square[modulus: ModulusArgument, x: Integer, times: u64] -> Vec<u8>;
    /// Whether the power of each number mod N is 1.
    AreRootsOfUnity = arithmetic::are_roots_of_unity[
        modulus: ModulusArgument,
        list: Vec<Natural>,
        exponent: Natural,
    ] -> Vec<bool>;
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
    ] -> SecretAnswer;
    /// The power of a fixed base with a comb, for a secret exponent of at most the table's bits. The exponent is wiped.
    FixedBasePowSecret = secret::fixed_base_pow[
        modulus: ModulusArgument,
        table: Handle<Tables>,
        exponent: Secret<'_>,
    ] -> SecretAnswer;
    /// a·b + c mod N. The arguments are wiped.
    MulAddSecret = secret::mul_add[
        modulus: ModulusArgument,
        a: Secret<'_>,
        b: Secret<'_>,
        c: Secret<'_>,
    ] -> SecretAnswer;
    /// The inverse of a mod N. The argument is wiped.
    InvSecret = secret::inv[modulus: ModulusArgument, a: Secret<'_>] -> SecretAnswer;

    /// Whether n is a prime by the Baillie–PSW test.
    #[cfg(feature = "complete")]
    IsProbablePrime = complete::primes::is_probable_prime[n: Natural] -> bool;
    /// The indices below `count` of the candidates without small factors, in the search for a prime
    /// from `first` on.
    #[cfg(feature = "complete")]
    SievePrimes = complete::primes::sieve[first: Natural, safe: bool, count: u32] -> Vec<f64>;
    /// The first of these indices whose candidate is a prime, or −1. A prime also passes the strong
    /// tests to all bases.
    #[cfg(feature = "complete")]
    FirstPrime = complete::primes::first_prime[
        first: Natural,
        safe: bool,
        indices: Vec<u32>,
        bases: Vec<Natural>,
    ] -> f64;

    /// Prepares an RSA key. JavaScript wipes the instance's whole memory at the key's end.
    #[cfg(feature = "complete")]
    KeepCrtKey = complete::keys::keep_crt_key[key: CrtKey<'_>] -> Handle<KeptKey>;
    /// Prepares an RSA key whose primes are to be found, from its modulus and both exponents.
    #[cfg(feature = "complete")]
    FindCrtKey = complete::keys::find_crt_key[n: Bytes<'_>, e: Bytes<'_>, d: Secret<'_>] -> Handle<KeptKey>;
    /// RSA's private operation base^d mod p·q. The arguments are wiped.
    #[cfg(feature = "complete")]
    PowCrt = complete::keys::pow_crt[key: Handle<KeptKey>, base: Secret<'_>] -> SecretAnswer;

    /// Whether a proof is valid.
    #[cfg(feature = "complete")]
    Verify = complete::verify::verify[proof: Proof<'_>, options: CheckedOptions<'_>] -> bool;
    /// The verdict on each proof. `batch` shares the squarings of Wesolowski proofs: then `random` has
    /// 16 bytes for each proof from a secure generator.
    #[cfg(feature = "complete")]
    VerifyBatch = complete::verify::verify_batch[
        proofs: Vec<Proof<'_>>,
        options: CheckedOptions<'_>,
        batch: bool,
        random: Bytes<'_>,
    ] -> Vec<Result<bool, Error>>;
    /// The input of a delay that a seed stands for.
    #[cfg(feature = "complete")]
    HashToGroup = complete::verify::hash_to_group[modulus: ModulusArgument, seed: Bytes<'_>] -> Vec<u8>;
    /// min(z mod N, N − z mod N).
    #[cfg(feature = "complete")]
    Element = complete::verify::element[modulus: ModulusArgument, z: Integer] -> Vec<u8>;
}
