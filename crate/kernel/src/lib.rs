//! Montgomery multiplication modulo an odd number, in several kernels: a file or a folder for each.
//!
//! This crate has every loop over limbs that decides the speed, every intrinsic and every `unsafe`
//! block. It is compiled for speed. Depend on the crate `powmod`, which converts to and from
//! Montgomery form and chooses a kernel.
//!
//! A kernel chooses its radix and its R = 2^ρ. To other crates, a residue is a slice of opaque
//! 64-bit words, and an integer is a slice of 32-bit limbs, least significant first.
//!
//! | kernel | limbs | for |
//! | --- | --- | --- |
//! | [`cios`] | 32 bits | reductions for all kernels, Lucas sequences, and comparison in tests |
//! | `fios` | 32 bits | 32-bit processors |
//! | `saturated` | 64 bits | moduli of at most 512 bits on 64-bit processors |
//! | `ifma` | 52 bits, in vectors of eight | x86-64 with AVX-512's IFMA |
//! | [`scalar`] | 30 bits, signed | plain WebAssembly |
//! | [`wide`] | 61 bits | the wide-arithmetic proposal of WebAssembly, and 64-bit processors |
//! | [`simd128`] | 13 bits, signed, in 16-bit lanes | fixed-width SIMD |
//! | [`relaxed`] | 50 bits, signed, in doubles | fused multiply-add: relaxed SIMD, x86-64 with FMA, ARM64 |
//! | [`short`] | 29 bits | moduli of at most 256 bits |
//! | [`TwoLongModuli`] | 47 bits, signed, in doubles | two moduli of up to 1024 bits at once, to search a prime |
//!
//! For the same search, [`trial`] divides candidates by small primes. [`bytes`] reads numbers in bytes, and [`select`]
//! reads a lookup table by a secret index.
//!
//! # Terms
//! - A *limb* is one element of a number in the radix of its kernel. A limb is *balanced* if it is
//!   signed and its absolute value is at most half of the radix.
//! - A *column* is an element of the accumulator: the sum of all products of one weight. Columns are
//!   wider than limbs until carries are propagated.
//! - A *row* is a number times one limb: a·b_i, or q_i·N with the *quotient digit* q_i, which makes
//!   the lowest column divisible by the radix.
//! - A *pass* adds some rows in one walk through the columns.
//! - N* = k·N is a multiple of the modulus with a simpler quotient digit, N' = (N* ± 1) / radix.
//!
//! # To add a kernel
//! Write its file, and add its line to [`ALL`]. `--cfg powmod_kernel="NAME"` then builds a program for it.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod descriptor;
pub mod integers;
mod kernel;
mod kernels;
#[allow(unsafe_code)]
mod lanes;
mod limbs;
mod primes;
#[allow(unsafe_code)]
mod processor;
#[cfg(test)]
mod proofs;

pub use descriptor::Descriptor;
pub use kernel::Kernel;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub use kernels::relaxed;
#[cfg(target_pointer_width = "64")]
use kernels::saturated;
pub use kernels::{cios, scalar, short, simd128, wide};
#[cfg(not(target_family = "wasm"))]
use kernels::{fios, ifma};
pub use limbs::{bytes, element::Element, select::select, wiped::Wiped};
pub use primes::*;

#[cfg(all(
    powmod_kernel = "relaxed",
    any(
        all(target_family = "wasm", not(target_feature = "relaxed-simd")),
        all(target_arch = "x86_64", not(target_feature = "fma"))
    )
))]
compile_error!(
    "`--cfg powmod_kernel=\"relaxed\"` needs `-C target-feature=+relaxed-simd` on wasm and `-C target-feature=+fma` on \
     x86-64. Without the `--cfg`, the features of the build and of the machine decide."
);
#[cfg(all(powmod_kernel = "simd128", target_family = "wasm", not(target_feature = "simd128")))]
compile_error!(
    "`--cfg powmod_kernel=\"simd128\"` needs `-C target-feature=+simd128`. Without the `--cfg`, the features of the \
     build decide."
);

/// Every kernel, for tests and for callers that ask by name.
pub const ALL: &[Descriptor] = &[
    cios::DESCRIPTOR,
    #[cfg(not(target_family = "wasm"))]
    fios::DESCRIPTOR,
    #[cfg(not(target_family = "wasm"))]
    ifma::DESCRIPTOR,
    #[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
    relaxed::DESCRIPTOR,
    #[cfg(target_pointer_width = "64")]
    saturated::DESCRIPTOR,
    scalar::DESCRIPTOR,
    short::DESCRIPTOR,
    simd128::DESCRIPTOR,
    wide::DESCRIPTOR,
];

/// The kernel of this name. This function also knows those that only benches use.
pub fn named(name: &str) -> Option<Descriptor> {
    #[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
    if name == relaxed::SCHOOLBOOK.name {
        return Some(relaxed::SCHOOLBOOK);
    }
    find(name)
}

const fn find(name: &str) -> Option<Descriptor> {
    let mut kernels = ALL;
    while let [kernel, others @ ..] = kernels {
        if is_equal(kernel.name.as_bytes(), name.as_bytes()) {
            return Some(*kernel);
        }
        kernels = others;
    }
    None
}

