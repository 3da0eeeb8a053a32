//! `relaxed`: 50-bit limbs in doubles, multiplied by fused multiply-add.

use super::{
    Kernel, Maker,
    lanes::f64x2::{F64x2, U64x2},
};
use alloc::{boxed::Box, vec, vec::Vec};
use core::hint::black_box;

/// This kernel's line in [`ALL`](super::ALL).
pub const MAKER: Maker =
    Maker { name: "relaxed", max_bits: 65_536, make: |n| Box::new(Relaxed::new(n)) };

/// The bits of a limb.
const WIDTH: usize = 50;
const MASK: u64 = (1 << WIDTH) - 1;
/// Half the radix: added to a column so that its low bits are a balanced digit.
const HALF: u64 = 1 << (WIDTH - 1);

/// Doubles in [2^52, 2^53) are integers, and their low bits are those of the integer.
const INTEGER: u64 = 0x433 << 52;
/// 2^52 + 2^49.
const INTEGER_HALF: f64 = ((1_u64 << 52) + HALF) as f64;

/// A chain of high parts starts here: 3·2^101, where a double's unit is 2^50.
const CHAIN: f64 = 3.0 * (1_u128 << 101) as f64;
/// What a chain's sum of low parts is moved by, so that its unit is 1: 3·2^51.
const BIAS: f64 = 3.0 * (1_u64 << 51) as f64;
const CHAIN_BIAS: f64 = CHAIN + BIAS;

/// Makes a sum of columns positive.
const OFFSET: u64 = 1 << 62;
/// 2^52 and what `OFFSET` carries.
const INTEGER_OFFSET: f64 = ((1_u64 << 52) + (OFFSET >> WIDTH)) as f64;

/// Where a chain of high parts starts, and the same with the bias of the low parts.
///
/// They are values, not constants, because V8 builds a vector constant anew wherever it is used.
#[derive(Clone, Copy)]
struct Chain {
    high: F64x2,
    low: F64x2,
}

const LOW_BIAS: U64x2 = U64x2::splat(BIAS.to_bits());
const HIGH_BIAS: U64x2 = U64x2::splat(CHAIN.to_bits());

impl Chain {
    #[inline(always)]
    fn new() -> Self {
        black_box(Self { high: F64x2::splat(CHAIN), low: F64x2::splat(CHAIN_BIAS) })
    }

    /// The sums of the low and of the high parts of Σ x·y: low + 2^50·high, once the biases are
    /// taken off.
    #[inline(always)]
    fn sum<const TERMS: usize>(self, terms: [(F64x2, F64x2); TERMS]) -> (U64x2, U64x2) {
        let (x, y) = terms[0];
        let mut high = x.mul_add(y, self.high);
        let mut low = x.mul_add(y, self.low - high);
        for (x, y) in &terms[1..] {
            let next = x.mul_add(*y, high);
            low = low + x.mul_add(*y, high - next);
            high = next;
        }
        (low.to_bits(), high.to_bits())
    }

    /// The same without biases.
    #[inline(always)]
    fn unbiased_sum<const TERMS: usize>(self, terms: [(F64x2, F64x2); TERMS]) -> (U64x2, U64x2) {
        let (low, high) = self.sum(terms);
        (low - LOW_BIAS, high - HIGH_BIAS)
    }
}

/// What belongs to columns 2k and 2k + 1 of the sum.
#[derive(Clone, Copy)]
#[repr(C)]
struct Column {
    /// Limbs 2k and 2k + 1 of the operand.
    a: F64x2,
    /// Limbs 2k − 1 and 2k of the operand.
    a_odd: F64x2,
    /// Limbs 2k − 2 and 2k − 1 of N'.
    n: F64x2,
    /// Limbs 2k − 1 and 2k of N'.
    n_odd: F64x2,
    /// The sums of low parts.
    low: U64x2,
    /// The sums of high parts, which belong one column further up.
    high: U64x2,
}

