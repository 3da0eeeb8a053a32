//! `relaxed`: 50-bit limbs in doubles, multiplied by fused multiply-add.
//!
//! # Radix and values
//! A number is Σ a_i·2^(50·i), i < l, l even; a limb a_i is a signed integer held in a double,
//! |a_i| ≤ 2^49 + 2^12, and the words of a residue are the bits of its limbs. R = 2^(50·l).
//! N is multiplied once by k < 2^50 so that N* = kN ≡ −1 modulo 2^50; l is such that
//! 2^50·N < R/4, so N* < R/4. Then q·N* = q·N'·2^50 − q with N' = (N* + 1)/2^50: the quotient
//! digit that clears the lowest column *is* that column modulo 2^50, and the reduction only adds
//! q·N', one column further up. The digits q_i and the limbs N'_i are in [−2^49, 2^49).
//!
//! With |a|, |b| ≤ N*, the result (a·b + q·N*)/R with |q| ≤ R/2·(1 + 2^−48) is below
//! N*/4 + N*/2·(1 + 2^−48) < 0.76·N* in absolute value: a residue is any integer in [−N*, N*], and
//! no final subtraction is needed.
//!
//! # One product of two limbs, exactly
//! Chains (`chain.rs`) have the unit 2^50, C = 3·2^101 and up to four products: (2) there allows no more.
//! (1), with A = 2^49 + 2^12 and |q_i·N'_j| ≤ 2^98:
//! - product: 2·A² + 2·2^98 < 2^100 + 2^65;
//! - squaring, whose rows are doubled: 2·2A² + 2·2^98 < 3·2^99 + 2^66;
//! - two products of differences (below), each factor at most 2^50 − 1:
//!   2·(2^50 − 1)² + 2·2^49 < 2^101 − 2^51;
//! - one of differences and two of a square, of which one is not doubled: 2^100 + 3·A² < 2^101.
//!
//! # Sums of columns
//! A chain adds at most 2^51 to a column's low part and 2^51 to its high part, which belongs to
//! the next column. Two rows are added in a pass, and of P = l/2 passes each adds at most one
//! chain to a column; two more are added to single columns, and up to l products q_m·N'_m of
//! the squaring at 2^49 + 2^48 each. So a sum is below (P + 2)·2^52 + 0.375·P·2^52 + 2^50, and for
//! P ≤ 656, which is 65536 bits, below 906·2^52 < 2^62 − 2^50 with its carry: signed 64-bit integers
//! hold it with room for the offsets that are added.
//!
//! `bounds/relaxed.rs` and `bounds/chain.rs` check these bounds on values, chains and sums.
//!
//! # A pass
//! Rows i = 2p and i + 1 are added, the two lowest columns give q_i and q_(i+1) and are dropped,
//! and everything moves down two columns: pair k of the sums, columns 2k and 2k + 1, is stored as
//! pair k − 1. Each sum is loaded where the pass before stored it, in one piece. The second quotient
//! digit needs q_i·N'_0 early, so that product is also computed modulo 2^64 with integers. The chain
//! that gives it exactly is needed for the carry only.
//!
//! The next quotient digits wait for the pair that becomes the lowest. So a pass of a product adds to this pair first, and
//! then computes the next digits. The other pairs come last. They do not need these digits, so the processor works on both
//! at once.
//!
//! In a squaring, the same order is slower in V8. In a squaring that does not reduce by differences, the sums of this pair
//! stay in registers (`next_head`), and its chain is split: one chain for the rows of the square, and one for each
//! quotient digit. Together they add no more than the one chain would. In V8 a squaring takes 5 to 8 % less time for this
//! at 384 to 1024 bits.
//!
//! # Squaring
//! Row i of the square is a_i² at column 2i and 2·a_i·a_j at column i + j for j > i: half of the
//! products, columns 2i and up.
//!
//! For a long modulus, the columns below save half of the reduction too. With
//! e_m = q_m·N'_m, q_i·N'_j + q_j·N'_i = e_i + e_j − (q_i − q_j)·(N'_i − N'_j), so
//! Σ q_i·N'_j over i + j = c is Σ e_m, over all m with 0 ≤ m, c − m < l, less one product for each
//! *two* places. The product is known as soon as the digit of the larger place is: rows i and i + 1
//! subtract in columns i + 1 to 2i + 2, about where the square's rows begin, so that no column gets
//! much of both. The sum of e_m so far is one number for all columns, in `ReductionDiagonal`. It is
//! added only where a column is dropped. Of the columns that remain, each column c = l + m gets all
//! but the first m, in `carry_round`. For a short modulus this costs more than it saves: see
//! `DIFFERENCES_FROM`.
//!
//! # Long moduli
//! A reduction by differences also takes columns that come from elsewhere: it needs half of the
//! products of limbs that its rows have. So for a long modulus, a product is computed by Karatsuba's method
//! (`karatsuba.rs`, on the products of `products.rs`), and its columns are reduced in `reduction.rs`.
//! `bench/REPORT.md` has the times with and without.

