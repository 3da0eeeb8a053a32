//! Machine checks of the kernels: bounds of every sum, and every residue on toy radices.

pub(crate) mod bounds;
mod small_worlds;
