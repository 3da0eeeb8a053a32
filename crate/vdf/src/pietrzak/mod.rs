//! Pietrzak's proof (eprint 2018/627). A halving turns the claim x^(2^T) = y into a claim with half
//! as many squarings, from x^r·v to v^r·y, where v = x^(2^(T/2)) is the midpoint and r a challenge.
//! When 2^δ squarings are left, the verifier computes them.

pub(super) mod claim;
pub(super) mod halving;
pub(super) mod verifier;
