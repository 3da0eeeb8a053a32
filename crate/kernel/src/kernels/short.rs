//! `short`: one odd modulus of at most 256 bits.
//!
//! **Form.** A number is Σ x_i·2^(29·i) in 9 limbs of 64 bits, R = 2^261. A row a·b_i of a product is added
//! to nine columns. Then q·N clears the lowest one, and the others move down. Only the last walk
//! propagates carries. A square is computed whole first, and its upper columns come in at the top one by
//! one. Every index of a column is a constant, so no column of a row is in memory, not even in the baseline
//! tiers of the engines. A page meets those first. The rows are a loop: with a constant for each, a product
//! would take a tenth less time and four times the bytes.
//!
//! **Bounds on values.** A *residue* is below 4N, N < 2^256 = R/32. A product is below
//! (4N)²/R + N ≤ 1.5·N. Twice that is a residue, and so is 1.5·N + 2N − 1.5·N, a difference. The trait
//! [`Kernel`] doubles and subtracts nothing, so its residues have limbs below 2^29.
//!
//! **Bounds on columns.** The limbs of a product are below 2^29, also the highest, because a
//! product is below 2^258. A doubled limb is below 2^30. A column of a product of two residues is
//! thus at most 9·(2^30)² = 9·2^60; the rows add 9·2^58, and the column below its carry, below
//! 2^35. The sum is below 2^64.
//!
//! `bounds/short.rs` checks these bounds.

use crate::{descriptor::Descriptor, kernel::Kernel, kernels::cios::negated_inverse, limbs::radix};
use alloc::boxed::Box;
use core::{array, hint::black_box};

/// This kernel's line in [`ALL`](crate::ALL).
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "short",
    max_bits: 256,
    fast_from: 149,
    square_cost: 0.85,
    division_below: 4097,
    make: |n| Box::new(Short::new(n)),
};

/// The bits of a limb.
pub(crate) const WIDTH: usize = super::widths::SHORT;
const MASK: u64 = (1 << WIDTH) - 1;
/// The number of limbs.
pub(crate) const COUNT: usize = 9;

/// ρ: a product is divided by R = 2^ρ.
pub const RADIX_BITS: usize = WIDTH * COUNT;

/// A number below 4N.
pub type Residue = [u64; COUNT];

/// Arithmetic modulo one odd N ≥ 3 of at most 256 bits.
#[derive(Clone)]
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
        let mut limbs = [0; COUNT];
        for (i, limb) in limbs.iter_mut().enumerate() {
            *limb = radix::window(x, WIDTH * i, WIDTH);
        }
        limbs
    }

    /// x·R⁻¹ in [0, N), in limbs of 32 bits.
    pub fn from_montgomery(&self, x: &Residue) -> [u32; 8] {
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
        let highest = self.highest_bit();
        let mut x = [0; COUNT];
        x[highest / WIDTH] = 1 << (highest % WIDTH);
        for _ in highest..RADIX_BITS {
            x = self.subtracted_once(propagated(x.map(|limb| 2 * limb)));
        }
        x
    }

    /// The place of the highest bit of N.
    fn highest_bit(&self) -> usize {
        let is_set = |&i: &usize| self.n[i / WIDTH] >> (i % WIDTH) & 1 == 1;
        (0..RADIX_BITS).rev().find(is_set).unwrap_or_default()
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
        let mut t = [0; COUNT];
        for &b in b {
            each_limb!(I => t[I] += a[I] * b);
            t = self.divided(t, 0);
        }
        propagated(t)
    }

    /// 2^double · a²·R⁻¹, below 3N.
    #[inline(never)]
    pub fn square_double(&self, a: &Residue, double: bool) -> Residue {
        let mut columns = [0; 2 * COUNT];
        each_limb!(I => {
            columns[2 * I] += a[I] * a[I];
            each_limb!(J => if is_above(J, I) { columns[I + J] += 2 * a[I] * a[J] });
        });
        let (&low, high) = columns.split_first_chunk().expect("more columns than limbs");
        let t = high.iter().fold(low, |t, &next| self.divided(t, next));
        propagated(t).map(|limb| limb << u32::from(double))
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

    /// The columns of (t + q·N)/2^29, for the digit q that clears the lowest one. The columns are those of a
    /// longer number; `next` is the column above them.
    #[inline(always)]
    fn divided(&self, mut t: Residue, next: u64) -> Residue {
        let q = t[0].wrapping_mul(self.negated_inverse) & MASK;
        each_limb!(I => t[I] += q * self.n[I]);
        let carry = t[0] >> WIDTH;
        each_limb!(I => t[I] = if is_above(COUNT, I + 1) { t[(I + 1) % COUNT] } else { next });
        t[0] += carry;
        t
    }
}

/// The residue in these words.
fn residue(words: &[u64]) -> &Residue {
    debug_assert!(words.iter().all(|&limb| limb <= MASK), "a limb is beyond its bound");
    words.first_chunk().expect("as many words as a residue has")
}

/// Copies a residue. `copy_from_slice` would bring its panic.
fn store(residue: &Residue, words: &mut [u64]) {
    words.iter_mut().zip(residue).for_each(|(word, &limb)| *word = limb);
}

impl Drop for Short {
    fn drop(&mut self) {
        (self.n, self.negated_inverse) = ([0; COUNT], 0);
        black_box(self);
    }
}

impl Kernel for Short {
    fn words(&self) -> usize {
        COUNT
    }

    fn radix_bits(&self) -> usize {
        RADIX_BITS
    }

    fn decoded_limbs(&self) -> usize {
        // 1.5·N is below 2^(bits + 1).
        (self.highest_bit() + 2).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        store(&Self::encode(x), out);
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        radix::pack(residue(a).iter().copied(), WIDTH, out);
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        store(&Self::multiply(self, residue(a), residue(b)), a);
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        let mut square = *residue(a);
        for _ in 0..times {
            square = self.square_double(&square, false);
        }
        store(&square, a);
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

/// i > j, for constants of which one may be the least or the greatest index.
const fn is_above(i: usize, j: usize) -> bool {
    i > j
}

/// The number with these columns, in limbs below 2^29.
fn propagated(mut x: Residue) -> Residue {
    let mut carry = 0;
    for limb in &mut x {
        let sum = *limb + carry;
        *limb = sum & MASK;
        carry = sum >> WIDTH;
    }
    debug_assert_eq!(carry, 0, "a number is beyond its bound");
    x
}