const EMPTY: Column = Column {
    a: F64x2::splat(0.0),
    a_odd: F64x2::splat(0.0),
    n: F64x2::splat(0.0),
    n_odd: F64x2::splat(0.0),
    low: U64x2::splat(HALF),
    high: U64x2::splat(0),
};

/// Montgomery arithmetic in 50-bit limbs.
#[derive(Clone)]
pub struct Relaxed {
    /// N* in 32-bit limbs, as many as `decode` writes.
    n_star: Vec<u32>,
    /// N'_0.
    n_0: u64,
    /// Half the number of limbs, and one more.
    columns: Vec<Column>,
}

/// The balanced digit of a column's sum to which HALF was added.
#[inline(always)]
fn digit(sum: u64) -> u64 {
    (sum & MASK).wrapping_sub(HALF)
}

/// The same, as doubles.
#[inline(always)]
fn digits(sums: U64x2) -> F64x2 {
    (sums & U64x2::splat(MASK) | U64x2::splat(INTEGER)).to_f64() - F64x2::splat(INTEGER_HALF)
}

/// The balanced digits of (x >> from) + carry.
fn balanced_digits(x: &[u32], from: usize, mut carry: u64) -> impl Iterator<Item = f64> {
    let limb = |i| u64::from(x.get(i).copied().unwrap_or(0));
    (from..).step_by(WIDTH).map(move |bit| {
        let (i, shift) = (bit / 32, bit % 32);
        let window = (limb(i) | limb(i + 1) << 32) >> shift | limb(i + 2) << 1 << (63 - shift);
        let sum = (window & MASK) + carry + HALF;
        carry = sum >> WIDTH;
        digit(sum) as i64 as f64
    })
}

impl Relaxed {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let pairs = (bits + 52).div_ceil(2 * WIDTH);

