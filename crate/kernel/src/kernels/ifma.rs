//! `ifma`: 52-bit limbs in vectors of eight, multiplied by AVX-512's IFMA, on x86-64 processors that have it.
//!
//! One instruction adds the low 52 bits of eight products to eight 64-bit columns, another one the high 52 bits. A row
//! multiplies all limbs of an operand by one limb, and then shifts the columns down by one lane.
//!
//! **Form.** w = 52. A number is Σ x_i·2^(w·i), 0 ≤ x_i < 2^w, in l limbs, w·l ≥ bits + w + 2; R = 2^(w·l). A residue
//! has zeros from limb l on to the end of its last vector. Residues are integers in [0, 2N*), where N* = k·N and
//! k = −N⁻¹ mod 2^w makes N* = 2^w·N' − 1: so the lowest column modulo 2^w *is* the quotient digit q.
//!
//! **A row.** Let lane j hold column j, and let the columns have all products of limbs but the high parts of row i. The
//! digit q is the low part of lane 0. Adding q·N* = q·N'·2^w − q clears that part, and leaves the carry ⌊lane 0 / 2^w⌋
//! to the next column. After the shift by a lane, lane j gets the high parts of a_j·b_i and of q·N'_(j−1), and the low
//! parts of q·N'_j and, for the next row, of a_j·b_(i+1). The parts are added up in two sums, so that a digit waits for
//! the one before by one multiply-add and one addition alone.
//!
//! **Bounds on values.** They are those of [`wide`](super::wide): a, b < 2N* and 4N* ≤ R give
//! (a·b + Q·N*)/R < 2N*. 2N* < R has l limbs, and N' < 2^bits has at most l − 1, so nothing is shifted out at the top.
//!
//! **Bounds on columns.** A column takes part in at most l rows, and each adds four parts below 2^w. The first row also
//! finds a low part there, and a lane 0 takes a carry below 2^12. So a column stays below (4·l + 1)·2^w < 2^64 for
//! l ≤ [`MOST_LIMBS`].
//!
//! **Limbs.** At the end each column keeps its low part, and adds the high part of the column below, which is less than
//! 2^12. Then a column is at most 2^w + 2^12 − 2. It carries 1 if it is 2^w or more, or if it is 2^w − 1 and gets a 1.
//! An addition of the two masks of lanes finds all lanes that get a 1.
//!
//! `bounds/ifma.rs` checks this.

use crate::{
    descriptor::Descriptor,
    kernel::Kernel,
    kernels::wide,
    lanes::u52x8::{Block, Fastest, LANES, Lanes},
    limbs::{radix, wiped::Wiped},
};
use alloc::{boxed::Box, sync::Arc, vec};
use core::array::from_fn;

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "ifma",
    max_bits: MOST_LIMBS * Fastest::WIDTH - Fastest::WIDTH - SPARE,
    fast_from: 385,
    square_cost: 1.0,
    division_below: 1024,
    make,
};

/// R ≥ 2^SPARE·N*
pub(crate) const SPARE: usize = 2;
/// The most limbs.
pub(crate) const MOST_LIMBS: usize = 1023;

/// Where the processor lacks the instructions, `wide` takes the place of this kernel.
fn make(n: &[u32]) -> Box<dyn Kernel> {
    if is_there() { Box::new(Ifma::<Fastest>::new(n)) } else { (wide::DESCRIPTOR.make)(n) }
}

fn is_there() -> bool {
    Fastest::is_there()
}

/// Whether this machine has the instructions that this kernel needs.
pub(crate) fn is_fast() -> bool {
    Fastest::IN_HARDWARE && is_there()
}

/// The limbs of N' that a row multiplies by its quotient digit, in one vector.
#[derive(Clone, Copy)]
struct Multiples {
    /// The limbs of N'.
    n_prime: Block,
    /// The limbs of N', one lane up.
    shifted: Block,
}

/// Montgomery arithmetic in vectors of eight limbs.
pub(crate) struct Ifma<L: Lanes> {
    multiples: Arc<Wiped<Multiples>>,
    /// The columns, of more vectors than registers hold.
    columns: Wiped<L::Vector>,
    /// l.
    limbs: usize,
    /// The length of N in bits.
    bits: usize,
}

