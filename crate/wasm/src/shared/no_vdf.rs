//! In place of `vdf.rs` in modules without delay proofs.

/// They keep no group.
pub type KeptGroup = ();
