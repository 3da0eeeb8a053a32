//! `fios`: 32-bit limbs, finely integrated operand scanning (FIOS), for processors of 32 bits.
//!
//! Koç, Acar, Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", section 6: one walk adds a·b_i
//! and q·n, each with a carry of its own. A step is t + x·y + carry twice, which an ARM processor does by one
//! instruction each (UMAAL). A residue is any integer below R = 2^(64·l), of two limbs in each of l words, so that it
//! takes no more memory than the modulus.
//!
//! **Bounds.** They are those of `integers/montgomery.rs`, with B = 2^32: a row makes t + a·b_i + q·n of t, divided by
//! B, and t < 2R stays below 2R. A sum in a walk is at most (B − 1) + (B − 1)² + (B − 1) = B² − 1. A product is below
//! R + n, and below R once n has been subtracted where the limb above the highest is 1. `bounds/saturated.rs` checks
//! this.

use crate::{
    descriptor::Descriptor, kernel::Kernel, kernels::cios::negated_inverse, limbs::radix,
    limbs::wiped::Wiped,
};
use alloc::boxed::Box;
use core::hint::black_box;

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "fios",
    max_bits: usize::MAX,
    fast_from: 0,
    square_cost: 1.0,
    division_below: 4097,
    make,
};

/// A function, for the reason of [`wide`](super::wide).
fn make(n: &[u32]) -> Box<dyn Kernel> {
    let pair = |i| split(radix::window(n, 64 * i, 64));
    let column = |i| Column { t: [0; 2], x: [0; 2], n: pair(i) };
    let columns = (0..n.len().div_ceil(2)).map(column).collect();
    Box::new(Fios { negated_n_inverse: negated_inverse(n[0]) as usize, columns })
}

/// The bits of a limb.
pub(crate) const LIMB_BITS: usize = 32;

fn split(word: u64) -> [u32; 2] {
    [word as u32, (word >> LIMB_BITS) as u32]
}

/// Two limbs of all that a walk reads and writes, side by side: one register points to them.
#[derive(Clone, Copy)]
struct Column {
    /// The accumulator, without the limb above the highest.
    t: [u32; 2],
    x: [u32; 2],
    n: [u32; 2],
}

/// Montgomery arithmetic in pairs of limbs.
#[derive(Clone)]
struct Fios {
    columns: Wiped<Column>,
    /// −N⁻¹ mod 2^32, of a size that leaves no padding, which would keep what was in its place.
    negated_n_inverse: usize,
}

/// Returns the low limb of t + x·y + carry, and leaves the high one in `carry`.
#[inline(always)]
fn multiply_add(t: u32, x: u32, y: u32, carry: &mut u32) -> u32 {
    let [low, high] = split(u64::from(t) + u64::from(x) * u64::from(y) + u64::from(*carry));
    *carry = high;
    low
}

impl Fios {
    /// t ← (t + x·y + q·n)/2^32 for a limb y and the x in the columns, where `top` is the limb of t above the highest.
    #[inline(always)]
    fn row(&mut self, y: u32, top: &mut u32) {
        let (mut of_x, mut of_n) = (0, 0);
        let mut step = |t, x, n, q| {
            let sum = multiply_add(t, x, y, &mut of_x);
            multiply_add(sum, n, q, &mut of_n)
        };
        let Some((Column { t, x, n }, rest)) = self.columns.split_first_mut() else { return };
        let q = t[0].wrapping_add(x[0].wrapping_mul(y)).wrapping_mul(self.negated_n_inverse as u32);
        step(t[0], x[0], n[0], q);
        t[0] = step(t[1], x[1], n[1], q);
        let mut below = &mut t[1];
        for Column { t, x, n } in rest {
            *below = step(t[0], x[0], n[0], q);
            t[0] = step(t[1], x[1], n[1], q);
            below = &mut t[1];
        }
        [*below, *top] = split(u64::from(*top) + u64::from(of_x) + u64::from(of_n));
    }

    /// out ← x·y·R⁻¹ mod n, where `x` of `None` is `out`.
    fn product(&mut self, out: &mut [u64], y: Option<&[u64]>) {
        for (column, &x) in self.columns.iter_mut().zip(&*out) {
            (column.t, column.x) = ([0; 2], split(x));
        }
        let mut top = 0;
        for i in 0..out.len() {
            let [low, high] = split(y.unwrap_or(out)[i]);
            self.row(low, &mut top);
            self.row(high, &mut top);
        }
        debug_assert!(top <= 1, "the accumulator is 2R or more");
        let mask = black_box(u64::from(top).wrapping_neg());
        let mut borrow = 0;
        for (out, column) in out.iter_mut().zip(&self.columns) {
            let [t, n] = [column.t, column.n]
                .map(|[low, high]| u64::from(high) << LIMB_BITS | u64::from(low));
            let (difference, of_n) = t.overflowing_sub(n & mask);
            let (difference, of_borrow) = difference.overflowing_sub(borrow);
            (*out, borrow) = (difference, u64::from(of_n | of_borrow));
        }
    }
}

impl Drop for Fios {
    /// The inverse has the lowest limb of N.
    fn drop(&mut self) {
        self.negated_n_inverse = 0;
        black_box(self);
    }
}

impl Kernel for Fios {
    fn words(&self) -> usize {
        self.columns.len()
    }

    fn radix_bits(&self) -> usize {
        64 * self.columns.len()
    }

    fn decoded_limbs(&self) -> usize {
        2 * self.columns.len()
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        out.iter_mut().enumerate().for_each(|(i, word)| *word = radix::window(x, 64 * i, 64));
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        radix::pack(a.iter().copied(), 64, out);
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        self.product(a, Some(b));
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        (0..times).for_each(|_| self.product(a, None));
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        integers::words::{
            limbs,
            tests::{big, integers},
        },
        kernels::saturated,
    };
    use alloc::vec::Vec;
    use num_bigint::BigUint;

    /// Residues are all integers below R, also those that no conversion gives, and n may be R − 1: then a product needs
    /// every limb, and n is subtracted.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn products_of_any_integers_below_r() {
        for length in 1..4 {
            let all = integers(length);
            let r = BigUint::from(1_u8) << (64 * length);
            for n in all.iter().filter(|n| n[length - 1] > 0) {
                let mut n = n.clone();
                n[0] |= 3;
                let n_limbs: Vec<u32> = limbs(&n).collect();
                let mut kernels = [DESCRIPTOR, saturated::DESCRIPTOR].map(|it| (it.make)(&n_limbs));
                for (i, a) in all.iter().enumerate() {
                    for b in all.iter().skip(i % 3).step_by(3) {
                        for kernel in &mut kernels {
                            let mut product = a.clone();
                            kernel.montgomery_multiply(&mut product, b);
                            let rest = (big(&product) * &r) % big(&n);
                            assert_eq!(rest, big(a) * big(b) % big(&n), "{a:x?}·{b:x?} mod {n:x?}");
                        }
                    }
                }
            }
        }
    }
}
