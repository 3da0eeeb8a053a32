//! The tests of the public interface, in one program: each program links everything anew.

mod common;
mod cost;
mod evaluation;
mod proof_files;
mod proofs;
mod vectors;
mod wrapped;
