//! Pietrzak's proof (eprint 2018/627): from x^(2^T) = y and the midpoint v = x^(2^(T/2)) to one
//! claim of half the length, x^r·v to v^r·y, until 2^δ squarings are left for the verifier.

mod claim;
pub(super) mod halving;
pub(super) mod verifier;

pub use claim::{Claim, rounds};
