//! Profiles: the rules by which a protocol writes its elements and hashes its challenges.
//!
//! To add a profile, write its file and add a line to [`PROFILES`].

pub mod powmod_v1;
mod rules;
pub mod tokamak;

pub use powmod_v1::POWMOD_V1;
pub use rules::{Profile, Statement};
pub use tokamak::TOKAMAK;

/// Why Wesolowski's scheme is refused.
pub(crate) const NO_WESOLOWSKI: &str = "does not offer wesolowski";

/// Every profile.
pub const PROFILES: &[&dyn Profile] = &[&POWMOD_V1, &TOKAMAK];
