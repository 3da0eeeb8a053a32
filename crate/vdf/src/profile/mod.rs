//! Profiles: the rules by which a protocol writes its elements and hashes its challenges.
//!
//! To add a profile, write its file and add a line to [`PROFILES`].
//!
//! ```
//! use powmod::Natural;
//! use powmod_vdf::{POWMOD_V1, PROFILES, Profile, TOKAMAK};
//!
//! let names: Vec<_> = PROFILES.iter().map(|profile| profile.name()).collect();
//! assert_eq!(names, ["powmod-v1", "tokamak"]);
//!
//! // The element of 13 modulo 15.
//! let (z, n) = (Natural::from(13_u32), Natural::from(15_u32));
//! assert_eq!(POWMOD_V1.element(z.clone(), &n), Natural::from(2_u32));
//! assert_eq!(TOKAMAK.element(z.clone(), &n), z);
//! ```

pub mod powmod_v1;
mod rules;
pub mod tokamak;

pub use powmod_v1::POWMOD_V1;
pub use rules::{Profile, Statement};
pub use tokamak::TOKAMAK;

/// Every profile.
pub const PROFILES: &[&dyn Profile] = &[&POWMOD_V1, &TOKAMAK];
