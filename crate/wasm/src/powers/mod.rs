//! Powers, products, inverses, tables and the secret path; with the feature `complete` also primes, RSA keys and
//! verification. `init` of `powmod` loads the complete module, and that of `powmod/powers` the one without.
//!
//! What only the complete module has is in the folder `complete/`, and its operations come last, so that an operation
//! has the same number in both. The other module has `alone.rs` in place of that folder.

mod arithmetic;
#[cfg_attr(not(feature = "complete"), path = "alone.rs")]
mod complete;
mod kept_tables;
mod objects;
mod secret;
mod tables;
mod types;

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
use kept_tables::Tables;
pub use objects::Objects;
use powmod::Natural;
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

    /// A lookup table of one base, for exponents of at most `exponent_bits` bits: a comb, or its
    /// repeated squares: these with `residues`, and modulo an even number and 1.
    FixedBase = tables::fixed_base[
        modulus: ModulusArgument,
        base: Integer,
        exponent_bits: usize,
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

    // Of the complete module, whose list goes on.
    _ => complete::perform;
}
