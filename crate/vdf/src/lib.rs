#![doc = include_str!("../README.md")]
//!
//! ## From an evaluation to a proof
//!
//! An [`Evaluation`] computes y in slices and checks its own squarings. A checkpoint saves an
//! evaluation, and a [`Prover`] makes the proof from the values that it keeps.
//!
//! ```
//! use powmod::Natural;
//! use powmod_vdf::{
//!     Encoded, Evaluation, Group, Options, POWMOD_V1, Proof, Prover, Scheme, Task, check_form, input,
//!     verify,
//! };
//!
//! let group = Group::rsa_2048();
//! let input = input::from_seed(&group, b"powmod").expect("the seed gives an input");
//! let (scheme, iterations, memory) = (Scheme::Pietrzak, 4000, 1 << 20);
//! let mut evaluation = Evaluation::new(&group, &input, iterations, scheme, memory)?;
//! while !evaluation.advance(1000)? {}
//!
//! let task = Task { scheme, profile: &POWMOD_V1, input, iterations, delta: Some(4), challenge: None, memory };
//! let values = evaluation.values()?.to_vec();
//! let mut prover = Prover::new(&group, &task, evaluation.head()?, values, 0, 0, 1)?;
//! while !prover.advance(1000)? {}
//! let proof: Proof = task.join(&group, evaluation.head()?, &prover.result())?;
//!
//! let options = Options::default();
//! check_form(group.natural(), &proof, &options)?;
//! assert!(verify(&group, &proof, &options)?);
//!
//! // From bytes, as a proof file has them:
//! let bytes = |x: &Natural| x.to_be_bytes_padded(256).expect("2048 bits at most");
//! let [x, y] = [bytes(&proof.input), bytes(&proof.output)];
//! let values = proof.values.iter().map(bytes).collect::<Vec<_>>().concat();
//! let encoded = Encoded {
//!     scheme,
//!     profile: &POWMOD_V1,
//!     input: &x,
//!     output: &y,
//!     iterations,
//!     values: &values,
//!     delta: proof.delta,
//! };
//! let decoded = encoded.decode(group.natural())?;
//! assert_eq!(decoded, proof);
//! # Ok::<(), powmod_vdf::Error>(())
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![warn(missing_debug_implementations, clippy::must_use_candidate)]

extern crate alloc;

mod batch;
pub mod checkpoint;
mod error;
mod evaluation;
mod group;
mod hash;
mod hash_to_prime;
pub mod input;
mod limits;
mod pietrzak;
mod profile;
mod proof;
#[cfg(feature = "json")]
mod proof_file;
mod prover;
pub mod reasons;
mod task;
mod verifier;
mod wesolowski;

pub use batch::{verify_batch, verify_checked};
pub use error::{Error, Kind};
pub use evaluation::Evaluation;
pub use group::Group;
pub use hash_to_prime::hash_to_prime;
pub use limits::{DEFAULT_MAX_DELTA, MAX_BITS, MAX_DELTA, MAX_ITERATIONS, MIN_BITS, RANDOM_BYTES};
#[cfg(feature = "testing")]
pub use pietrzak::claim::{Claim, rounds};
#[cfg(feature = "testing")]
pub use profile::powmod_v1::wesolowski_seed;
pub use profile::{POWMOD_V1, PROFILES, Profile, Statement, TOKAMAK};
pub use proof::{Encoded, Options, Proof, Scheme};
#[cfg(feature = "json")]
pub use proof_file::ProofFile;
pub use prover::{Prover, prove};
pub use task::Task;
pub use verifier::{Checked, MAX_PRODUCTS, check_form, verify};
pub use wesolowski::challenge;

/// How far the squarings are, without the values.
macro_rules! debug_progress {
    ($($Type:ident),*) => { $(
        impl core::fmt::Debug for $Type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{} {{ done: {}, total: {} }}", stringify!($Type), self.done(), self.total())
            }
        }
    )* };
}
debug_progress!(Evaluation, Prover);
