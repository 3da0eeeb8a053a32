//! The objects that live in one instance.

use super::kept_tables::Tables;
use crate::shared::{moduli::Moduli, slots::Slots};
use powmod::secret::crt::KeptKey;

/// Everything that an instance keeps between calls.
#[derive(Default)]
pub struct Objects {
    /// Moduli by handle and by value.
    pub moduli: Moduli,
    /// Lookup tables.
    pub tables: Slots<Tables>,
    /// RSA keys.
    #[allow(dead_code, reason = "only the complete module has any")]
    pub rsa_keys: Slots<KeptKey>,
}