pub(crate) mod differences;
pub(crate) mod karatsuba;
pub(crate) mod limbs;
pub(crate) mod products;
pub(crate) mod reduction;

use crate::{
    kernel::Kernel,
    kernels::relaxed::{
        differences::{ColumnPair, Diagonal, Integers},
        karatsuba::Scratch,
        limbs::{
            Constants, HALF, HIGH_START, LIMB_RANGE, MASK, Multipliers, OFFSET, Parts, SPARE,
            WIDTH, carry, digit,
        },
        products::PairProducts,
        reduction::{HALVES_FROM, Reduction},
    },
    lanes::f64x2::{F64x2, U64x2},
    limbs::{
        chain::{LOW_START, Term},
        radix,
    },
    maker::Maker,
};
use alloc::{boxed::Box, vec, vec::Vec};
use core::iter;

/// This kernel's line in [`ALL`](crate::ALL).
pub const MAKER: Maker = Maker {
    name: "relaxed",
    max_bits: 65_536,
    fast_from: 257,
    square_cost: 0.73,
    make: |n| Box::new(Relaxed::new(n, true)),
};

/// The same without Karatsuba's method, which the benches compare with it.
pub const SCHOOLBOOK: Maker = Maker {
    name: "relaxed without Karatsuba",
    make: |n| Box::new(Relaxed::new(n, false)),
    ..MAKER
};

/// From this number of pairs of limbs on, 1449 bits, a squaring reduces by differences. Measured in V8, this
/// costs 6 % more at 1024 bits, breaks even at 1400, and saves 6 % at 2048 and 8 % at 3072.
const DIFFERENCES_FROM: usize = 16;

/// From this number of pairs of limbs on, 4849 bits, a product is by Karatsuba's method. Measured in V8 on Zen 4, the method
/// costs 4 to 9 % at 4096 bits, breaks even at 5120, and saves 7 % at 8192, 24 % at 16384 and 37 % at 32768.
pub(crate) const KARATSUBA_FROM: usize = 50;
/// The same for a square, 9849 bits. This breaks even at 8192 bits, and saves 10 % at 12288.
const KARATSUBA_SQUARE_FROM: usize = 100;

/// The balanced limbs of (x >> from) + carry, without end.
pub(crate) fn balanced_limbs(x: &[u32], from: u32, mut carry_in: u64) -> impl Iterator<Item = f64> {
    let limb = |i| u64::from(x.get(i).copied().unwrap_or(0));
    (from as usize..).step_by(WIDTH as usize).map(move |bit| {
        let (i, shift) = (bit / 32, bit % 32);
        let window = (limb(i) | limb(i + 1) << 32) >> shift | limb(i + 2) << 1 << (63 - shift);
        let sum = (window & MASK) + carry_in + HALF;
        carry_in = carry(sum);
        ((sum & MASK) as i64 - HALF as i64) as f64
    })
}

/// A pair of columns with the limbs of the operand that a pass multiplies there.
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair {
    /// Limbs 2k and 2k + 1 of the operand.
    a: F64x2,
    /// Limbs 2k − 1 and 2k of the operand.
    a_odd: F64x2,
    /// x is q, and y is N'. The sums of low parts have HALF added.
    columns: ColumnPair,
}

impl Pair {
    /// Stores the sums of the pair `above`, plus these parts, one pair down.
    #[inline(always)]
    fn store_from(&mut self, above: &Self, (low, high): Parts) {
        self.columns.low = above.columns.low + low;
        self.columns.high = above.columns.high + high;
    }

    /// Adds these parts to the sums.
    #[inline(always)]
    fn add(&mut self, (low, high): Parts) {
        self.columns.low = self.columns.low + low;
        self.columns.high = self.columns.high + high;
    }
}

impl Multipliers {
    /// The terms of the rows of a·b, or of a² with b doubled.
    #[inline(always)]
    fn product(self, pair: &Pair) -> [Term; 2] {
        [(pair.a, self.0), (pair.a_odd, self.1)]
    }

    /// The terms of the rows of q·N', which belong one column further up.
    #[inline(always)]
    fn reduction(self, pair: &Pair) -> [Term; 2] {
        [(pair.columns.y_odd, self.0), (pair.columns.y, self.1)]
    }
}

/// Rows i and i + 1 of a square, i even.
struct SquareRows {
    /// a_i² and 2·a_i·a_(i+1).
    diagonal: Term,
    /// a_(i+1) and 2·a_(i+1).
    second: F64x2,
    /// 2·a_i and 2·a_(i+1).
    upper: Multipliers,
}

impl SquareRows {
    /// `a` has limbs i and i + 1.
    #[inline(always)]
    fn new(&a: &F64x2) -> Self {
        let doubled = a + a;
        Self {
            diagonal: (a, a.low_with(doubled)),
            second: a.high_with(doubled),
            upper: Multipliers(doubled.low_with(doubled), doubled.high_with(doubled)),
        }
    }

