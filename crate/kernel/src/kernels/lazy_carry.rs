//! Montgomery multiplication in a reduced radix with lazy carries, two rows a pass: what `scalar` and `wide` share.
//!
//! This file has the passes. An instance of the trait [`Arithmetic`] has the limbs and the columns; the heads of
//! `scalar.rs` and `wide.rs` prove that no column overflows.
//!
//! A number is Σ x_i·2^(w·i) in l limbs, l even, w·l ≥ bits + w + 2; R = 2^(w·l). Residues are taken modulo a multiple
//! N* = k·N of the modulus, where k < 2^w makes N* = 2^w·N' ± 1. So the lowest limb of the accumulator *is* the
//! quotient digit q: to subtract q·N* (for +1) or to add it (for −1) clears that limb. The limbs of q·N' go to the
//! limbs above it, one limb up.
//!
//! Most passes leave columns wider than a limb. A *carrying* pass, one in every `CARRY_INTERVAL`, leaves w bits and a
//! small carry in each column.
//!
//! The rest of this page derives all of it.
//!
#![doc = include_str!("lazy_carry.md")]

use crate::{
    kernel::Kernel,
    limbs::{radix, wiped::Wiped},
};
use alloc::{boxed::Box, vec};
use core::ops::{Add, Mul, Shr};

/// The limbs and the columns of an instance.
///
/// The functions that a pass calls are `#[inline(always)]` in each instance.
pub(crate) trait Arithmetic: Copy + Send + Sync + 'static {
    /// A limb of a residue, doubled or not, and of N'.
    type Limb: Copy
        + Default
        + From<u8>
        + Mul<Output = Self::Limb>
        + Shr<u32, Output = Self::Limb>
        + Send
        + Sync;
    /// A column of the accumulator.
    type Column: Copy + Default + PartialEq + Add<Output = Self::Column> + Send + Sync;

    /// w: the bits in a limb.
    const WIDTH: usize;
    /// R ≥ 2^SPARE·N*
    const SPARE: usize;
    /// The passes between two carries of a product.
    const CARRY_INTERVAL: usize;
    /// The passes between two carries of a squaring.
    const CARRY_INTERVAL_SQUARE: usize;

    /// The limb that a word of a residue holds.
    fn limb(word: u64) -> Self::Limb;
    /// The word of a residue that holds this limb.
    fn word(limb: Self::Limb) -> u64;
    /// The limb congruent to x modulo 2^w.
    fn low(x: Self::Column) -> Self::Limb;
    /// (x − low(x)) / 2^w
    fn high(x: Self::Column) -> Self::Column;
    /// x mod 2^w
    fn low_bits(x: Self::Column) -> Self::Column;
    /// ⌊x / 2^w⌋
    fn high_bits(x: Self::Column) -> Self::Column;
    /// x·y
    fn product(x: Self::Limb, y: Self::Limb) -> Self::Column;
    /// sum − q·N'_j if N* = 2^w·N' + 1, and sum + q·N'_j if N* = 2^w·N' − 1.
    fn add_multiple(sum: Self::Column, q: Self::Limb, n_prime: Self::Limb) -> Self::Column;

    /// Whether a pass of a product goes on by one column, and loads each limb anew. Else it goes on by two columns, and
    /// keeps their limbs in registers.
    const REREADS: bool;
    /// Long products, if half the multiplications save time there.
    const WINOGRAD: Option<Winograd<Self>> = None;

    /// The limbs of a non-negative integer, least significant first, without end.
    fn limbs(x: &[u32]) -> impl Iterator<Item = Self::Limb>;
    /// A number whose limb j is N'_(j−1) for j > 0: N* if N* = 2^w·N' + 1, and N* + 1 if
    /// N* = 2^w·N' − 1.
    fn shifted_n_prime(n: &[u32]) -> Wiped<u32>;
    /// Writes a non-negative integer congruent to the residue `a`.
    fn decode(a: &[u64], pairs: &[TwoColumns<Self>], out: &mut [u32]);
}

