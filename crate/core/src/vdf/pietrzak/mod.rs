//! Pietrzak's proof (eprint 2018/627). A halving turns the claim x^(2^T) = y into a claim with half
//! as many squarings, from x^r·v to v^r·y, where v = x^(2^(T/2)) is the midpoint and r a challenge.
//! When 2^δ squarings are left, the verifier computes them.
//!
//! ```
//! use powmod::{Natural, vdf::{Group, POWMOD_V1, pietrzak::{self, Claim}}};
//!
//! assert_eq!(pietrzak::rounds(1 << 20, 10), 10);
//!
//! // Two squarings, halved by their midpoint.
//! let mut group = Group::rsa_2048();
//! let [input, midpoint, output] = [3_u32, 9, 81].map(Natural::from);
//! let mut claim = Claim { input, output, iterations: 2 };
//! claim.halve(&mut group, &POWMOD_V1, &midpoint);
//! assert_eq!(claim.iterations, 1);
//! let square = group.modulus().mul(&claim.input, &claim.input);
//! assert_eq!(group.up_to_sign(&square), claim.output);
//! ```

mod claim;
pub(super) mod halving;
pub(super) mod verifier;

pub use claim::{Claim, rounds};
