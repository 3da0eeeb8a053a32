//! Machine checks of the kernels: bounds of every sum, and every residue on toy radices.

mod bounds;
mod gappa;
mod small_worlds;