        let low = u64::from(n[0]) | u64::from(n.get(1).copied().unwrap_or(0)) << 32;
        let mut inverse = low; // right to 3 bits
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(low.wrapping_mul(inverse)));
        }
        let k = u128::from(inverse.wrapping_neg() & MASK);
        let mut carry = 0;
        let mut n_star = vec![0; (bits + WIDTH + 1).div_ceil(32)];
        for (i, place) in n_star.iter_mut().enumerate() {
            carry += k * u128::from(n.get(i).copied().unwrap_or(0));
            *place = carry as u32;
            carry >>= 32;
        }

        // The low 50 bits of N* are ones, so N* + 1 carries 1 out of them.
        let mut columns = vec![EMPTY; pairs + 1];
        let mut n_prime = balanced_digits(&n_star, WIDTH, 1);
        let mut next = || n_prime.next().expect("endless");
        let first = next();
        let mut odd = F64x2::new(0.0, first);
        let mut even = F64x2::splat(0.0);
        for column in &mut columns {
            (column.n_odd, column.n) = (odd, even);
            let digit = next();
            even = F64x2::new(odd.high(), digit);
            odd = F64x2::new(digit, next());
        }
        drop(n_prime);
        let mut this = Self { n_star, n_0: first as i64 as u64, columns };
        this.start();
        this
    }

    /// The columns' sums before a product.
    fn start(&mut self) {
        let (mut low, mut high) = (U64x2::splat(HALF), U64x2::splat(0));
        let pairs = self.columns.len() - 1;
        for column in &mut self.columns[..pairs] {
            (column.low, column.high) = (low, high);
            (low, high) = (low - LOW_BIAS, high - HIGH_BIAS);
        }
    }

    /// The residue to multiply.
    fn load(&mut self, a: &[u64]) {
        let mut before = F64x2::splat(0.0);
        for (column, a) in self.columns.iter_mut().zip(a.chunks_exact(2)) {
            column.a = U64x2::new(a[0], a[1]).to_f64();
            column.a_odd = column.a.shifted(before);
            before = column.a;
        }
        if let Some(top) = self.columns.last_mut() {
            top.a_odd = F64x2::splat(0.0).shifted(before);
        }
    }

    /// The residue that `finish` left.
    fn store(&self, a: &mut [u64]) {
        for (column, a) in self.columns.iter().zip(a.chunks_exact_mut(2)) {
            let bits = column.a.to_bits();
            (a[0], a[1]) = (bits.low(), bits.high());
        }
    }

    /// From sums of columns to the limbs of a residue.
    fn finish(&mut self, carry: u64) {
        let pairs = self.columns.len() - 1;
        let bias = |bias: u64| U64x2::splat(bias.wrapping_mul(pairs as u64));
        let mut low_bias = U64x2::splat(OFFSET) - bias(BIAS.to_bits());
        let mut high_bias = U64x2::splat(0) - bias(CHAIN.to_bits());
        let mut high_before = U64x2::new(0, carry);
        let mut carry_before = F64x2::splat(0.0);
        let mut before = F64x2::splat(0.0);
        let (top, columns) = self.columns.split_last_mut().expect("a column");
        for column in columns {
            let high = column.high + high_bias;
            let sum = column.low + low_bias + high.shifted(high_before);
            let carry = (sum >> WIDTH as u32 | U64x2::splat(INTEGER)).to_f64()
                - F64x2::splat(INTEGER_OFFSET);
            column.a = digits(sum) + carry.shifted(carry_before);
            column.a_odd = column.a.shifted(before);
            (high_before, carry_before, before) = (high, carry, column.a);
            (low_bias, high_bias) = (low_bias + LOW_BIAS, high_bias + HIGH_BIAS);
        }
        top.a_odd = F64x2::splat(0.0).shifted(before);
    }

    /// The quotient digits of two rows, and what the two columns that they clear carry.
    #[inline(always)]
    fn quotient(
        chain: Chain,
        n_0: u64,
        n_odd: F64x2,
        low: U64x2,
        high: U64x2,
        carry: u64,
    ) -> (F64x2, F64x2, u64) {
        let first = low.low().wrapping_add(carry);
        let q_0 = digits(U64x2::splat(first));
        let second =
            low.high().wrapping_add(high.low()).wrapping_add((first as i64 >> WIDTH) as u64);
        let q_1 = digits(U64x2::splat(second.wrapping_add(digit(first).wrapping_mul(n_0))));
        let (product_low, product_high) = chain.unbiased_sum([(n_odd, q_0)]);
        let second = second.wrapping_add(product_low.high());
        let carry = ((second as i64 >> WIDTH) as u64)
            .wrapping_add(high.high())
            .wrapping_add(product_high.high());
        (q_0, q_1, carry)
    }

    /// Adds two rows of a product and the two of its reduction, and moves all down two columns.
    #[inline(always)]
    fn product_rows(&mut self, chain: Chain, b_0: F64x2, b_1: F64x2, carry: u64) -> u64 {
        let (head, rest) = self.columns.split_first_mut().expect("a column");
        let (low, high) = chain.unbiased_sum([(head.a, b_0), (head.a_odd, b_1)]);
        let (q_0, q_1, carry) =
            Self::quotient(chain, self.n_0, head.n_odd, head.low + low, head.high + high, carry);
        let mut below = head;
        for column in rest {
            let (low, high) = chain.sum([
                (column.a, b_0),
                (column.a_odd, b_1),
                (column.n_odd, q_0),
                (column.n, q_1),
            ]);
            below.low = column.low + low;
            below.high = column.high + high;
            below = column;
        }
        carry
    }

    /// Adds rows 2p and 2p + 1 of a square and the two of its reduction, and moves all down two
    /// columns.
    #[inline(always)]
    fn square_rows(&mut self, chain: Chain, pair: usize, carry: u64) -> u64 {
        let a = self.columns[pair].a;
        let (a_0, a_1) = (a.low(), a.high());
        let (head, rest) = self.columns.split_first_mut().expect("a column");
        let diagonal_0 = F64x2::new(a_0, a_0 + a_0);
        let diagonal_1 = F64x2::new(a_1, a_1 + a_1);
        let (b_0, b_1) = (F64x2::splat(a_0 + a_0), F64x2::splat(a_1 + a_1));
        let (mut low, mut high) = (head.low, head.high);
        if pair == 0 {
            let (square_low, square_high) = chain.unbiased_sum([(a, diagonal_0)]);
            (low, high) = (low + square_low, high + square_high);
        }
        let (q_0, q_1, carry) = Self::quotient(chain, self.n_0, head.n_odd, low, high, carry);
        let mut below = head;
        let mut rest = rest.iter_mut();
        for column in rest.by_ref().take(pair.saturating_sub(1)) {
            let (low, high) = chain.sum([(column.n_odd, q_0), (column.n, q_1)]);
            below.low = column.low + low;
            below.high = column.high + high;
            below = column;
        }
        if pair > 0 {
            let column = rest.next().expect("column p");
            let (low, high) = chain.sum([(a, diagonal_0), (column.n_odd, q_0), (column.n, q_1)]);
            below.low = column.low + low;
            below.high = column.high + high;
            below = column;
        }
        let column = rest.next().expect("column p + 1");
        let (low, high) = chain.sum([
            (column.a, b_0),
            (column.a_odd, diagonal_1),
            (column.n_odd, q_0),
            (column.n, q_1),
        ]);
        below.low = column.low + low;
        below.high = column.high + high;
        below = column;
        for column in rest {
            let (low, high) = chain.sum([
                (column.a, b_0),
                (column.a_odd, b_1),
                (column.n_odd, q_0),
                (column.n, q_1),
            ]);
            below.low = column.low + low;
            below.high = column.high + high;
            below = column;
        }
        carry
    }
}