const fn is_equal(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) {
        if *first_a != *first_b {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.is_empty() && b.is_empty()
}

/// The kernel that this build is made for: the fastest that its target features allow and that computes right on this
/// machine. `--cfg powmod_kernel="NAME"` names another. Without optimisation, it is the one with the fewest calls.
///
/// The package has a build for each kernel, because an engine rejects a module with an instruction that it does not
/// have.
pub fn built_for() -> Descriptor {
    // The build script gives the name, which is empty without the `--cfg`.
    const NAMED: Option<Descriptor> = match find(env!("POWMOD_KERNEL")) {
        None if !env!("POWMOD_KERNEL").is_empty() => panic!(concat!(
            "`--cfg powmod_kernel=\"",
            env!("POWMOD_KERNEL"),
            "\"`: this build has no kernel of this name"
        )),
        named => named,
    };
    match NAMED {
        Some(kernel) => kernel,
        None => by_features(),
    }
}

fn by_features() -> Descriptor {
    let is_unoptimised = cfg!(all(powmod_unoptimised, not(target_family = "wasm")));
    if is_unoptimised || cfg!(target_feature = "wide-arithmetic") {
        return wide::DESCRIPTOR;
    }
    #[cfg(not(target_family = "wasm"))]
    if ifma::is_fast() {
        return ifma::DESCRIPTOR;
    }
    #[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
    if relaxed::is_fast() {
        return relaxed::DESCRIPTOR;
    }
    #[cfg(not(any(target_family = "wasm", target_pointer_width = "64")))]
    return fios::DESCRIPTOR;
    #[cfg(any(target_family = "wasm", target_pointer_width = "64"))]
    if cfg!(target_feature = "simd128") {
        simd128::DESCRIPTOR
    } else if cfg!(target_pointer_width = "64") {
        wide::DESCRIPTOR
    } else {
        scalar::DESCRIPTOR
    }
}

#[cfg(any(target_pointer_width = "64", not(target_family = "wasm")))]
fn is_ifma(descriptor: &Descriptor) -> bool {
    descriptor.name == "ifma"
}

/// The kernel that this build uses for a modulus of `bits` bits: the first of these that takes this length and is fast
/// there.
///
/// 1. `saturated`, on 64-bit processors, but for lengths at which `ifma` is there and faster
/// 2. the one that the build is made for, or natively that the processor is made for
/// 3. `relaxed`, where that is `ifma`
/// 4. `wide`, on 64-bit processors
/// 5. `short`
/// 6. `scalar`
pub fn active(bits: usize) -> Descriptor {
    let is_fast =
        |descriptor: &Descriptor| (descriptor.fast_from..=descriptor.max_bits).contains(&bits);
    let built_for = built_for();
    #[cfg(target_pointer_width = "64")]
    if bits <= saturated::DESCRIPTOR.max_bits && !(is_ifma(&built_for) && is_fast(&built_for)) {
        return saturated::DESCRIPTOR;
    }
    if is_fast(&built_for) {
        return built_for;
    }
    #[cfg(not(target_family = "wasm"))]
    if is_ifma(&built_for) && relaxed::is_fast() && is_fast(&relaxed::DESCRIPTOR) {
        return relaxed::DESCRIPTOR;
    }
    if cfg!(target_pointer_width = "64") {
        return wide::DESCRIPTOR;
    }
    // A constant condition: a build that never takes `short` does not contain it.
    if short::DESCRIPTOR.fast_from < built_for.fast_from && is_fast(&short::DESCRIPTOR) {
        return short::DESCRIPTOR;
    }
    scalar::DESCRIPTOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    extern crate std;

    /// `tests/rust-api.test.mjs` builds it so.
    #[test]
    #[ignore = "for a build without optimisation"]
    fn an_unoptimised_build_takes_the_kernel_with_the_fewest_calls() {
        assert_eq!(built_for().name, "wide");
    }

    /// Test builds check sums for overflow and assert bounds. This bit pattern is not a valid limb in
    /// any kernel, so the assertions of every kernel must reject it.
    #[test]
    fn assertions_reject_invalid_limbs() {
        const INVALID: u64 = 0x7fff_7fff_7fff_7fff;
        // These have residues of all bits of a word.
        let takes_all =
            |descriptor: &&Descriptor| !["fios", "saturated"].contains(&descriptor.name);
        for descriptor in ALL.iter().filter(takes_all) {
            let limbs = (descriptor.max_bits / 32).min(20);
            let mut kernel = (descriptor.make)(&[u32::MAX; 20][..limbs]);
            let words = kernel.words();
            for (a, b) in [(INVALID, 0), (0, INVALID), (INVALID, INVALID)] {
                let [mut a, b] = [a, b].map(|word| vec![word; words]);
                let product =
                    catch_unwind(AssertUnwindSafe(|| kernel.montgomery_multiply(&mut a, &b)));
                assert!(product.is_err(), "{}", descriptor.name);
            }
            let mut a = vec![INVALID; words];
            let square = catch_unwind(AssertUnwindSafe(|| kernel.montgomery_square(&mut a, 1)));
            assert!(square.is_err(), "{}", descriptor.name);
        }
    }
}
