//! In place of `complete/` in the module of powers alone.

use crate::powers::Objects;
use crate::shared::{error::Error, module::Part, wire::Reader};
use alloc::vec::Vec;

impl Part for Objects {
    const NAME: &'static str = "-powers";
}

/// No operations.
pub fn perform(
    _: usize,
    _: &mut Objects,
    _: &mut Reader<'_>,
    _: &mut Vec<u8>,
) -> Result<(), Error> {
    unreachable!("JavaScript has the numbers of the list")
}