impl Kernel for Relaxed {
    fn words(&self) -> usize {
        2 * (self.columns.len() - 1)
    }

    fn radix_bits(&self) -> usize {
        WIDTH * self.words()
    }

    fn decoded_limbs(&self) -> usize {
        self.n_star.len()
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, digit) in out.iter_mut().zip(balanced_digits(x, 0, 0)) {
            *out = digit.to_bits();
        }
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        // In two's complement, and its sign for ever after.
        let mut carry = 0;
        let mut digits =
            a.iter().map(|&limb| f64::from_bits(limb) as i64).chain([0; 2]).map(|limb| {
                let sum = limb + carry;
                carry = sum >> WIDTH;
                sum as u64 & MASK
            });
        let (mut buffer, mut filled, mut sum) = (0_u128, 0, 0);
        for (out, &n) in out.iter_mut().zip(&self.n_star) {
            if filled < 32 {
                buffer |= u128::from(digits.next().expect("longer than N*")) << filled;
                filled += WIDTH;
            }
            sum += (buffer & 0xffff_ffff) as u64 + u64::from(n);
            (buffer, filled) = (buffer >> 32, filled - 32);
            *out = sum as u32;
            sum >>= 32;
        }
    }

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        let chain = Chain::new();
        self.load(a);
        self.start();
        let mut carry = 0;
        for b in b.chunks_exact(2) {
            let [b_0, b_1] = [b[0], b[1]].map(|limb| F64x2::splat(f64::from_bits(limb)));
            carry = self.product_rows(chain, b_0, b_1, carry);
        }
        self.finish(carry);
        self.store(a);
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        let chain = Chain::new();
        self.load(a);
        for _ in 0..times {
            self.start();
            let mut carry = 0;
            for pair in 0..self.columns.len() - 1 {
                carry = self.square_rows(chain, pair, carry);
            }
            self.finish(carry);
        }
        self.store(a);
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}
