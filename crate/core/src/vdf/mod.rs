//! Verifiable delay functions: proofs that y = x^(2^T) mod N. A proof costs much less to verify than
//! to compute.
//!
//! There are two schemes, [`wesolowski`] and [`pietrzak`]. A [`profile`] fixes the elements and
//! the hashed bytes of a scheme. A proof is convincing only if nobody knows the factors of N, so a
//! verifier must check that N is the modulus that it expects.
//!
//! An [`Evaluation`] computes y in slices and checks its own squarings. A [`checkpoint`] saves an
//! evaluation, and a [`Prover`] makes the proof from the values that it keeps.

pub mod batch;
pub mod checkpoint;
pub mod chia;
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
pub use proof::{Encoded, Options, Proof, Scheme, Share};
pub use prover::Prover;
pub use task::Task;
pub use verifier::{check_form, verify, verify_in_shares};
