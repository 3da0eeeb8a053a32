//! The objects that live in one instance.

use crate::shared::module::Part;
use powmod_chia::Fields;

/// How many challenges are remembered with their discriminants: as many as a full node of Chia remembers.
const MAX_FIELDS: usize = 200;

/// Everything that an instance keeps between calls.
pub struct Objects {
    /// The discriminants of the last challenges.
    pub fields: Fields,
}

impl Default for Objects {
    fn default() -> Self {
        Self { fields: Fields::new(MAX_FIELDS) }
    }
}

impl Part for Objects {
    const NAME: &'static str = "-chia";
}
