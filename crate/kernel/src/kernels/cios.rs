//! `cios`: 32-bit limbs, coarsely integrated operand scanning (CIOS).
//!
//! This is the plainest form of Montgomery multiplication (Koç, Acar, Kaliski, "Analyzing and
//! comparing Montgomery multiplication algorithms", section 5). Tests compare every other kernel
//! with it. Residues are integers in [0, N), one 32-bit limb a word, least significant first;
//! R = 2^(32·n) for a modulus of n limbs.
//!
//! **Bounds.** Limbs are below 2^32, so t + a·b + c ≤ (2^32 − 1) + (2^32 − 1)² + (2^32 − 1) =
//! 2^64 − 1: no sum in a row overflows 64 bits, for any n. With a, b < N the accumulator
//! after each row is below (a·b_i + q·N + t)/2^32 < 2N, so n + 1 limbs hold it (and one more
//! while a row is added), and one final subtraction brings it below N. `bounds/cios.rs` checks this.
//!
//! The file also has the Montgomery reduction that all kernels share: from any integer of m limbs to
//! [0, N), divided by 2^(32·m).

use crate::{descriptor::Descriptor, kernel::Kernel, limbs::wiped::Wiped};
use alloc::{boxed::Box, vec, vec::Vec};
use core::hint::black_box;

/// This kernel's line in [`ALL`](crate::ALL).
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "cios",
    max_bits: usize::MAX,
    fast_from: 0,
    square_cost: 1.0,
    division_below: 4097,
    make: |n| Box::new(Cios::new(n)),
};

/// The bits of a limb.
pub(crate) const LIMB_BITS: usize = super::widths::CIOS;
const MASK: u64 = (1 << LIMB_BITS) - 1;

