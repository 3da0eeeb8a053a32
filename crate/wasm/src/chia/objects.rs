//! The objects that live in one instance.

use crate::shared::{chia_fields::RecentFields, module::Part};

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// The discriminants of the last challenges.
    pub fields: RecentFields,
}

impl Part for Objects {
    const NAME: &'static str = "-chia";
}