    /// The terms in the pair above limbs i and i + 1. There a_(i+1) multiplies itself, not doubled, and the next
    /// limb.
    #[inline(always)]
    fn middle(&self, pair: &Pair) -> [Term; 2] {
        [(pair.a, self.upper.0), (pair.a_odd, self.second)]
    }
}

/// Montgomery arithmetic in 50-bit limbs.
#[derive(Clone)]
pub struct Relaxed {
    /// N* in 32-bit limbs, as many as `decode` writes.
    n_star: Vec<u32>,
    n_prime: Integers,
    /// The scratch space: P pairs, and the pair that enters at the top in each pass.
    pairs: Vec<Pair>,
    /// What Karatsuba's method needs.
    karatsuba: Option<Karatsuba>,
}

/// The scratch space for products by Karatsuba's method.
#[derive(Clone)]
struct Karatsuba {
    products: PairProducts,
    a: Vec<F64x2>,
    b: Vec<F64x2>,
    /// The columns of a product.
    columns: Vec<U64x2>,
    limbs_below: Vec<F64x2>,
    columns_below: Vec<U64x2>,
    reduction: Reduction,
}

impl Karatsuba {
    /// For the limbs of N'.
    fn new(n_prime: &[f64]) -> Self {
        let count = n_prime.len() / 2;
        let zero = F64x2::splat(0.0);
        let below = karatsuba::scratch_length::<PairProducts>(count);
        Self {
            products: PairProducts::new(),
            a: vec![zero; count],
            b: vec![zero; count],
            columns: vec![U64x2::splat(0); 2 * count],
            limbs_below: vec![zero; below],
            columns_below: vec![U64x2::splat(0); below],
            reduction: Reduction::new(n_prime),
        }
    }

    /// Multiplies the operand by b, or by itself.
    fn multiply(&mut self, square: bool) {
        let Self { products, a, b, columns, limbs_below: limbs, columns_below, reduction } = self;
        let scratch = &mut Scratch { limbs, columns: columns_below };
        karatsuba::product(products, a, (!square).then_some(b), columns, scratch);
        reduction.reduce(columns, a);
    }
}

/// The limbs of a residue.
fn load_limbs(words: &[u64], out: &mut [F64x2]) {
    for (out, words) in out.iter_mut().zip(words.chunks_exact(2)) {
        *out = U64x2::new(words[0], words[1]).to_f64().within(LIMB_RANGE);
    }
}

/// The words of limbs.
fn store_limbs(limbs: impl Iterator<Item = F64x2>, out: &mut [u64]) {
    for (limbs, out) in limbs.zip(out.chunks_exact_mut(2)) {
        let bits = limbs.to_bits();
        (out[0], out[1]) = (bits.low(), bits.high());
    }
}

