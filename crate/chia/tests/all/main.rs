//! The tests of the public interface, in one program: each program links everything anew.

mod chia;
mod small;
mod small_worlds;
