//! The profiles that this crate has.
//!
//! To add a profile: write its file, and add its line to [`PROFILES`].

pub mod powmod_v1;
mod rules;
pub mod tokamak;

pub use powmod_v1::POWMOD_V1;
pub use rules::{Profile, Round, Statement};
pub use tokamak::TOKAMAK;

/// Every profile.
pub const PROFILES: &[&dyn Profile] = &[&POWMOD_V1, &TOKAMAK];
