//! A module, as the rest of the crate sees it.

use super::{types::ModuleName, wire::Reader};
use alloc::vec::Vec;
use powmod::{Error, kernel};

/// The build that is compiled now. The one module of its feature implements [`Module`] for it.
pub struct Build;

/// A list of operations, and the objects that they work on.
pub trait Module {
    /// Everything that an instance keeps between calls.
    type Objects: Default;

    /// Runs the operation of this number and adds its answer to `out`.
    ///
    /// # Errors
    /// The operation's own.
    fn perform(
        number: usize,
        objects: &mut Self::Objects,
        reader: &mut Reader<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error>;
}

/// The objects of a module, which know the module's part of the kernel.
pub trait Part {
    /// The end of the module's name, after the kernel's.
    const NAME: &'static str;
}

/// `NameOfModule`.
pub fn name_of_module<O: Part>(_objects: &mut O) -> Result<ModuleName, Error> {
    Ok(ModuleName { kernel: kernel::built_for().name, part: O::NAME })
}
