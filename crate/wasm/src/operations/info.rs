//! What a module tells of itself.

use crate::{objects::Objects, types::ModuleName};
use powmod::{Error, kernel};

/// `NameOfModule`.
pub fn name_of_module(_objects: &mut Objects) -> Result<ModuleName, Error> {
    Ok(ModuleName {
        kernel: kernel::built_for().name,
        part: match () {
            () if cfg!(feature = "prover") => "-prover",
            () if cfg!(feature = "chia") => "-chia",
            () if cfg!(feature = "chia-prover") => "-chia-prover",
            () => "",
        },
    })
}
