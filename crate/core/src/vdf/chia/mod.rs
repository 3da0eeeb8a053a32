//! Chia's delay proofs: Wesolowski's scheme in class groups, with proofs in parts (n-Wesolowski).
//!
//! The discriminant of the group is hashed from a challenge. A proof covers T squarings of a form x, and may consist
//! of parts, each of which covers some of the squarings. All answers are those of Chia's consensus.

pub mod discriminant;
pub mod encoding;
pub mod hash_prime;
pub mod verifier;

pub use discriminant::{Field, Fields};
pub use verifier::{Options, Proof, Walk, verify};
