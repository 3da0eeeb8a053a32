//! Profiles: the rules by which a protocol writes its elements and hashes its challenges.
//!
//! To add a profile, write its file and add a line to [`PROFILES`].
//!
//! ```
//! use powmod::{
//!     Natural,
//!     vdf::profile::{PROFILES, Profile, Round, Statement, powmod_v1, tokamak},
//! };
//!
//! let names: Vec<_> = PROFILES.iter().map(|profile| profile.name()).collect();
//! assert_eq!(names, ["powmod-v1", "tokamak"]);
//!
//! let profile: &dyn Profile = &powmod_v1::PowmodV1;
//! let n = Natural::from(15_u32);
//! assert_eq!(profile.element(Natural::from(13_u32), &n), Natural::from(2_u32));
//! assert_eq!(tokamak::Tokamak.element(Natural::from(13_u32), &n), Natural::from(13_u32));
//!
//! let (modulus, input, output, iterations) = (&[15][..], &[2][..], &[4][..], 2);
//! let round = Round { modulus, input, output, value: &[1], iterations };
//! assert!(profile.pietrzak_challenge(&round).bits() <= 128);
//! let statement = Statement { modulus, input, output, iterations };
//! let challenge = profile.wesolowski_challenge().expect("the profile has Wesolowski's proofs");
//! assert_eq!(challenge(&statement).bits(), 256);
//! assert_eq!(powmod_v1::wesolowski_seed(&statement).len(), 32);
//! ```

pub mod powmod_v1;
mod rules;
pub mod tokamak;

pub use powmod_v1::POWMOD_V1;
pub use rules::{Profile, Round, Statement};
pub use tokamak::TOKAMAK;

/// Every profile.
pub const PROFILES: &[&dyn Profile] = &[&POWMOD_V1, &TOKAMAK];
