//! Arithmetic modulo two numbers at once, one in each lane.

pub mod two_long_moduli;
pub mod two_moduli;

/// Bit i of x.
#[inline(always)]
fn bit(x: &[u32], i: usize) -> bool {
    x.get(i / 32).is_some_and(|limb| limb >> (i % 32) & 1 == 1)
}
