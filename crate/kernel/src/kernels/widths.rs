//! The widths of limbs that tests replace: `small_worlds.rs` compiles these kernels again with others.

/// Of a limb of `cios`.
pub(crate) const CIOS: usize = 32;
/// Of a limb of `short`.
pub(crate) const SHORT: usize = 29;
