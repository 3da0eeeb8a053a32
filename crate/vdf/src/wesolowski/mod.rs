//! Wesolowski's proof (eprint 2018/623): π = x^⌊2^T / l⌋, for a prime l that is hashed from the
//! statement. The verifier checks that y = π^l · x^(2^T mod l).

mod challenge;
pub(super) mod division;
pub(super) mod part;
pub(super) mod plan;
mod sorted;
pub(super) mod verifier;

pub use challenge::challenge;
