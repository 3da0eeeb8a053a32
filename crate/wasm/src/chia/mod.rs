//! The verification of Chia's proofs: the module that `powmod/chia` loads.

mod objects;
mod types;
mod verify;

use crate::shared::{
    chia_self_test as self_test,
    macros::{errors_of, operations},
    module,
    types::ModuleName,
};
pub use objects::Objects;
use types::ChiaProof;

errors_of!(powmod_chia: Argument, Proof);

operations! {
    /// The name of this module.
    NameOfModule = module::name_of_module[] -> ModuleName;
    /// The self-test: an empty text, or the part that the engine computes wrongly.
    SelfTest = self_test::self_test[] -> &'static str;

    /// Whether a proof of Chia is valid. `strict` refuses encodings that only consensus takes, and
    /// without a length the discriminant has that of mainnet.
    ChiaVerify = verify::verify[
        proof: ChiaProof<'_>,
        strict: bool,
        discriminant_bits: Option<usize>,
    ] -> bool;
}
