//! `short`: one odd modulus of at most 256 bits, for the search of a prime in plain WebAssembly.
//!
//! **Form.** A number is Σ x_i·2^(29·i) in 9 limbs of 64 bits, R = 2^261. A product is computed whole,
//! column by column and without carries. Then nine rows q_i·N clear the low columns, and one walk
//! propagates the carries. Every index is a constant, so no limb is in memory between the first
//! product and the last carry, not even in the baseline tiers of the engines. A page meets those
//! first.
//!
//! **Bounds on values.** A *residue* is below 4N, N < 2^256 = R/32. A product is below
//! (4N)²/R + N ≤ 1.5·N. Twice that is a residue, and so is 1.5·N + 2N − 1.5·N, a difference.
//!
//! **Bounds on columns.** The limbs of a product are below 2^29, also the highest, because a
//! product is below 2^258. A doubled limb is below 2^30. A column of a product of two residues is
//! thus at most 9·(2^30)² = 9·2^60; the rows add 9·2^58, and the column below its carry, below
//! 2^35. The sum is below 2^64.
//!
//! `bounds/short.rs` checks these bounds.

use crate::{cios::negated_inverse, radix};
use core::array;

/// The bits of a limb.
pub(super) const WIDTH: usize = super::widths::SHORT;
const MASK: u64 = (1 << WIDTH) - 1;
/// The number of limbs.
pub(super) const COUNT: usize = 9;

/// ρ: a product is divided by R = 2^ρ.
pub const RADIX_BITS: usize = WIDTH * COUNT;

/// A number below 4N.
pub type Residue = [u64; COUNT];

/// Arithmetic modulo one odd N ≥ 3 of at most 256 bits.
pub struct Short {
    n: Residue,
    /// −N⁻¹ mod 2^29.
    negated_inverse: u64,
}

/// Repeats a statement for each limb with a constant index. A loop would leave it to the compiler.
macro_rules! each_limb {
    ($i:ident => $body:expr) => {
        each_limb!($i => $body, 0 1 2 3 4 5 6 7 8)
    };
    ($i:ident => $body:expr, $($index:literal)*) => {
        $({ const $i: usize = $index; $body; })*
    };
}

impl Short {
    /// For an odd N ≥ 3 given by its limbs of 32 bits.
    pub fn new(n: &[u32]) -> Self {
        Self { n: Self::encode(n), negated_inverse: u64::from(negated_inverse(n[0])) & MASK }
    }

    /// The residue of a number of at most 256 bits that is below 4N.
    pub fn encode(x: &[u32]) -> Residue {
        array::from_fn(|i| radix::window(x, WIDTH * i, WIDTH))
    }

    /// x·R⁻¹ in [0, N), in limbs of 32 bits.
    pub fn leave(&self, x: &Residue) -> [u32; 8] {
        let mut one = [0; COUNT];
        one[0] = 1;
        // At most N, because x·R⁻¹ < 1.
        let x = self.subtracted_once(self.multiply(x, &one));
        let mut out = [0; 8];
        radix::pack(x.into_iter(), WIDTH, &mut out);
        out
    }

    /// R mod N.
    pub fn one(&self) -> Residue {
        let bits = (0..RADIX_BITS).rev().find(|&i| self.n[i / WIDTH] >> (i % WIDTH) & 1 == 1);
        let highest = bits.unwrap_or_default();
        let mut x = [0; COUNT];
        x[highest / WIDTH] = 1 << (highest % WIDTH);
        for _ in highest..RADIX_BITS {
            x = self.subtracted_once(propagated(x.map(|limb| 2 * limb)));
        }
        x
    }

    /// x − N if x ≥ N, and x otherwise, for x < 2N.
    fn subtracted_once(&self, x: Residue) -> Residue {
        let mut less = [0; COUNT];
        let mut borrow = 0;
        for ((less, x), n) in less.iter_mut().zip(x).zip(self.n) {
            let difference = x.wrapping_sub(n).wrapping_sub(borrow);
            *less = difference & MASK;
            borrow = difference >> 63;
        }
        if borrow == 0 { less } else { x }
    }

    /// a·b·R⁻¹, below 1.5·N.
    #[inline(never)]
    pub fn multiply(&self, a: &Residue, b: &Residue) -> Residue {
        let mut t = [0; 2 * COUNT];
        each_limb!(I => each_limb!(J => t[I + J] += a[I] * b[J]));
        self.reduce(t)
    }

    /// 2^double · a²·R⁻¹, below 3N.
    #[inline(never)]
    pub fn square_double(&self, a: &Residue, double: bool) -> Residue {
        let mut t = [0; 2 * COUNT];
        each_limb!(I => {
            t[2 * I] += a[I] * a[I];
            each_limb!(J => if is_above(J, I) { t[I + J] += 2 * a[I] * a[J] });
        });
        self.reduce(t).map(|limb| limb << u32::from(double))
    }

    /// a − b + 2N for results a and b of [`multiply`](Self::multiply).
    pub fn subtract(&self, a: &Residue, b: &Residue) -> Residue {
        let mut carry = 0;
        array::from_fn(|i| {
            let sum = (a[i] + 2 * self.n[i]) as i64 - b[i] as i64 + carry;
            carry = sum >> WIDTH;
            sum as u64 & MASK
        })
    }

    /// (t + q·N)/R for a product t.
    #[inline(always)]
    fn reduce(&self, mut t: [u64; 2 * COUNT]) -> Residue {
        let n = self.n;
        each_limb!(I => {
            let q = t[I].wrapping_mul(self.negated_inverse) & MASK;
            each_limb!(J => t[I + J] += q * n[J]);
            t[I + 1] += t[I] >> WIDTH;
        });
        let mut carry = 0;
        let mut result = [0; COUNT];
        each_limb!(I => {
            let sum = t[COUNT + I] + carry;
            result[I] = sum & MASK;
            carry = sum >> WIDTH;
        });
        debug_assert_eq!(carry, 0, "the product is beyond its bound");
        result
    }
}

/// i > j, for constants of which one may be the least or the greatest index.
const fn is_above(i: usize, j: usize) -> bool {
    i > j
}

/// The same number with limbs below 2^29.
fn propagated(mut x: Residue) -> Residue {
    let mut carry = 0;
    for limb in &mut x {
        let sum = *limb + carry;
        *limb = sum & MASK;
        carry = sum >> WIDTH;
    }
    x
}