/// A column: everything that a pass reads and writes there.
pub(crate) struct Column<A: Arithmetic> {
    /// The accumulator.
    pub t: A::Column,
    /// The operand that rows multiply: a, or 2a in a squaring.
    pub x: A::Limb,
    /// The limb of [`Arithmetic::shifted_n_prime`]: N'_(j−1) in column j. No pass reads that of column 0.
    pub n_prime: A::Limb,
}

// Not derived: for a generic type, a derived `clone` copies field by field.
impl<A: Arithmetic> Clone for Column<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Arithmetic> Copy for Column<A> {}

/// Two neighbouring columns.
pub(crate) type TwoColumns<A> = [Column<A>; 2];

/// Products with half the multiplications, as in `winograd.rs`.
pub(crate) struct Winograd<A: Arithmetic> {
    /// The fewest passes that take it. Shorter products must not need a carrying pass.
    pub from_passes: usize,
    pub multiply: WinogradProduct<A>,
}

/// (pairs, offsets, a, b): a becomes the product of the operand and b.
type WinogradProduct<A> =
    fn(&mut [TwoColumns<A>], &mut [[<A as Arithmetic>::Column; 2]], &mut [u64], &[u64]);

impl<A: Arithmetic> Winograd<A> {
    /// Winograd's product of `passes` passes, where it pays.
    fn of(passes: usize) -> Option<WinogradProduct<A>> {
        A::WINOGRAD
            .filter(|winograd| passes >= winograd.from_passes)
            .map(|winograd| winograd.multiply)
    }
}

/// Reads a limb again, where the compiler would hold it in a register.
#[inline(always)]
pub(crate) fn reread<T: Copy>(limb: &T) -> T {
    #[expect(unsafe_code, reason = "safe code has no volatile read")]
    // SAFETY: a reference is valid to read.
    unsafe {
        core::ptr::from_ref(limb).read_volatile()
    }
}

/// A pass: two rows, on their way up the columns.
pub(crate) struct Pass<A: Arithmetic> {
    pub b: [A::Limb; 2],
    pub q: [A::Limb; 2],
    /// The operand's limb in the column below.
    pub x: A::Limb,
    /// The limb of N' in the column below.
    pub n_prime: A::Limb,
    /// The carry into the next column.
    pub carry: A::Column,
}

impl<A: Arithmetic> Pass<A> {
    /// Takes the quotient digits from the sums of the two lowest columns. `first` is their
    /// `TwoColumns`.
    #[inline(always)]
    fn start(u: [A::Column; 2], first: &TwoColumns<A>, b: [A::Limb; 2], x: A::Limb) -> Self {
        let q0 = A::low(u[0]);
        let n_prime = first[1].n_prime;
        let u1 = A::add_multiple(u[1] + A::high(u[0]), q0, n_prime);
        Self { b, q: [q0, A::low(u1)], x, n_prime, carry: A::high(u1) }
    }

    /// Stores the sum of a column two columns down.
    #[inline(always)]
    fn store<const CARRYING: bool>(&mut self, t: &mut A::Column, sum: A::Column) {
        if CARRYING {
            *t = A::low_bits(sum) + self.carry;
            self.carry = A::high_bits(sum);
        } else {
            *t = sum + self.carry;
            self.carry = A::Column::default();
        }
    }

    /// Walks from the first of these pairs, already read, to the last, with the rows of the product
    /// and of the reduction.
    #[inline(always)]
    pub fn multiply_reduce<const CARRYING: bool>(&mut self, pairs: &mut [TwoColumns<A>]) {
        let ([b0, b1], [q0, q1]) = (self.b, self.q);
        let Some((mut below, rest)) = pairs.split_first_mut() else { return };
        for pair in rest {
            let [c0, c1] = *pair;
            let sum0 = A::add_multiple(c0.t + A::product(c0.x, b0), c0.n_prime, q0);
            let sum0 = A::add_multiple(sum0 + A::product(self.x, b1), self.n_prime, q1);
            let sum1 = A::add_multiple(c1.t + A::product(c1.x, b0), c1.n_prime, q0);
            let sum1 = A::add_multiple(sum1 + A::product(c0.x, b1), c0.n_prime, q1);
            (self.x, self.n_prime) = (c1.x, c1.n_prime);
            self.store::<CARRYING>(&mut below[0].t, sum0);
            self.store::<CARRYING>(&mut below[1].t, sum1);
            below = pair;
        }
    }

