//! Powers by the methods that papers compare: the module that workshop/methods loads.

mod objects;
mod powers;
mod types;

use crate::shared::{
    macros::operations,
    module, self_test,
    types::{ModuleName, Term},
    wire::Integer,
};
use alloc::vec::Vec;
pub use objects::Objects;
use powmod::Natural;
use types::{Counts, MultiOptions, SingleOptions};

operations! {
    /// The name of this module.
    NameOfModule = module::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// base^exponent mod N.
    Pow = powers::pow[
        modulus: Natural,
        base: Integer,
        exponent: Integer,
        options: SingleOptions,
    ] -> Vec<u8>;
    /// The product of the terms' powers mod N.
    MultiPow = powers::multi_pow[
        modulus: Natural,
        terms: Vec<Term>,
        options: MultiOptions,
    ] -> Vec<u8>;
    /// The operations of `Pow`.
    CountPow = powers::count_pow[
        modulus: Natural,
        base: Integer,
        exponent: Integer,
        options: SingleOptions,
    ] -> Counts;
    /// The operations of `MultiPow`.
    CountMultiPow = powers::count_multi_pow[
        modulus: Natural,
        terms: Vec<Term>,
        options: MultiOptions,
    ] -> Counts;
}
