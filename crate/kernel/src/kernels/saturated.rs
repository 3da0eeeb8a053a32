//! `saturated`: limbs of 64 bits, as many as the modulus has, for moduli of at most 512 bits on 64-bit processors.
//!
//! A residue is any integer below R = 2^(64·l). `integers/montgomery.rs` multiplies, and its head proves the bounds.

use crate::{
    descriptor::Descriptor, integers::Products, kernel::Kernel, limbs::radix,
    processor::with_products,
};
use alloc::boxed::Box;
use core::{array::from_fn, hint::black_box};

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "saturated",
    max_bits: 512,
    fast_from: 0,
    square_cost: 1.0,
    division_below: 4097,
    make,
};

/// The bits of a limb.
#[cfg(test)]
pub(crate) const WIDTH: usize = 64;

/// A function, for the reason of [`wide`](super::wide).
fn make(n: &[u32]) -> Box<dyn Kernel> {
    match n.len().div_ceil(2) {
        1 => Box::new(Saturated::<1>::new(n)),
        2 => Box::new(Saturated::<2>::new(n)),
        3 => Box::new(Saturated::<3>::new(n)),
        4 => Box::new(Saturated::<4>::new(n)),
        5 => Box::new(Saturated::<5>::new(n)),
        6 => Box::new(Saturated::<6>::new(n)),
        7 => Box::new(Saturated::<7>::new(n)),
        _ => Box::new(Saturated::<8>::new(n)),
    }
}

/// Montgomery arithmetic in L limbs of 64 bits.
#[derive(Clone)]
struct Saturated<const L: usize>(Products<L>);

impl<const L: usize> Saturated<L> {
    fn new(n: &[u32]) -> Self {
        Self(Products::new(limbs(n)))
    }
}

/// The limbs of 64 bits of x.
fn limbs<const L: usize>(x: &[u32]) -> [u64; L] {
    from_fn(|i| radix::window(x, 64 * i, 64))
}

impl<const L: usize> Drop for Saturated<L> {
    fn drop(&mut self) {
        self.0.wipe();
        black_box(self);
    }
}

impl<const L: usize> Kernel for Saturated<L> {
    fn words(&self) -> usize {
        L
    }

    fn radix_bits(&self) -> usize {
        64 * L
    }

    fn decoded_limbs(&self) -> usize {
        2 * L
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        out.copy_from_slice(&limbs::<L>(x));
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        radix::pack(a.iter().copied(), 64, out);
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        let a: &mut [u64; L] = a.try_into().expect("a residue");
        let b = b.try_into().expect("a residue");
        *a = with_products(
            #[inline(always)]
            || self.0.multiply(a, b),
        );
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        let a: &mut [u64; L] = a.try_into().expect("a residue");
        with_products(
            #[inline(always)]
            || {
                for _ in 0..times {
                    *a = self.0.multiply(a, a);
                }
            },
        );
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}
