//! Montgomery arithmetic modulo an odd number, one file a kernel.
//!
//! A kernel chooses its own radix and its own R = 2^ρ, and keeps residues as it likes: to
//! everybody else a residue is a slice of opaque 64-bit words. It knows integers only as
//! little-endian 32-bit limbs, on the way in and on the way out. The Montgomery form, conversion
//! included, is the affair of the crate `powmod`, which is what to depend on: this one is apart
//! because it is built for speed where all the rest is built for size.
//!
//! To add a kernel: write its file, and add its line to [`ALL`] and, where it is to be the one
//! that a build is made for, to [`built_for`].

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

use alloc::{boxed::Box, vec};

#[cfg(test)]
mod bounds;
pub mod cios;
mod delayed_carry;
#[allow(unsafe_code)]
pub mod lanes;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod pair;
mod radix;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod relaxed;
pub mod scalar;
pub mod simd128;
pub mod wide;

/// Montgomery arithmetic modulo one odd N ≥ 3, with the workspace it needs.
///
/// `multiply` and `square` take and leave *residues*: whatever representation the kernel keeps
/// of an integer modulo N that its own file proves closed under both. Neither branches on, nor
/// addresses memory by, the value of a residue.
pub trait Kernel: Send + Sync {
    /// The number of words in a residue.
    fn words(&self) -> usize;

    /// ρ: a product is divided by R = 2^ρ. R is larger than N.
    fn radix_bits(&self) -> usize;

    /// The number of limbs that [`decode`](Self::decode) writes.
    fn decoded_limbs(&self) -> usize;

    /// The integer 0 ≤ x < N, given in exactly as many limbs as N has, becomes the residue `out`.
    fn encode(&self, x: &[u32], out: &mut [u64]);

    /// Some integer ≥ 0 congruent to the residue `a` modulo N, in `decoded_limbs` limbs; where
    /// `out` is shorter, its lowest limbs. The residue is one that `multiply` or `square` left.
    fn decode(&self, a: &[u64], out: &mut [u32]);

    /// a ← a·b·R⁻¹ mod N.
    fn multiply(&mut self, a: &mut [u64], b: &[u64]);

    /// a ← a²·R⁻¹ mod N, `times` times over.
    fn square(&mut self, a: &mut [u64], times: usize);

    /// Overwrites whatever the last operations left in the workspace: no address depends on a
    /// value, so a product of zeros and a square of it write wherever any others wrote.
    fn wipe(&mut self) {
        let mut zero = vec![0; self.words()];
        self.multiply(&mut zero, &vec![0; self.words()]);
        self.square(&mut zero, 1);
    }

    /// Another kernel for the same N, with a workspace of its own.
    fn fork(&self) -> Box<dyn Kernel>;
}

/// How a kernel is named, bounded and made.
#[derive(Clone, Copy)]
pub struct Maker {
    /// The name that users know it by.
    pub name: &'static str,
    /// The longest modulus it accepts, in bits.
    pub max_bits: usize,
    /// From how many bits on it is faster than `scalar`, in V8.
    pub fast_from: usize,
    /// What a squaring costs, in products, at 2048 bits in V8.
    pub square_cost: f64,
    /// The kernel for these limbs of an odd modulus N ≥ 3; the last limb is not zero.
    pub make: fn(&[u32]) -> Box<dyn Kernel>,
}

/// Every kernel, for tests and for callers who ask by name.
pub const ALL: &[Maker] = &[
    cios::MAKER,
    #[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
    relaxed::MAKER,
    scalar::MAKER,
    simd128::MAKER,
    wide::MAKER,
];

/// The kernel that this build is made for: `--cfg powmod_kernel="NAME"` says so, because a wasm
/// module has the features that a kernel needs or does not run at all. Else it is `wide`, which
/// is the fastest natively.
pub fn built_for() -> Maker {
    #[cfg(powmod_kernel = "relaxed")]
    return relaxed::MAKER;
    #[cfg(not(powmod_kernel = "relaxed"))]
    if cfg!(powmod_kernel = "cios") {
        cios::MAKER
    } else if cfg!(powmod_kernel = "scalar") {
        scalar::MAKER
    } else if cfg!(powmod_kernel = "simd128") {
        simd128::MAKER
    } else {
        wide::MAKER
    }
}

/// The kernel that this build uses for a modulus of so many bits: `scalar` where the one that it
/// is made for is not faster, or accepts no modulus so long.
pub fn active(bits: usize) -> Maker {
    let built_for = built_for();
    let takes = built_for.fast_from..=built_for.max_bits;
    if takes.contains(&bits) { built_for } else { scalar::MAKER }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    extern crate std;

    /// Builds for tests check sums and assert bounds: a word whose halves, quarters and whole are
    /// limbs of no kernel is found out by each.
    #[test]
    fn broken_bounds_are_found_out() {
        const BEYOND: u64 = 0x7fff_7fff_7fff_7fff;
        for maker in ALL {
            let mut kernel = (maker.make)(&[u32::MAX; 20]);
            let fair = vec![0; kernel.words()];
            for (a, b) in [(BEYOND, 0), (0, BEYOND), (BEYOND, BEYOND)] {
                let [mut a, b] = [a, b].map(|word| vec![word; fair.len()]);
                let product = catch_unwind(AssertUnwindSafe(|| kernel.multiply(&mut a, &b)));
                assert!(product.is_err(), "{}", maker.name);
            }
            let mut a = vec![BEYOND; fair.len()];
            let square = catch_unwind(AssertUnwindSafe(|| kernel.square(&mut a, 1)));
            assert!(square.is_err(), "{}", maker.name);
        }
    }
}
