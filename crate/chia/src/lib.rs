//! Chia's delay proofs: Wesolowski's scheme in class groups, with proofs in parts (n-Wesolowski).
//!
//! The discriminant of the group is hashed from a challenge. A proof covers T squarings of a form x, and may consist
//! of parts, each of which covers some of the squarings. All answers are those of Chia's consensus.
//!
//! ```
//! use powmod_chia::{self as chia, Field, Fields, Options, Proof};
//!
//! let challenge = [7; 32];
//! let mut field = Field::new(&challenge, 512)?;
//! let x = field.group.generator();
//! let chia::Proved { output, witness, witness_type } = chia::prove(&mut field, &x, &[600, 400], 1 << 20);
//!
//! let input = chia::encoding::encode(&field.group, &x);
//! let (input, output, witness) = (&input[..], &output[..], &witness[..]);
//! let proof = Proof { challenge: &challenge, iterations: 1000, input, output, witness, witness_type };
//! let options = Options { discriminant_bits: Some(512), ..Options::default() };
//! assert!(chia::verify(&mut Fields::new(1), &proof, &options)?);
//! # Ok::<(), powmod::Error>(())
//! ```
//!
//! The modules, from top to bottom. A module imports only from modules below it, and from the crate [`powmod`].
//!
//! - [`prover`], [`evaluation`]: the output of a challenge, with checkpoints, and its proof
//! - [`verifier`]: whether a proof is valid
//! - [`discriminant`]: the class group of a challenge
//! - [`encoding`], [`hash_prime`]: forms as bytes; primes by hashing
//! - [`classgroup`]: class groups of imaginary quadratic fields
//! - [`integer`]: their numbers

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod classgroup;
pub mod discriminant;
pub mod encoding;
pub mod evaluation;
pub mod hash_prime;
pub mod integer;
pub mod prover;
pub mod verifier;

pub use discriminant::{Field, Fields};
pub use evaluation::Evaluation;
pub use prover::{Proved, Prover, prove};
pub use verifier::{Options, Proof, Walk, verify};