impl<L: Lanes> Ifma<L> {
    const MASK: u64 = (1 << L::WIDTH) - 1;

    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = radix::bits(n);
        let k = radix::inverse(radix::window(n, 0, 64)).wrapping_neg() & Self::MASK;
        // N* + 1 = 2^w·N'
        let raised = Wiped::from(radix::multiply_add(n, k, 1));
        let limbs = (bits + L::WIDTH + SPARE).div_ceil(L::WIDTH);
        let limb = |i: usize| radix::window(&raised, L::WIDTH * i, L::WIDTH);
        let vectors = limbs.div_ceil(LANES);
        let multiples: Wiped<Multiples> = (0..vectors)
            .map(|v| Multiples {
                n_prime: Block(from_fn(|i| limb(LANES * v + i + 1))),
                shifted: Block(from_fn(|i| limb(LANES * v + i))),
            })
            .collect();
        Self::of(Arc::new(multiples), limbs, bits)
    }

    fn of(multiples: Arc<Wiped<Multiples>>, limbs: usize, bits: usize) -> Self {
        let vectors = multiples.len();
        Self {
            multiples,
            columns: vec![L::splat(0); if vectors > MOST_IN_REGISTERS { vectors } else { 0 }]
                .into(),
            limbs,
            bits,
        }
    }

    /// a ← a·b·R⁻¹, where a `b` of `None` is `a`.
    #[inline(always)]
    fn product(&mut self, a: &mut [u64], b: Option<&[u64]>) {
        let places = a.as_chunks_mut().0;
        let b = &b.unwrap_or(places.as_flattened())[..self.limbs];
        debug_assert!(
            places.as_flattened().iter().chain(b).all(|&limb| limb <= Self::MASK),
            "a limb is beyond its bound"
        );
        // Columns of a constant number of vectors stay in registers.
        macro_rules! in_registers {
            ($($count:literal)*) => {
                match self.multiples.len() {
                    $($count => {
                        let columns = &mut [L::splat(0); $count];
                        rows::<L>(columns, &places[..$count], &self.multiples[..$count], b);
                        store_limbs::<L>(columns, places);
                    })*
                    _ => {
                        rows::<L>(&mut self.columns, places, &self.multiples, b);
                        store_limbs::<L>(&mut self.columns, places);
                    }
                }
            };
        }
        in_registers!(1 2 3 4 5 6);
    }
}

/// The most vectors of columns that registers hold.
const MOST_IN_REGISTERS: usize = 6;

/// columns ← (a·b + Q·N*)/R, not yet as limbs.
#[inline(always)]
fn rows<L: Lanes>(
    columns: &mut [L::Vector],
    a: &[[u64; LANES]],
    multiples: &[Multiples],
    b: &[u64],
) {
    let zero = L::splat(0);
    let mut this = L::splat(b[0]);
    for (column, a) in columns.iter_mut().zip(a) {
        *column = L::add_low(zero, L::load(a), this);
    }
    for &next in b[1..].iter().chain(&[0]) {
        let next = L::splat(next);
        let q = L::splat_lowest(columns[0]);
        let carry = L::high_of_lowest(columns[0]);
        for i in 0..columns.len() {
            let Multiples { n_prime, shifted } = &multiples[i];
            let a = L::load(&a[i]);
            let mut sum = L::add_low(L::add_high(zero, a, this), a, next);
            if i == 0 {
                sum = L::add(sum, carry);
            }
            let above = if i + 1 < columns.len() { columns[i + 1] } else { zero };
            let other = L::add_high(L::down(columns[i], above), L::load(&shifted.0), q);
            columns[i] = L::add(L::add_low(sum, L::load(&n_prime.0), q), other);
        }
        this = next;
    }
}

/// Makes limbs of columns.
#[inline(always)]
fn store_limbs<L: Lanes>(columns: &mut [L::Vector], places: &mut [[u64; LANES]]) {
    let mut high_below = L::splat(0);
    let mut carry = 0;
    for (column, place) in columns.iter_mut().zip(places) {
        let high = L::high(*column);
        let sum = L::add(L::low(*column), L::up(high, high_below));
        high_below = high;
        // The lanes that carry by themselves, and those that carry if they get a 1.
        let [over, full] = L::full(sum);
        let gets = over << 1 | carry;
        let carried = full + gets;
        carry = carried >> LANES;
        L::store(L::increment(sum, carried ^ full), place);
    }
    debug_assert!(carry == 0, "carried out of the highest limb");
}

impl<L: Lanes> Kernel for Ifma<L> {
    fn words(&self) -> usize {
        LANES * self.multiples.len()
    }

