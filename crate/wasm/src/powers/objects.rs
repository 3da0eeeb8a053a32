//! The objects that live in one instance.

use super::kept_tables::Tables;
use crate::shared::{module::Part, moduli::Moduli, slots::Slots};
#[cfg(feature = "complete")]
use powmod::secret::crt::KeptKey;

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// Moduli by handle and by value.
    pub moduli: Moduli,
    /// Lookup tables.
    pub tables: Slots<Tables>,
    /// RSA keys.
    #[cfg(feature = "complete")]
    pub crt_keys: Slots<KeptKey>,
}

impl Part for Objects {
    const NAME: &'static str = if cfg!(feature = "complete") { "" } else { "-powers" };
}