/// −x⁻¹ mod 2^32 for odd x, by Newton's iteration: each step doubles the number of correct bits
/// (Prots'ko, Gryshchuk, eq. 7).
pub fn negated_inverse(x: u32) -> u32 {
    let mut inverse = x; // correct to 3 bits
    for _ in 0..4 {
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(x.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg()
}

/// Returns the low limb of t + x·y + carry, and leaves the high one in `carry`.
#[inline(always)]
fn multiply_add(t: u64, x: u64, y: u64, carry: &mut u64) -> u64 {
    let sum = t + x * y + *carry;
    *carry = sum >> LIMB_BITS;
    sum & MASK
}

/// x < y. Only debug assertions call it, because it branches on both numbers.
fn is_below(x: &[u64], y: &[u64]) -> bool {
    x.iter().rev().lt(y.iter().rev())
}

/// The mask, hidden from the compiler, which could otherwise make a branch of it.
fn opaque(mask: u64) -> u64 {
    black_box(mask)
}

/// Montgomery arithmetic in 32-bit limbs.
#[derive(Clone)]
pub struct Cios {
    n: Wiped<u64>,
    /// −N⁻¹ mod 2^32.
    negated_n_inverse: u64,
    /// The accumulator, of n + 2 limbs.
    t: Wiped<u64>,
}

impl Cios {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        Self {
            negated_n_inverse: negated_inverse(n[0]).into(),
            n: n.iter().map(|&limb| limb.into()).collect(),
            t: vec![0; n.len() + 2].into(),
        }
    }

    /// The number of limbs of N.
    pub fn limbs(&self) -> usize {
        self.n.len()
    }

    /// t ← x·y·R⁻¹, below 2N, by CIOS.
    fn product(t: &mut [u64], n: &[u64], negated_n_inverse: u64, x: &[u64], y: &[u64]) {
        debug_assert!(is_below(x, n) && is_below(y, n), "a residue is beyond its bound");
        let len = n.len();
        t.fill(0);
        for &y in y {
            let mut carry = 0;
            for (t, &x) in t.iter_mut().zip(x) {
                *t = multiply_add(*t, x, y, &mut carry);
            }
            let top = t[len] + carry;
            (t[len], t[len + 1]) = (top & MASK, top >> LIMB_BITS);

            let q = (t[0] * negated_n_inverse) & MASK;
            let mut carry = 0;
            multiply_add(t[0], q, n[0], &mut carry);
            for i in 1..len {
                t[i - 1] = multiply_add(t[i], q, n[i], &mut carry);
            }
            let top = t[len] + carry;
            (t[len - 1], t[len]) = (top & MASK, t[len + 1] + (top >> LIMB_BITS));
        }
    }

    /// The final subtraction: out ← t − N if t ≥ N, else t, for t < 2N of n + 1 limbs. It does not
    /// branch.
    fn subtract_once(out: &mut [u64], t: &[u64], n: &[u64]) {
        let mut borrow = 0;
        for ((out, &t), &n) in out.iter_mut().zip(t).zip(n) {
            let difference = t.wrapping_sub(n).wrapping_sub(borrow);
            borrow = difference >> 63;
            *out = difference & MASK;
        }
        // t < N exactly if the top limb is less than the borrow.
        let keep = opaque((t[n.len()].wrapping_sub(borrow) >> 63).wrapping_neg());
        for (out, &t) in out.iter_mut().zip(t) {
            *out ^= (*out ^ t) & keep;
        }
        debug_assert!(is_below(out, n), "the accumulator was 2N or more");
    }

    /// x·2^(−32·m) mod N in [0, N), for any x of m limbs: Montgomery reduction without a product.
    ///
    /// (x + q·N) / 2^(32·m) with q < 2^(32·m) is below 1 + N, so one final subtraction is enough.
    pub fn reduce(&self, x: &[u32]) -> Vec<u32> {
        self.reduce_by(x, x.len())
    }

    /// Whether N divides x. x has at least as many limbs as N.
    ///
    /// N divides x exactly if it divides the reduced x. A number below 2N that N divides is 0 or N.
    pub fn divides(&self, x: &[u32]) -> bool {
        let rows = x.len() - self.n.len() + 1;
        self.reduce_by(x, rows).iter().fold(0, |all, limb| all | limb) == 0
    }

    /// Whether N may divide a number of at most n − 1 + `rows` limbs, of which only the low limbs x
    /// are known, more than `rows` of them. The function reduces these limbs by `rows` rows. False
    /// means that N does not divide the number; hardly any number that N does not divide passes.
    pub fn may_divide(&self, x: &[u32], rows: usize) -> bool {
        let mut t: Vec<u64> = x.iter().map(|&limb| limb.into()).collect();
        for i in 0..rows {
            let q = (t[i] * self.negated_n_inverse) & MASK;
            let mut carry = 0;
            for (t, &n) in t[i..].iter_mut().zip(&self.n) {
                *t = multiply_add(*t, q, n, &mut carry);
            }
        }
        let rest = &t[rows..];
        rest.iter().all(|&t| t == 0) || rest == &self.n[..rest.len()]
    }

    /// x·2^(−32·rows) mod N in [0, N), for x below 2^(32·(n − 1 + rows)): (x + q·N)/2^(32·rows) with
    /// q < 2^(32·rows) is below 2^(32·(n − 1)) + N < 2N.
    pub fn reduce_by(&self, x: &[u32], rows: usize) -> Vec<u32> {
        let len = self.n.len();
        // Allocated at its full length: a vector that grows may move and leave a copy behind.
        let mut t = Wiped::from(vec![0; x.len() + len + 1]);
        t.iter_mut().zip(x).for_each(|(t, &limb)| *t = limb.into());
        let mut high = 0;
        for i in 0..rows {
            let q = (t[i] * self.negated_n_inverse) & MASK;
            let mut carry = 0;
            for (t, &n) in t[i..].iter_mut().zip(&self.n) {
                *t = multiply_add(*t, q, n, &mut carry);
            }
            let top = t[i + len] + carry + high;
            (t[i + len], high) = (top & MASK, top >> LIMB_BITS);
        }
        t[rows + len] = high;
        // The final subtraction: of N if the sum is at least N, which a first walk finds, and else of 0.
        let (t, top) = (&t[rows..rows + len], t[rows + len]);
        let mut borrow = 0;
        for (&t, &n) in t.iter().zip(&self.n) {
            borrow = t.wrapping_sub(n).wrapping_sub(borrow) >> 63;
        }
        let (mask, mut borrow) = (opaque((borrow.wrapping_sub(top + 1) >> 63).wrapping_neg()), 0);
        let reduced = t.iter().zip(&self.n).map(|(&t, &n)| {
            let difference = t.wrapping_sub(n & mask).wrapping_sub(borrow);
            borrow = difference >> 63;
            difference as u32
        });
        reduced.collect()
    }

    /// a ← a − b mod N for residues.
    pub fn sub(&self, a: &mut [u64], b: &[u64]) {
        let mut borrow = 0;
        for (a, &b) in a.iter_mut().zip(b) {
            let difference = a.wrapping_sub(b).wrapping_sub(borrow);
            (*a, borrow) = (difference & MASK, difference >> 63);
        }
        let (mask, mut carry) = (opaque(borrow.wrapping_neg()), 0);
        for (a, &n) in a.iter_mut().zip(&self.n) {
            let sum = *a + (n & mask) + carry;
            (*a, carry) = (sum & MASK, sum >> LIMB_BITS);
        }
    }
}

impl Drop for Cios {
    /// The inverse has the lowest limb of N.
    fn drop(&mut self) {
        self.negated_n_inverse = 0;
        black_box(self);
    }
}

impl Kernel for Cios {
    fn words(&self) -> usize {
        self.n.len()
    }

    fn radix_bits(&self) -> usize {
        LIMB_BITS * self.n.len()
    }

    fn decoded_limbs(&self) -> usize {
        self.n.len()
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, &limb) in out.iter_mut().zip(x) {
            *out = limb.into();
        }
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        for (out, &limb) in out.iter_mut().zip(a) {
            *out = limb as u32;
        }
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        Self::product(&mut self.t, &self.n, self.negated_n_inverse, a, b);
        Self::subtract_once(a, &self.t, &self.n);
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        for _ in 0..times {
            Self::product(&mut self.t, &self.n, self.negated_n_inverse, a, a);
            Self::subtract_once(a, &self.t, &self.n);
        }
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}
