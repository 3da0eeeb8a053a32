//! Verifiable delay functions: proofs that y = x^(2^T) mod N, far cheaper to check than to make.
//!
//! Two schemes, [`wesolowski`] and [`pietrzak`], each in the profiles that fix its elements and
//! transcripts byte by byte. What a proof shows, it shows to whoever trusts that nobody knows the
//! factors of N: a verifier names the modulus that it expects.
//!
//! An [`Evaluation`] makes y in slices, checks itself and is saved in [`checkpoint`]s; a [`Prover`]
//! makes the proof from what one kept.

pub mod batch;
pub mod checkpoint;
pub mod evaluation;
pub mod group;
mod hash;
pub mod hash_to_prime;
pub mod input;
pub mod limits;
pub mod pietrzak;
pub mod profile;
pub mod proof;
pub mod prover;
pub mod task;
pub mod verifier;
pub mod wesolowski;

pub use evaluation::Evaluation;
pub use group::Group;
pub use limits::{DEFAULT_MAX_DELTA, MAX_DELTA, MAX_ITERATIONS, MOST_PRODUCTS};
pub use profile::{POWMOD_V1, PROFILES, Profile, TOKAMAK};
pub use proof::{Encoded, Options, Proof, Scheme};
pub use prover::Prover;
pub use task::Task;
pub use verifier::{check_form, verify};