    fn radix_bits(&self) -> usize {
        L::WIDTH * self.limbs
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + L::WIDTH + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        radix::unpack(x, L::WIDTH, out);
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        radix::pack(a.iter().copied(), L::WIDTH, out);
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        L::with(
            #[inline(always)]
            || self.product(a, Some(b)),
        );
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        L::with(
            #[inline(always)]
            || {
                for _ in 0..times {
                    self.product(a, None);
                }
            },
        );
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(Self::of(Arc::clone(&self.multiples), self.limbs, self.bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::check_products;
    use crate::lanes::u52x8::Portable;
    use alloc::vec::Vec;
    use num_bigint::BigUint;

    const W: usize = 52;
    const MASK: u64 = (1 << W) - 1;

    fn value(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |value, &limb| (value << W) + limb)
    }

    fn power(bits: usize) -> BigUint {
        BigUint::from(1_u32) << bits
    }

    /// Moduli that fill `limbs` limbs to the last bit, and for `excess` > 0 need one limb more.
    fn moduli(limbs: usize, excess: usize) -> [BigUint; 4] {
        let bits = W * limbs - W - SPARE + excess;
        [
            power(bits) - power(W) + 1_u32, // k = 2^w − 1: 4N* is just below R
            power(bits) - power(W) - 1_u32, // N* = N, and N' is all ones
            power(bits) - 1_u32,            // N* = N, and N' is a power of two
            power(bits - 1) + 1_u32,
        ]
    }

    /// Residues below the bound with the largest limbs, alone or next to zeros.
    fn extremes(bound: &BigUint, words: usize) -> Vec<Vec<u64>> {
        let limbs = |x: &BigUint| {
            let mut limbs = vec![0; words];
            radix::unpack(&x.to_u32_digits(), W, &mut limbs);
            limbs
        };
        let patterns: [fn(usize) -> bool; 4] =
            [|_| true, |i| i % 2 == 0, |i| i % 2 == 1, |i| i > 0];
        let below = patterns.map(|pattern| {
            let ones = (0..words).map(|i| MASK * u64::from(pattern(i))).collect::<Vec<_>>();
            limbs(&(value(&ones) % power(bound.bits() as usize - 1)))
        });
        below.into_iter().chain([limbs(&(bound - 1_u32)), limbs(&BigUint::ZERO)]).collect()
    }

    fn check_extremes<L: Lanes>(limbs: usize) {
        for (excess, n) in (0..2).flat_map(|excess| moduli(limbs, excess).map(|n| (excess, n))) {
            let mut kernel = Ifma::<L>::new(&n.to_u32_digits());
            assert_eq!(kernel.limbs, limbs + excess);
            let n_prime: Vec<u64> =
                kernel.multiples.iter().flat_map(|multiples| multiples.n_prime.0).collect();
            let bound = ((value(&n_prime) << W) - 1_u32) * 2_u32;
            let r = power(kernel.radix_bits());
            let check = |kernel: &Ifma<L>, out: &[u64], expected: BigUint| {
                assert!(out.iter().all(|&limb| limb <= MASK) && value(out) < bound);
                assert_eq!((value(out) * &r) % &n, expected % &n);
                let mut decoded = vec![0; kernel.decoded_limbs()];
                kernel.decode(out, &mut decoded);
                assert_eq!(BigUint::new(decoded), value(out));
            };
            let residues = extremes(&bound, kernel.words());
            check_products(&mut kernel, &residues, value, check);
        }
    }

    #[test]
    fn extreme_residues() {
        // Of each number of vectors that has a loop of its own, and longer ones.
        for limbs in [3, 7, 8, 9, 16, 17, 24, 25, 32, 40, 41, 48, 49, 56, 80, 131] {
            check_extremes::<Portable<W>>(limbs);
            if is_there() {
                check_extremes::<Fastest>(limbs);
            }
        }
    }

    /// All ones in each limb, of the most limbs: then columns are the largest.
    #[test]
    fn the_longest_modulus() {
        let n = vec![u32::MAX; DESCRIPTOR.max_bits / 32];
        assert_eq!(Ifma::<Portable<W>>::new(&n).limbs, MOST_LIMBS);
        if is_there() {
            check_extremes::<Fastest>(MOST_LIMBS - 1);
        }
    }

    /// A carry that runs on through full limbs, from one vector to the next.
    #[test]
    fn limbs_of_columns() {
        fn check<L: Lanes>(columns: &[[u64; LANES]; 3]) {
            let expected = value(columns.as_flattened());
            let mut places = [[0; LANES]; 3];
            L::with(
                #[inline(always)]
                || {
                    let mut columns = columns.map(|column| L::load(&column));
                    store_limbs::<L>(&mut columns, &mut places);
                },
            );
            assert_eq!(value(places.as_flattened()), expected, "{columns:x?}");
            assert!(places.as_flattened().iter().all(|&limb| limb <= MASK), "{columns:x?}");
        }
        let words = [0, MASK - 1, MASK, MASK + 1, MASK << 11, u64::MAX - MASK, u64::MAX];
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize
        };
        for i in 0..20_000 {
            let mut columns = [[MASK; LANES]; 3];
            // Few columns are other than full, or all may be.
            let others = if i % 2 == 0 { 3 } else { 24 };
            for _ in 0..others {
                columns.as_flattened_mut()[random() % 24] = words[random() % words.len()];
            }
            columns[2][LANES - 1] = 0;
            check::<Portable<W>>(&columns);
            if is_there() {
                check::<Fastest>(&columns);
            }
        }
    }
}