impl Relaxed {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32], with_karatsuba: bool) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let mut count = (bits + WIDTH as usize + SPARE).div_ceil(2 * WIDTH as usize);
        let with_karatsuba = with_karatsuba && count >= KARATSUBA_FROM;
        if with_karatsuba && count >= HALVES_FROM {
            count = count.next_multiple_of(2);
        }

        // k = −N⁻¹ mod 2^50
        let low = u64::from(n[0]) | u64::from(n.get(1).copied().unwrap_or(0)) << 32;
        let k = radix::inverse(low).wrapping_neg() & MASK;
        let (k_low, k_high) = (k & 0xffff_ffff, k >> 32);
        // 2N* < 2^(bits + 51) fits. Limb i is k_low·n_i + k_high·n_(i−1) and a carry below 2^33.
        let mut n_star = vec![0; (bits + 51).div_ceil(32)];
        let (mut carry_in, mut before) = (0, 0);
        for (i, limb) in n_star.iter_mut().enumerate() {
            let n = u64::from(n.get(i).copied().unwrap_or(0));
            let (x, y) = (k_low * n, k_high * before);
            let sum = (x & 0xffff_ffff) + (y & 0xffff_ffff) + carry_in;
            carry_in = (x >> 32) + (y >> 32) + (sum >> 32);
            (*limb, before) = (sum as u32, n);
        }

        // The low 50 bits of N* are ones, so N* + 1 carries 1 out of them.
        let n_prime: Vec<f64> = balanced_limbs(&n_star, WIDTH, 1).take(2 * count + 1).collect();
        let limb = |i: usize| i.checked_sub(2).map_or(0.0, |i| n_prime[i]);
        let none = F64x2::splat(0.0);
        let pair = |k| Pair { a: none, a_odd: none, columns: ColumnPair::new(k, limb) };
        let mut pairs: Vec<Pair> = (0..=count).map(pair).collect();
        pairs[count].columns.low = U64x2::splat(HALF);
        let karatsuba = with_karatsuba.then(|| Karatsuba::new(&n_prime[..2 * count]));
        let n_prime = Integers::new(n_prime.iter().map(|&limb| limb as i64));
        Self { n_star, n_prime, pairs, karatsuba }
    }

    /// P, the number of passes.
    fn count(&self) -> usize {
        self.pairs.len() - 1
    }

    /// Stores the operand that rows multiply.
    fn load(&mut self, a: &[u64]) {
        let mut before = F64x2::splat(0.0);
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        for (pair, a) in pairs.iter_mut().zip(a.chunks_exact(2)) {
            pair.a = U64x2::new(a[0], a[1]).to_f64().within(LIMB_RANGE);
            pair.a_odd = pair.a.shifted(before);
            before = pair.a;
        }
        top.a_odd = F64x2::splat(0.0).shifted(before);
    }

    /// Copies the result, which `carry_round` stores in place of the operand.
    fn store(&self, a: &mut [u64]) {
        store_limbs(self.pairs.iter().map(|pair| pair.a), a);
    }

    /// Sets the sums for the first pass. Pair k gets one chain in each of the k passes before it is the
    /// lowest pair, so k biases are subtracted from it here.
    #[inline(always)]
    fn clear_sums(&mut self, constants: &Constants) {
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        let (mut low, mut high) = (top.columns.low, top.columns.high);
        for pair in pairs {
            (pair.columns.low, pair.columns.high) = (low, high);
            (low, high) = (low - constants.low_bias, high - constants.high_bias);
        }
    }

    /// Makes limbs of the sums after the last pass by one round of carries. It leaves
    /// |limb| ≤ 2^49 + 2^12. Nothing is carried out of the highest limb: it is below 2^48 because the
    /// residue is below N* < R/4.
    ///
    /// `diagonal` is Σ e_m. Each column gets the part that is not yet in `pair.columns.diagonal`.
    #[inline(always)]
    fn carry_round(&mut self, constants: &Constants, carry: u64, diagonal: Option<U64x2>) {
        // Pair k got P − k chains, because it entered at the top in pass k.
        let count = self.count() as u64;
        let mut low_bias =
            U64x2::splat(OFFSET.wrapping_sub(count.wrapping_mul(LOW_START.to_bits())));
        let mut high_bias = U64x2::splat(count.wrapping_mul(HIGH_START.to_bits()).wrapping_neg());
        if let Some(diagonal) = diagonal {
            low_bias = low_bias + diagonal;
        }
        let mut high_before = U64x2::new(0, carry);
        let mut carry_before = F64x2::splat(0.0);
        let mut before = F64x2::splat(0.0);
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        for pair in pairs {
            let high = pair.columns.high + high_bias;
            let mut sum = pair.columns.low + low_bias + high.shifted(high_before);
            if diagonal.is_some() {
                sum = sum - pair.columns.diagonal;
            }
            let carry = constants.carries(sum);
            pair.a = (constants.digits(sum) + carry.shifted(carry_before)).within(LIMB_RANGE);
            pair.a_odd = pair.a.shifted(before);
            (high_before, carry_before, before) = (high, carry, pair.a);
            (low_bias, high_bias) =
                (low_bias + constants.low_bias, high_bias + constants.high_bias);
        }
        top.a_odd = F64x2::splat(0.0).shifted(before);
        debug_assert_eq!(carry_before.high(), 0.0, "carried out of the highest limb");
    }

    /// The quotient digits of a pass, from its lowest sums. Updates the carry out of the two columns.
    #[inline(always)]
    fn quotient_digits(
        &self,
        constants: &Constants,
        (low, high): Parts,
        carry_in: &mut u64,
    ) -> Multipliers {
        let first = low.low().wrapping_add(*carry_in);
        let (integer, q_0) = digit(first);
        let second = low.high().wrapping_add(high.low()).wrapping_add(carry(first));
        let (_, q_1) = digit(second.wrapping_add(integer.wrapping_mul(self.n_prime.y_0)));

        let (product_low, product_high) =
            constants.unbiased_chain([(self.pairs[0].columns.y_odd, q_0)]);
        *carry_in = carry(second.wrapping_add(product_low.high()))
            .wrapping_add(high.high())
            .wrapping_add(product_high.high());
        Multipliers(q_0, q_1)
    }

    /// The quotient digits of a pass that reduces by differences, and limbs N'_i and N'_(i+1).
    #[inline(always)]
    fn quotient_digits_by_differences(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry_in: &mut u64,
        diagonal: &mut Diagonal,
    ) -> (Multipliers, Multipliers) {
        let head = self.pairs[0].columns;
        let [pair, next] = &mut self.pairs[pass..pass + 2] else { unreachable!("two pairs") };
        let (pair, next) = (&mut pair.columns, &mut next.columns);
        let n = Multipliers::splat(&next.y);
        let [first, second] = diagonal.lowest_columns(&head);
        let first = first.wrapping_add(*carry_in);
        let (integer, q_0) = digit(first);
        let second = second.wrapping_add(carry(first));
        let known = diagonal.second_column(&self.n_prime, pass, integer);
        let (_, q_1) = digit(second.wrapping_add(known));

        let q = Multipliers(q_0, q_1);
        let q_0 = (pass == 0).then_some(integer);
        let [added, over] = diagonal.take(constants, (head, pair, next), n, q_0, q);
        *carry_in = carry(second.wrapping_add(added)).wrapping_add(over);
        (q, n)
    }

    /// The sums of this pair after a pass that makes it the lowest one, with these rows of a square. The two chains of
    /// q do not wait for each other.
    #[inline(always)]
    fn next_head(
        constants: &Constants,
        pair: &Pair,
        rows: Option<[Term; 2]>,
        q: Multipliers,
    ) -> Parts {
        let (mut low, mut high) =
            (pair.columns.low - constants.low_bias, pair.columns.high - constants.high_bias);
        if let Some(rows) = rows {
            let parts = constants.unbiased_chain(rows);
            (low, high) = (low + parts.0, high + parts.1);
        }
        let [x, y] = q.reduction(pair);
        let (first, second) = (constants.chain([x]), constants.chain([y]));
        (low + first.0 + second.0, high + first.1 + second.1)
    }

    /// The quotient digits of a pass of a product, with the rows `b` and these sums in the lowest pair. Updates the carry.
    #[inline(always)]
    fn product_digits(
        &self,
        constants: &Constants,
        b: Multipliers,
        sums: Parts,
        carry: &mut u64,
    ) -> Multipliers {
        let (low, high) = constants.unbiased_chain(b.product(&self.pairs[0]));
        self.quotient_digits(constants, (sums.0 + low, sums.1 + high), carry)
    }

    /// Adds rows 2p and 2p + 1 of a product, and those of its reduction with the quotient digits `q`. Returns the sums of
    /// the pair that becomes the lowest. If a pass with the rows `next_b` follows, this function leaves the quotient
    /// digits and the carry of that pass in `q` and `carry`.
    #[inline(always)]
    fn product_pass(
        &mut self,
        constants: &Constants,
        b: Multipliers,
        next_b: Option<Multipliers>,
        q: &mut Multipliers,
        carry: &mut u64,
    ) -> Parts {
        let rows = *q;
        let first = &self.pairs[1];
        let ([x, y], [z, t]) = (b.product(first), rows.reduction(first));
        let (low, high) = constants.chain([x, y, z, t]);
        let head = (first.columns.low + low, first.columns.high + high);
        if let Some(next_b) = next_b {
            *q = self.product_digits(constants, next_b, head, carry);
        }
        let (mut below, pairs) = self.pairs[1..].split_first_mut().expect("a pair");
        for pair in pairs {
            let ([x, y], [z, t]) = (b.product(pair), rows.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
        }
        head
    }

    /// Adds rows 2p and 2p + 1 of a square and of its reduction. `head` has the sums of the lowest pair.
    #[inline(always)]
    fn square_pass(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry: &mut u64,
        head: &mut Parts,
    ) {
        let rows = SquareRows::new(&self.pairs[pass].a);
        let (low, high) = constants.unbiased_chain([rows.diagonal]);
        if pass == 0 {
            *head = (head.0 + low, head.1 + high);
        } else {
            self.pairs[pass].add((low, high));
        }
        let q = self.quotient_digits(constants, *head, carry);
        let (mut below, pairs) = self.pairs[1..].split_first_mut().expect("two pairs");
        let upper = if pass == 0 {
            *head = Self::next_head(constants, below, Some(rows.middle(below)), q);
            pairs
        } else {
            *head = Self::next_head(constants, below, None, q);
            let (lower, upper) = pairs.split_at_mut(pass - 1);
            for pair in lower {
                below.store_from(pair, constants.chain(q.reduction(pair)));
                below = pair;
            }
            let (pair, upper) = upper.split_first_mut().expect("a pair");
            let ([x, y], [z, t]) = (rows.middle(pair), q.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
            upper
        };
        for pair in upper {
            let ([x, y], [z, t]) = (rows.upper.product(pair), q.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
        }
    }

    /// The same by differences. All sums are in memory.
    #[inline(always)]
    fn square_pass_by_differences(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry: &mut u64,
        diagonal: &mut Diagonal,
    ) {
        let pair = &mut self.pairs[pass];
        let rows = SquareRows::new(&pair.a);
        let (low, high) = constants.unbiased_chain([rows.diagonal]);
        pair.add((low, high));
        let (q, n) = self.quotient_digits_by_differences(constants, pass, carry, diagonal);

        let (lower, upper) = self.pairs.split_at_mut(pass + 1);
        let (mut below, lower) = lower.split_first_mut().expect("a pair");
        for pair in lower {
            below.store_from(pair, constants.chain(q.differences(n, &pair.columns)));
            below = pair;
        }
        let (pair, upper) = upper.split_first_mut().expect("a pair");
        let [x, y] = rows.middle(pair);
        below.store_from(pair, constants.chain([x, y, q.differences(n, &pair.columns)[1]]));
        below = pair;
        for pair in upper {
            below.store_from(pair, constants.chain(rows.upper.product(pair)));
            below = pair;
        }
    }

    /// Squares the operand `times` times over.
    #[inline(never)]
    fn squarings(&mut self, times: usize) {
        let constants = &Constants::new();
        for _ in 0..times {
            self.clear_sums(constants);
            let (mut carry, mut head) =
                (0, (self.pairs[0].columns.low, self.pairs[0].columns.high));
            for pass in 0..self.count() {
                self.square_pass(constants, pass, &mut carry, &mut head);
            }
            (self.pairs[0].columns.low, self.pairs[0].columns.high) = head;
            self.carry_round(constants, carry, None);
        }
    }

    /// The same by differences.
    #[inline(never)]
    fn squarings_by_differences(&mut self, times: usize) {
        let constants = &Constants::new();
        for _ in 0..times {
            self.clear_sums(constants);
            let mut carry = 0;
            let mut diagonal = Diagonal::EMPTY;
            for pass in 0..self.count() {
                self.square_pass_by_differences(constants, pass, &mut carry, &mut diagonal);
            }
            let diagonal = diagonal.sum + diagonal.high.splat_high();
            self.carry_round(constants, carry, Some(diagonal));
        }
    }
}

impl Kernel for Relaxed {
    fn words(&self) -> usize {
        2 * self.count()
    }

    fn radix_bits(&self) -> usize {
        WIDTH as usize * self.words()
    }

    fn decoded_limbs(&self) -> usize {
        self.n_star.len()
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, digit) in out.iter_mut().zip(balanced_limbs(x, 0, 0)) {
            *out = digit.to_bits();
        }
    }

    /// a + N*, which lies in (0, 2N*).
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        // The limbs as digits of 50 bits, in two's complement: the sign continues above the highest.
        let mut carry_in = 0;
        let limbs = a.iter().map(|&limb| f64::from_bits(limb) as i64).chain(iter::repeat(0));
        let mut limbs = limbs.map(|limb| {
            let sum = limb + carry_in;
            carry_in = sum >> WIDTH;
            sum as u64 & MASK
        });
        let (mut buffer, mut filled, mut sum) = (0_u128, 0, 0);
        for (out, &n) in out.iter_mut().zip(&self.n_star) {
            if filled < 32 {
                buffer |= u128::from(limbs.next().expect("endless")) << filled;
                filled += WIDTH;
            }
            sum += (buffer & 0xffff_ffff) as u64 + u64::from(n);
            (buffer, filled) = (buffer >> 32, filled - 32);
            *out = sum as u32;
            sum >>= 32;
        }
    }

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        if let Some(karatsuba) = &mut self.karatsuba {
            load_limbs(a, &mut karatsuba.a);
            load_limbs(b, &mut karatsuba.b);
            karatsuba.multiply(false);
            return store_limbs(karatsuba.a.iter().copied(), a);
        }
        let constants = &Constants::new();
        self.load(a);
        self.clear_sums(constants);
        let rows =
            |b: &[u64]| Multipliers::splat(&U64x2::new(b[0], b[1]).to_f64().within(LIMB_RANGE));
        let (first, others) = b.split_at(2);
        let (mut b, mut carry) = (rows(first), 0);
        let sums = (self.pairs[0].columns.low, self.pairs[0].columns.high);
        let mut q = self.product_digits(constants, b, sums, &mut carry);
        for next_b in others.chunks_exact(2) {
            let next_b = rows(next_b);
            self.product_pass(constants, b, Some(next_b), &mut q, &mut carry);
            b = next_b;
        }
        let head = self.product_pass(constants, b, None, &mut q, &mut carry);
        (self.pairs[0].columns.low, self.pairs[0].columns.high) = head;
        self.carry_round(constants, carry, None);
        self.store(a);
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        if self.count() >= KARATSUBA_SQUARE_FROM
            && let Some(karatsuba) = &mut self.karatsuba
        {
            load_limbs(a, &mut karatsuba.a);
            for _ in 0..times {
                karatsuba.multiply(true);
            }
            return store_limbs(karatsuba.a.iter().copied(), a);
        }
        self.load(a);
        if self.count() < DIFFERENCES_FROM {
            self.squarings(times);
        } else {
            self.squarings_by_differences(times);
        }
        self.store(a);
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernels::relaxed::limbs::{LARGEST_OFFSET_SUM, MAX_TERMS},
        limbs::chain::{Chain, LOW_RANGE},
        proofs::bounds::gappa::{print_doubles, print_integers},
    };
    use num_bigint::BigInt;

    /// The largest limb in a residue.
    const LARGEST_LIMB: i64 = crate::kernels::relaxed::limbs::LARGEST_LIMB as i64;

    fn value(limbs: impl DoubleEndedIterator<Item = i64>) -> BigInt {
        limbs.rev().fold(BigInt::ZERO, |sum, limb| (sum << WIDTH) + limb)
    }

    fn residue_value(a: &[u64]) -> BigInt {
        value(a.iter().map(|&limb| f64::from_bits(limb) as i64))
    }

    fn residue(limbs: impl Iterator<Item = i64>) -> Vec<u64> {
        limbs.map(|limb| (limb as f64).to_bits()).collect()
    }

    /// The kernel for this N and the values of N* and of R.
    fn kernel(n: &BigInt) -> (Relaxed, BigInt, BigInt) {
        let kernel = Relaxed::new(&n.magnitude().to_u32_digits(), true);
        let n_star = kernel.n_star.iter().rev().fold(BigInt::ZERO, |sum, &x| (sum << 32) + x);
        let radix = BigInt::from(1) << kernel.radix_bits();
        (kernel, n_star, radix)
    }

    /// N = N* of `count` limbs, with these limbs in turn in N'.
    fn modulus(count: usize, limbs: [i64; 2]) -> BigInt {
        let mut n_prime = value((0..count - 2).map(|i| limbs[i % 2]));
        // The top limb makes it positive, and is the largest with |limb| ≤ 2^49.
        n_prime += BigInt::from(HALF - 1) << (WIDTH as usize * (count - 2));
        (n_prime << WIDTH) - 1
    }

    /// The signs of even and of odd limbs, for limbs at their bounds.
    const PATTERNS: [[i64; 2]; 4] = [[-1, -1], [1, 1], [1, -1], [-1, 1]];

    #[test]
    fn chains_are_exact_at_their_bounds() {
        let constants = Constants::new();
        let check = |factors: &[(i64, i64)], parts: Parts| {
            let expected: i128 = factors.iter().map(|&(x, y)| i128::from(x) * i128::from(y)).sum();
            let (low, high) = parts;
            for (low, high) in [(low.low(), high.low()), (low.high(), high.high())] {
                let got = i128::from(low as i64) + (i128::from(high as i64) << WIDTH);
                assert_eq!(got, expected, "{factors:?}");
            }
        };
        let term = |(x, y): (i64, i64)| (F64x2::splat(x as f64), F64x2::splat(y as f64));
        let (difference, half) = ((1 << 50) - 1, 1 << 49);
        // Includes low parts at both ends of [−2^49, 2^49]: half + 1 times half is 2^49 modulo 2^50.
        let sizes = [difference, difference - 1, half, half + 1, half - 1, 1];
        for x in sizes {
            for y in sizes {
                for signs in 0..4 {
                    let sign = |i: u32| 1 - 2 * (signs >> i & 1);
                    let two = [(x, sign(0) * y), (y, sign(1) * difference)];
                    check(&two, constants.unbiased_chain(two.map(term)));
                    let large = LARGEST_LIMB.min(x);
                    let (u, v) = (sign(0) * large, sign(1) * half);
                    let four = [(u, 2 * LARGEST_LIMB), (u, 2 * large), (v, half), (v, y.min(half))];
                    check(&four, constants.unbiased_chain(four.map(term)));
                    let three = [
                        (u, 2 * LARGEST_LIMB),
                        (u, LARGEST_LIMB),
                        (difference, sign(0) * difference),
                    ];
                    check(&three, constants.unbiased_chain(three.map(term)));
                }
            }
        }
        let ties = [(half + 1, half), (half + 1, half), (half + 1, half), (half + 1, half)];
        check(&ties, constants.unbiased_chain(ties.map(term)));
        let ties = ties.map(|(x, y)| (-x, y));
        check(&ties, constants.unbiased_chain(ties.map(term)));
    }

    /// Prints the constants for `tests/proofs/`, which puts them into Gappa's scripts.
    #[test]
    fn constants_for_gappa() {
        let constants = Constants::new();
        print_doubles(
            "relaxed",
            &[
                ("HIGH_START", HIGH_START),
                ("LOW_START", LOW_START),
                ("HIGH_LEAST", Chain::<WIDTH>::HIGH_RANGE[0]),
                ("HIGH_MOST", Chain::<WIDTH>::HIGH_RANGE[1]),
                ("LOW_LEAST", LOW_RANGE[0]),
                ("LOW_MOST", LOW_RANGE[1]),
                ("DIGIT_BIAS", constants.digit_bias.low()),
                ("CARRY_BIAS", constants.carry_bias.low()),
            ],
        );
        print_integers(
            "relaxed",
            &[
                ("WIDTH", WIDTH.into()),
                ("MAX_TERMS", MAX_TERMS as u64),
                ("HIGH_BIAS", constants.high_bias.low()),
                ("LOW_BIAS", constants.low_bias.low()),
                ("MASK", constants.mask.low()),
                ("INTEGER_EXPONENT", constants.integer_exponent.low()),
                ("HALF", HALF),
                ("OFFSET", OFFSET),
                ("LARGEST_OFFSET_SUM", LARGEST_OFFSET_SUM),
                ("LARGEST_LIMB", crate::kernels::relaxed::limbs::LARGEST_LIMB),
            ],
        );
    }

    #[test]
    fn limbs_at_their_bounds() {
        let karatsuba = [KARATSUBA_FROM - 1, KARATSUBA_FROM, HALVES_FROM - 1, HALVES_FROM, 132];
        let by_rows = [2, 4, DIFFERENCES_FROM - 1, DIFFERENCES_FROM, DIFFERENCES_FROM + 9];
        for count in by_rows.into_iter().chain(karatsuba) {
            for n_pattern in PATTERNS {
                let limbs = 2 * count;
                let n = modulus(limbs - 2, n_pattern.map(|sign| sign * HALF as i64 - sign.max(0)));
                let (mut kernel, n_star, radix) = kernel(&n);
                assert_eq!((kernel.words(), &n_star), (limbs, &n), "N is its diagonal N*");
                for a_pattern in PATTERNS {
                    for b_pattern in PATTERNS {
                        // Just below N*, which has two limbs less.
                        let limb = |pattern: [i64; 2], i: usize| match i {
                            i if i + 3 < limbs => pattern[i % 2] * LARGEST_LIMB,
                            i if i + 3 == limbs => pattern[i % 2] * (LARGEST_LIMB >> 2),
                            _ => 0,
                        };
                        let a = residue((0..limbs).map(|i| limb(a_pattern, i)));
                        let b = residue((0..limbs).map(|i| limb(b_pattern, i)));
                        let mut product = a.clone();
                        kernel.multiply(&mut product, &b);
                        let (x, y) = (residue_value(&a), residue_value(&b));
                        assert_eq!((residue_value(&product) * &radix - &x * &y) % &n, 0.into());
                        let mut square = a.clone();
                        kernel.square(&mut square, 1);
                        assert_eq!((residue_value(&square) * &radix - &x * &x) % &n, 0.into());
                        for result in [product, square] {
                            assert!(residue_value(&result).magnitude() < n_star.magnitude());
                            let large =
                                |&limb: &u64| f64::from_bits(limb).abs() > LARGEST_LIMB as f64;
                            assert!(!result.iter().any(large));
                        }
                    }
                }
            }
        }
    }

    /// Some x with x² ≡ s modulo 2^bits, for s ≡ 1 modulo 8.
    fn square_root(s: &BigInt, bits: u32) -> BigInt {
        let modulus = BigInt::from(1) << bits;
        let mut inverse = BigInt::from(1); // s·inverse² ≡ 1, right to 3 bits
        let mut right = 3;
        while right < bits + 1 {
            let two = 3 - s * &inverse * &inverse; // even
            inverse = ((inverse * two) >> 1) % (&modulus << 1);
            right = 2 * right - 2;
        }
        let root = ((s * inverse) % &modulus + &modulus) % &modulus;
        assert_eq!((&root * &root - s) % modulus, 0.into());
        root
    }

    #[test]
    fn quotient_digits_at_their_bounds() {
        let longest = (MAKER.max_bits + WIDTH as usize + SPARE).div_ceil(2 * WIDTH as usize);
        let karatsuba = [KARATSUBA_FROM, HALVES_FROM, KARATSUBA_SQUARE_FROM, 132, longest];
        let by_rows = [2, 5, DIFFERENCES_FROM - 1, DIFFERENCES_FROM, DIFFERENCES_FROM + 9];
        for count in by_rows.into_iter().chain(karatsuba) {
            for n_pattern in PATTERNS {
                let limbs = 2 * count;
                let extreme = |sign: i64| sign * HALF as i64 - sign.max(0);
                let n = modulus(limbs - 2, n_pattern.map(extreme));
                let (mut kernel, _, radix) = kernel(&n);
                for q_pattern in PATTERNS {
                    // 1 modulo 8, so that the square root exists.
                    let first = extreme(q_pattern[0]) & !7 | 1;
                    let rest = (1..limbs).map(|i| extreme(q_pattern[i % 2]));
                    let q = value(iter::once(first).chain(rest));
                    let cleared = ((-&q * &n) % &radix + &radix) % &radix;
                    let centred = |x: BigInt| if &x * 2 >= radix { x - &radix } else { x };
                    let (root, cleared) =
                        (centred(square_root(&cleared, WIDTH * limbs as u32)), centred(cleared));
                    let operand = |x: &BigInt| {
                        let sign = if x.sign() == num_bigint::Sign::Minus { -1.0 } else { 1.0 };
                        let digits = x.magnitude().to_u32_digits();
                        let limbs = balanced_limbs(&digits, 0, 0).take(limbs);
                        limbs.map(|limb| (sign * limb).to_bits()).collect::<Vec<u64>>()
                    };
                    let one = operand(&BigInt::from(1));
                    let mut product = operand(&cleared);
                    kernel.multiply(&mut product, &one);
                    assert_eq!(residue_value(&product) * &radix, &cleared + &q * &n);
                    let mut square = operand(&root);
                    kernel.square(&mut square, 1);
                    let expected = &root * &root + &q * &n;
                    assert_eq!(residue_value(&square) * &radix, expected);
                }
            }
        }
    }
}