    /// The walk of a pass of a product, one column a step. Each limb is read where it is needed.
    #[inline(always)]
    fn multiply_reduce_rereading<const CARRYING: bool>(&mut self, mut columns: &mut [Column<A>]) {
        let ([b0, b1], [q0, q1]) = (self.b, self.q);
        while let [target, rest @ ..] = columns {
            let [below, column, ..] = rest else { return };
            let sum = column.t + A::product(reread(&column.x), b0);
            let sum = A::add_multiple(sum, reread(&column.n_prime), q0);
            let sum = sum + A::product(reread(&below.x), b1);
            let sum = A::add_multiple(sum, reread(&below.n_prime), q1);
            self.store::<CARRYING>(&mut target.t, sum);
            columns = rest;
        }
    }

    /// The walk of a pass with the rows of the reduction alone.
    #[inline(always)]
    fn reduce<const CARRYING: bool>(&mut self, pairs: &mut [TwoColumns<A>]) {
        let [q0, q1] = self.q;
        let Some((mut below, rest)) = pairs.split_first_mut() else { return };
        for pair in rest {
            let [c0, c1] = *pair;
            let sum0 = A::add_multiple(A::add_multiple(c0.t, c0.n_prime, q0), self.n_prime, q1);
            let sum1 = A::add_multiple(A::add_multiple(c1.t, c1.n_prime, q0), c0.n_prime, q1);
            self.n_prime = c1.n_prime;
            self.store::<CARRYING>(&mut below[0].t, sum0);
            self.store::<CARRYING>(&mut below[1].t, sum1);
            below = pair;
        }
    }

    /// Column l, which only the second rows reach, and the carry out of it.
    #[inline(always)]
    fn end<const CARRYING: bool>(mut self, pairs: &mut [TwoColumns<A>]) {
        let Some(last) = pairs.last_mut() else { return };
        let sum = A::add_multiple(A::product(self.x, self.b[1]), self.n_prime, self.q[1]);
        self.store::<CARRYING>(&mut last[0].t, sum);
        last[1].t = self.carry;
    }
}

/// Whether a pass carries: the last of each interval does, except the very last pass, which
/// `propagate_carries` follows.
pub(crate) fn carries(pass: usize, interval: usize, passes: usize) -> bool {
    (pass + 1).is_multiple_of(interval) && pass + 1 < passes
}

/// The pass of the rows b of a product.
fn product_pass<A: Arithmetic, const CARRYING: bool>(pairs: &mut [TwoColumns<A>], b: [A::Limb; 2]) {
    let [c0, c1] = pairs[0];
    let u = [c0.t + A::product(c0.x, b[0]), c1.t + A::product(c1.x, b[0]) + A::product(c0.x, b[1])];
    let mut pass = Pass::start(u, &pairs[0], b, c1.x);
    if A::REREADS {
        pass.multiply_reduce_rereading::<CARRYING>(pairs.as_flattened_mut());
        let [_, last] = pairs[pairs.len() - 1];
        (pass.x, pass.n_prime) = (last.x, last.n_prime);
    } else {
        pass.multiply_reduce::<CARRYING>(pairs);
    }
    pass.end::<CARRYING>(pairs);
}

/// The pass of the rows 2r and 2r + 1 of a squaring; the operand is doubled.
fn square_pass<A: Arithmetic, const CARRYING: bool>(pairs: &mut [TwoColumns<A>], r: usize) {
    let [c0, c1] = &mut pairs[r];
    let b = [c0.x >> 1, c1.x >> 1];
    c0.t = c0.t + A::product(b[0], b[0]);
    c1.t = c1.t + A::product(b[0], c1.x);
    let mut pass = Pass::start(pairs[0].map(|column| column.t), &pairs[0], b, b[1]);
    pass.reduce::<CARRYING>(&mut pairs[..=r]);
    pass.multiply_reduce::<CARRYING>(&mut pairs[r..]);
    pass.end::<CARRYING>(pairs);
}

