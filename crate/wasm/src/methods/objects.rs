//! The objects that live in one instance.

use crate::shared::{module::Part, moduli::Moduli};

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// The last moduli.
    pub moduli: Moduli,
}

impl Part for Objects {
    const NAME: &'static str = "-methods";
}
