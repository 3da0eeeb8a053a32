//! `saturated`: limbs of 64 bits, as many as the modulus has, for moduli of at most 512 bits on 64-bit processors.
//!
//! Almost Montgomery multiplication (Gueron, "Efficient software implementations of modular exponentiation", section 3), by
//! coarsely integrated operand scanning: a residue is any integer below R = 2^(64·l), and N is subtracted only from a result
//! that has more bits than R.
//!
//! **Bounds.** A row makes t + a·b_i + q·N of t, divided by 2^64. With w = 2^64 − 1, a < R and N < R, t < 2R stays below 2R:
//! (2R − 1 + 2·w·(R − 1))/2^64 < 2R. So the limb above the highest is a bit. A sum in a row, t + a·b + carry, is at most
//! w + w² + w = 2^128 − 1. After the last row t = (a·b + q·N)/R < R + N, which is below R once N has been subtracted.
//! `bounds/saturated.rs` checks this.

use crate::{kernel::Kernel, limbs::radix, maker::Maker};
use alloc::boxed::Box;
use core::{array::from_fn, hint::black_box};

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const MAKER: Maker =
    Maker { name: "saturated", max_bits: 512, fast_from: 0, square_cost: 1.0, make };

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
struct Saturated<const L: usize> {
    n: [u64; L],
    /// −N⁻¹ mod 2^64.
    negated_inverse: u64,
}

/// Returns the low limb of t + x·y + carry, and leaves the high one in `carry`.
#[inline(always)]
fn multiply_add(t: u64, x: u64, y: u64, carry: &mut u64) -> u64 {
    let sum = u128::from(t) + u128::from(x) * u128::from(y) + u128::from(*carry);
    *carry = (sum >> 64) as u64;
    sum as u64
}

impl<const L: usize> Saturated<L> {
    fn new(n: &[u32]) -> Self {
        let n = limbs(n);
        Self { n, negated_inverse: radix::inverse(n[0]).wrapping_neg() }
    }

    /// a·b·R⁻¹, below R.
    #[inline(always)]
    fn product(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let n = &self.n;
        let (mut t, mut top) = ([0; L], 0);
        for &b in b {
            let mut above = 0;
            for (t, &a) in t.iter_mut().zip(a) {
                *t = multiply_add(*t, a, b, &mut above);
            }
            let q = t[0].wrapping_mul(self.negated_inverse);
            let mut carry = 0;
            multiply_add(t[0], q, n[0], &mut carry);
            for i in 1..L {
                t[i - 1] = multiply_add(t[i], q, n[i], &mut carry);
            }
            let sum = u128::from(top) + u128::from(above) + u128::from(carry);
            (t[L - 1], top) = (sum as u64, (sum >> 64) as u64);
        }
        debug_assert!(top <= 1, "the accumulator is 2R or more");
        let mask = black_box(top.wrapping_neg());
        let mut borrow = false;
        for (t, &n) in t.iter_mut().zip(n) {
            let (difference, first) = t.overflowing_sub(n & mask);
            let (difference, second) = difference.overflowing_sub(borrow.into());
            (*t, borrow) = (difference, first | second);
        }
        t
    }
}

/// The limbs of 64 bits of x.
fn limbs<const L: usize>(x: &[u32]) -> [u64; L] {
    from_fn(|i| radix::window(x, 64 * i, 64))
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

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        let a: &mut [u64; L] = a.try_into().expect("a residue");
        *a = self.product(a, b.try_into().expect("a residue"));
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        let a: &mut [u64; L] = a.try_into().expect("a residue");
        for _ in 0..times {
            *a = self.product(a, a);
        }
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}
