//! The discriminants of Chia's last challenges.

use powmod_chia::Fields;

/// How many challenges are remembered with their discriminants: as many as a full node of Chia remembers.
const MAX_FIELDS: usize = 200;

/// The discriminants of the last challenges, with what proofs need of them.
#[derive(Default)]
pub struct RecentFields(Option<Fields>);

impl RecentFields {
    /// All that are remembered.
    pub fn get(&mut self) -> &mut Fields {
        self.0.get_or_insert_with(|| Fields::new(MAX_FIELDS))
    }
}
