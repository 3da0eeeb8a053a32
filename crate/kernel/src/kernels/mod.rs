//! The kernels, and what several of them share.

pub mod cios;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod fios;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod ifma;
pub(crate) mod lazy_carry;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod relaxed;
#[cfg(target_pointer_width = "64")]
pub(crate) mod saturated;
pub mod scalar;
pub mod short;
#[cfg(test)]
mod short_tests;
pub mod simd128;
pub mod wide;
mod widths;
pub(crate) mod winograd;

/// Checks each product of two residues, and the square and the fourth power of each. `check` gets the words that the
/// kernel gives, and the product of the `value`s.
#[cfg(test)]
fn check_products<K: crate::kernel::Kernel, V: core::ops::Mul<Output = V>>(
    kernel: &mut K,
    residues: &[alloc::vec::Vec<u64>],
    value: impl Fn(&[u64]) -> V,
    check: impl Fn(&K, &[u64], V),
) {
    for a in residues {
        for b in residues {
            let mut out = a.clone();
            kernel.montgomery_multiply(&mut out, b);
            check(kernel, &out, value(a) * value(b));
        }
        let mut once = a.clone();
        kernel.montgomery_square(&mut once, 1);
        check(kernel, &once, value(a) * value(a));
        let mut twice = a.clone();
        kernel.montgomery_square(&mut twice, 2);
        check(kernel, &twice, value(&once) * value(&once));
    }
}
