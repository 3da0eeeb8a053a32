//! The name of a module.

use super::error::Error;
use super::types::ModuleName;
use powmod::kernel;

/// The objects of a module, which know the module's part of the kernel.
pub trait Part {
    /// The end of the module's name, after the kernel's.
    const NAME: &'static str;
}

/// `NameOfModule`. A long modulus takes the kernel that the module is built for.
pub fn name_of_module<O: Part>(_objects: &mut O) -> Result<ModuleName, Error> {
    Ok(ModuleName { kernel: kernel::active(2048).name, part: O::NAME })
}