/// Propagates all carries, which makes limbs of the columns. The operand becomes `factor` times these
/// limbs, and the accumulator becomes zero.
fn propagate_carries<A: Arithmetic>(pairs: &mut [TwoColumns<A>], factor: A::Limb) {
    let mut carry = A::Column::default();
    for [c0, c1] in pairs {
        let u0 = c0.t + carry;
        let u1 = c1.t + A::high(u0);
        carry = A::high(u1);
        (c0.x, c1.x) = (factor * A::low(u0), factor * A::low(u1));
        (c0.t, c1.t) = (A::Column::default(), A::Column::default());
    }
    debug_assert!(carry == A::Column::default(), "carried out of the highest limb");
}

/// Montgomery arithmetic with lazy carries.
pub(crate) struct LazyCarry<A: Arithmetic> {
    pub pairs: Wiped<TwoColumns<A>>,
    /// Space of Winograd's products.
    offsets: Wiped<[A::Column; 2]>,
    /// The length of N in bits.
    bits: usize,
}

impl<A: Arithmetic> LazyCarry<A> {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = radix::bits(n);
        let n_prime = A::shifted_n_prime(n);
        let zero =
            Column { t: A::Column::default(), x: A::Limb::default(), n_prime: A::Limb::default() };
        let mut pairs = vec![[zero; 2]; (bits + A::WIDTH + A::SPARE).div_ceil(2 * A::WIDTH)];
        for (column, limb) in pairs.as_flattened_mut().iter_mut().zip(A::limbs(&n_prime)) {
            column.n_prime = limb;
        }
        let offsets = Winograd::<A>::of(pairs.len()).map_or(0, |_| pairs.len());
        let offsets = vec![[A::Column::default(); 2]; offsets];
        Self { pairs: pairs.into(), offsets: offsets.into(), bits }
    }

    /// The operand becomes `factor` times the residue a.
    fn load(&mut self, a: &[u64], factor: A::Limb) {
        for ([c0, c1], &[a0, a1]) in self.pairs.iter_mut().zip(a.as_chunks().0) {
            (c0.x, c1.x) = (factor * A::limb(a0), factor * A::limb(a1));
        }
    }

    /// The residue a becomes the operand, divided by 2^`halvings`.
    fn store(&self, a: &mut [u64], halvings: u32) {
        for (a, pair) in a.as_chunks_mut().0.iter_mut().zip(&self.pairs) {
            *a = pair.map(|column| A::word(column.x >> halvings));
        }
    }
}

impl<A: Arithmetic> Kernel for LazyCarry<A> {
    fn words(&self) -> usize {
        2 * self.pairs.len()
    }

    fn radix_bits(&self) -> usize {
        A::WIDTH * self.words()
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + A::WIDTH + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, limb) in out.iter_mut().zip(A::limbs(x)) {
            *out = A::word(limb);
        }
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        A::decode(a, &self.pairs, out);
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        let passes = self.pairs.len();
        self.load(a, 1.into());
        if let Some(multiply) = Winograd::<A>::of(passes) {
            return multiply(&mut self.pairs, &mut self.offsets, a, b);
        }
        for (i, b) in b.as_chunks().0.iter().enumerate() {
            let b = b.map(A::limb);
            if A::WINOGRAD.is_none() && carries(i, A::CARRY_INTERVAL, passes) {
                product_pass::<A, true>(&mut self.pairs, b);
            } else {
                product_pass::<A, false>(&mut self.pairs, b);
            }
        }
        propagate_carries(&mut self.pairs, 1.into());
        self.store(a, 0);
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        let passes = self.pairs.len();
        self.load(a, 2.into());
        for _ in 0..times {
            for r in 0..passes {
                if carries(r, A::CARRY_INTERVAL_SQUARE, passes) {
                    square_pass::<A, true>(&mut self.pairs, r);
                } else {
                    square_pass::<A, false>(&mut self.pairs, r);
                }
            }
            propagate_carries(&mut self.pairs, 2.into());
        }
        self.store(a, 1);
    }

    fn fork(&self) -> Box<dyn Kernel> {
        // `repeat` copies the memory at once, where `clone` of a generic type copies pair by pair.
        Box::new(Self {
            pairs: self.pairs.repeat(1).into(),
            offsets: self.offsets.repeat(1).into(),
            bits: self.bits,
        })
    }
}
