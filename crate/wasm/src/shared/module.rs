//! The name of a module.

use super::error::Error;
use super::types::ModuleName;
use powmod::kernel;

/// The objects of a module, which know the module's part of the kernel.
pub trait Part {
    /// The end of the module's name, after the kernel's.
    const NAME: &'static str;
}

/// `NameOfModule`.
pub fn name_of_module<O: Part>(_objects: &mut O) -> Result<ModuleName, Error> {
    Ok(ModuleName { kernel: kernel::built_for().name, part: O::NAME })
}
