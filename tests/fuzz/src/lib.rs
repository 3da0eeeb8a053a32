//! The fuzz targets. Each is a function of arbitrary bytes that panics if something is wrong.
//! libFuzzer runs them (`npm run hunts -- 'fuzz TARGET'`); `tests/replay.rs` runs them on the corpus and on
//! random bytes, with a stable compiler and no other tool.
//!
//! To add a target: write its file and its line in [`TARGETS`].

pub mod arithmetic;
pub mod chia_proofs;
pub mod class_group;
pub mod even_crt;
pub mod inverses;
pub mod kernels;
pub mod keys;
pub mod mod_pow;
pub mod mutated_proofs;
pub mod numbers;
pub mod proofs;
pub mod provers;
mod small_group;
pub mod two_long_moduli;

use arbitrary::{Result, Unstructured};

/// A target. It reads the bytes that it needs, and ends early if there are no more.
pub type Target = fn(&mut Unstructured<'_>) -> Result<()>;

/// Every target.
pub const TARGETS: &[(&str, Target)] = &[
    ("numbers", arithmetic::run),
    ("mod_pow", mod_pow::run),
    ("kernels", kernels::run),
    ("two_long_moduli", two_long_moduli::run),
    ("even_crt", even_crt::run),
    ("inverses", inverses::run),
    ("keys", keys::run),
    ("proofs", proofs::run),
    ("mutated_proofs", mutated_proofs::run),
    ("provers", provers::run),
    ("class_group", class_group::run),
    ("chia_proofs", chia_proofs::run),
];

/// Runs the target of this name.
///
/// # Panics
/// If something is wrong, or there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(other, _)| *other == name).expect("a target");
    // A target that runs out of bytes has tested enough.
    let _ = target(&mut Unstructured::new(data));
}
