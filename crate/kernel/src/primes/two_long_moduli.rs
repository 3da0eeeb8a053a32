//! `two_long_moduli`: two moduli of up to 1024 bits at once, one in each lane, for the search of a prime.
//!
//! A number is Σ a_i·2^(47·i), i < l ≤ 22, in as many limbs as the moduli need, |a_i| ≤ 2^46 + 2^6. Limbs are doubles
//! that hold signed integers, a vector holds one limb of each of two numbers, and N need not be odd.
//!
//! A product is reduced modulo M = N·2^s, which has exactly 47·l − 10 bits. A residue is any integer that is congruent
//! modulo N and below M in absolute value; its highest limb is below 2^37 + 2. The digits of a product's high columns
//! add their multiples of powers of the radix modulo M to the low columns. Then M is subtracted q times, with q from
//! the leading columns.
//!
//! The rest of this page derives all of it.
//!
#![doc = include_str!("two_long_moduli.md")]

use crate::{
    lanes::f64x2::{F64x2, U64x2, is_fused},
    limbs::{
        chain::{Chain, LOW_RANGE, LOW_START},
        radix,
    },
    primes::two_at_once::TwoAtOnce,
};
use alloc::{vec, vec::Vec};
use core::{array, hint::black_box, iter, ops::Range};

/// The bits of the longest modulus.
const MAX_BITS: usize = WIDTH as usize * MAX_LIMBS - SPARE;

/// w: the bits of a limb.
pub(crate) const WIDTH: u32 = 47;
/// The most limbs.
pub(crate) const MAX_LIMBS: usize = 22;
/// The bits that the limbs have more than M.
pub(crate) const SPARE: usize = 10;
/// The most terms in a chain: those of what is folded, and of q·M.
#[cfg(test)]
pub(crate) const MAX_TERMS: usize = MAX_LIMBS + 1;
/// The columns that are added up side by side.
const BLOCK: usize = 4;
/// The zeros before a residue, for the first columns of a block.
const FRONT: usize = BLOCK - 1;
/// The zeros before and after a residue.
const PADDING: usize = 2 * FRONT;

const MASK: u64 = (1 << WIDTH) - 1;
/// 2^w
pub(crate) const RADIX: f64 = (1_u64 << WIDTH) as f64;
/// Added to a column's sum: its low bits are then a balanced digit plus HALF.
pub(crate) const HALF: u64 = 1 << (WIDTH - 1);
/// Added to a column's sum to make it positive.
pub(crate) const OFFSET: u64 = 1 << 62;
/// The largest sum with both added.
pub(crate) const LARGEST_SUM: u64 = 2 * OFFSET - 1;

/// Two residues, one modulo each modulus, between zeros.
pub type Residues = Vec<F64x2>;

/// Bit i of x.
#[inline(always)]
fn bit(x: &[u32], i: usize) -> bool {
    x.get(i / 32).is_some_and(|limb| limb >> (i % 32) & 1 == 1)
}

/// The low and the high part of a chain.
type Parts = (F64x2, F64x2);

/// Numbers that every step needs, hidden from the compiler. V8 builds a vector constant again, in three
/// instructions, at every use.
#[derive(Clone, Copy)]
pub(crate) struct Constants {
    chains: Chain<WIDTH>,
    /// The start values of a chain, and 2^−w.
    pub start: Parts,
    pub inverse_radix: F64x2,
    pub mask: U64x2,
    /// A column's sum holds the start values of its chains. One of the next three constants, added to the sum, replaces
    /// these start values by `OFFSET + HALF`. This one is for a column of one chain; `two_chains` is for a column of
    /// two; and `lowest` is for column 0, to which two chains add only their low parts.
    pub one_chain: U64x2,
    pub two_chains: U64x2,
    pub lowest: U64x2,
    /// Added to a digit and its carry, it makes the bits of a double, which lies above a low part's start value by the
    /// sum of both. It also takes away HALF, which the digit has too much, and the excess of the carry.
    pub digit: U64x2,
}

impl Constants {
    #[inline(always)]
    pub fn new() -> Self {
        let start = (LOW_START, Chain::<WIDTH>::HIGH_START);
        let (low, high) = (start.0.to_bits(), start.1.to_bits());
        let sum = |chains: u64, of_high: u64| {
            let bits = chains.wrapping_mul(low.wrapping_add(of_high));
            U64x2::splat((OFFSET + HALF).wrapping_sub(bits))
        };
        black_box(Self {
            chains: Chain::new(),
            start: (F64x2::splat(start.0), F64x2::splat(start.1)),
            inverse_radix: F64x2::splat(1.0 / RADIX),
            mask: U64x2::splat(MASK),
            one_chain: sum(1, high),
            two_chains: sum(2, high),
            lowest: sum(2, 0),
            digit: U64x2::splat(low - HALF - (OFFSET >> WIDTH)),
        })
    }

    /// Adds x·y_k to chain k for each row (x, y).
    #[inline(always)]
    fn add_rows<'a>(
        &self,
        chains: &mut [Parts; BLOCK],
        rows: impl Iterator<Item = (&'a F64x2, &'a [F64x2; BLOCK])>,
    ) {
        // Each in variables of its own: an array would be kept in memory.
        let [mut a, mut b, mut c, mut d] = *chains;
        let add = |(low, high): &mut Parts, x, y| self.chains.add_term(low, high, (x, y));
        for (&x, y) in rows {
            add(&mut a, x, y[0]);
            add(&mut b, x, y[1]);
            add(&mut c, x, y[2]);
            add(&mut d, x, y[3]);
        }
        *chains = [a, b, c, d];
    }

    /// The balanced digit of a column's sum, plus the carry of the sum of the column below.
    #[inline(always)]
    fn limb(&self, sum: U64x2, below: U64x2) -> F64x2 {
        let digit = (sum.within(LARGEST_SUM) & self.mask) + (below >> WIDTH) + self.digit;
        digit.to_f64().within(LOW_RANGE) - self.start.0
    }

    /// The integer nearest to x·y, nearly.
    #[inline(always)]
    fn round(&self, x: F64x2, y: F64x2) -> F64x2 {
        // The unit of the low part's start is 1.
        x.mul_add(y, self.start.0).within(LOW_RANGE) - self.start.0
    }
}

/// Arithmetic modulo two numbers of the same length.
pub struct TwoLongModuli {
    modulus: [Vec<u32>; 2],
    /// M = N·2^shift
    shift: [usize; 2],
    /// −M
    minus_m: Vec<F64x2>,
    /// 2^(w·(l − 1))/M, rounded.
    inverse: F64x2,
    /// 2^(w·(l + i)) modulo M, for all i by blocks of limbs.
    powers: Vec<[F64x2; BLOCK]>,
    /// Scratch space: the chains of a product's columns, the digits that are folded and the chains of what they add.
    columns: Vec<[Parts; BLOCK]>,
    digits: Vec<F64x2>,
    folded: Vec<[Parts; BLOCK]>,
}

impl TwoLongModuli {
    fn limbs(&self) -> usize {
        self.digits.len()
    }

    fn encode_shifted(&self, x: [&[u32]; 2], shift: [usize; 2]) -> Residues {
        let limbs = self.limbs();
        let [x, y] = [0, 1].map(|lane| balanced_limbs(x[lane], shift[lane], limbs));
        let mut out = vec![F64x2::splat(0.0); limbs + PADDING];
        for (i, out) in out[FRONT..FRONT + limbs].iter_mut().enumerate() {
            *out = F64x2::new(x[i], y[i]);
        }
        out
    }

    /// The number with the columns of a product, modulo M.
    #[inline(always)]
    fn reduce(&mut self, constants: &Constants, out: &mut [F64x2]) {
        let limbs = self.limbs();
        let columns = self.columns.as_flattened();
        let mut carried = columns[limbs - 1].1.to_bits();
        let mut below = U64x2::splat(OFFSET);
        for (digit, &(low, high)) in self.digits.iter_mut().zip(&columns[limbs..]) {
            let sum = low.to_bits() + carried + constants.one_chain;
            *digit = constants.limb(sum, below);
            (below, carried) = (sum, high.to_bits());
        }
        for (folded, powers) in self.folded.iter_mut().zip(self.powers.chunks_exact(limbs)) {
            let mut chains = [constants.start; BLOCK];
            constants.add_rows(&mut chains, self.digits.iter().zip(powers));
            *folded = chains;
        }
        // The rest, in units of 2^(w·(l − 1)), without the columns that hardly count.
        let folded = self.folded.as_flattened();
        let (low_start, high_start) = constants.start;
        let (top, next) = (limbs - 1, limbs - 2);
        let low = (folded[top].0 - low_start) + (columns[top].0 - low_start);
        let high = (folded[next].1 - high_start) + (columns[next].1 - high_start);
        let leading = high.mul_add(constants.inverse_radix, low) + (folded[top].1 - high_start);
        self.subtract_multiple(constants, leading, out);
    }

    /// 2^w·a modulo M, for |a| < M.
    #[inline(never)]
    fn shift_limb(&mut self, constants: &Constants, a: &mut [F64x2]) {
        let limbs = self.limbs();
        let leading = a[FRONT + limbs - 1].mul_add(F64x2::splat(RADIX), a[FRONT + limbs - 2]);
        for (columns, folded) in self.columns.iter_mut().zip(&mut self.folded) {
            (*columns, *folded) = ([constants.start; BLOCK], [constants.start; BLOCK]);
        }
        for ((low, _), &a) in self.folded.as_flattened_mut()[1..limbs].iter_mut().zip(&a[FRONT..]) {
            *low = *low + a;
        }
        self.subtract_multiple(constants, leading, a);
    }

    /// The number with the lowest columns of a product and of what was folded, less q·M. q is the leading part over M.
    #[inline(always)]
    fn subtract_multiple(&self, constants: &Constants, leading: F64x2, out: &mut [F64x2]) {
        let q = constants.round(leading, self.inverse);
        let mut start = constants.lowest;
        let (mut carried, mut below) = (U64x2::splat(0), U64x2::splat(OFFSET));
        let columns = self.columns.as_flattened().iter().zip(self.folded.as_flattened());
        let out = out[FRONT..].iter_mut().zip(&self.minus_m);
        for ((out, &minus_m), (&(low, high), &(mut folded, mut higher))) in out.zip(columns) {
            constants.chains.add_term(&mut folded, &mut higher, (q, minus_m));
            let sum = low.to_bits() + folded.to_bits() + carried + start;
            *out = constants.limb(sum, below);
            (below, carried) = (sum, high.to_bits() + higher.to_bits());
            start = constants.two_chains;
        }
    }
}

impl TwoAtOnce for TwoLongModuli {
    type Residues = Residues;

    /// Each N has at most 1024 bits.
    fn new(n: [&[u32]; 2]) -> Self {
        assert!(is_fused(), "this machine has no fused multiply-add");
        let bits = n.map(radix::bits);
        debug_assert!(bits.iter().all(|&bits| bits <= MAX_BITS));
        let limbs = (bits[0].max(bits[1]) + SPARE).div_ceil(WIDTH as usize).max(2);
        let shift = bits.map(|bits| limbs * WIDTH as usize - SPARE - bits);
        let constants = Constants::new();
        let zero = F64x2::splat(0.0);
        let mut moduli = Self {
            modulus: n.map(<[u32]>::to_vec),
            shift,
            minus_m: Vec::new(),
            inverse: zero,
            powers: vec![[zero; BLOCK]; limbs.div_ceil(BLOCK) * limbs],
            columns: vec![[constants.start; BLOCK]; (2 * limbs).div_ceil(BLOCK)],
            digits: vec![zero; limbs],
            folded: vec![[constants.start; BLOCK]; limbs.div_ceil(BLOCK)],
        };
        let m = moduli.encode_shifted(n, shift);
        let [next, top] = [2, 1].map(|i| m[FRONT + limbs - i]);
        let leading = top.mul_add(F64x2::splat(RADIX), next);
        moduli.inverse = F64x2::new(RADIX / leading.low(), RADIX / leading.high());
        moduli.minus_m = m[FRONT..FRONT + limbs].iter().map(|&limb| zero - limb).collect();

        let mut power = vec![zero; limbs + PADDING];
        power[FRONT + limbs - 1] = F64x2::splat(1.0);
        for i in 0..limbs {
            moduli.shift_limb(&constants, &mut power);
            for (c, &limb) in power[FRONT..FRONT + limbs].iter().enumerate() {
                moduli.powers[c / BLOCK * limbs + i][c % BLOCK] = limb;
            }
        }
        moduli
    }

    fn exponent_bits(&self) -> usize {
        let [x, y] = &self.modulus;
        radix::bits(x).min(radix::bits(y)).ilog2() as usize
    }

    fn encode(&self, x: [&[u32]; 2]) -> Residues {
        self.encode_shifted(x, [0; 2])
    }

    fn square_double(&mut self, a: &mut Residues, e: [&[u32]; 2], bits: Range<usize>) {
        let constants = Constants::new();
        let zero = F64x2::splat(0.0);
        let limbs = self.limbs();
        let [mut once, mut twice] = [(); 2].map(|()| [zero; MAX_LIMBS + 2]);
        for i in bits.rev() {
            let [x, y] = e.map(|e| 1.0 + f64::from(u8::from(bit(e, i))));
            let factor = F64x2::new(x, y);
            for ((once, twice), &limb) in
                once.iter_mut().zip(&mut twice).zip(&a[FRONT..FRONT + limbs])
            {
                *once = limb.mul_add(factor, zero);
                *twice = *once + *once;
            }
            for (block, columns) in self.columns.iter_mut().enumerate() {
                let c = BLOCK * block;
                // The terms whose first factor is before the middle of every column, and the others.
                let middle = c / 2;
                let first = (c + 1).saturating_sub(limbs);
                let mut chains = [constants.start; BLOCK];
                if first < middle {
                    let windows =
                        a[c + FRONT + 1 - middle..c + FRONT - first + BLOCK].windows(BLOCK).rev();
                    let windows = windows.map(|w| <&[F64x2; BLOCK]>::try_from(w).expect("a block"));
                    constants.add_rows(&mut chains, twice[first..middle].iter().zip(windows));
                }
                let [x, y, z, t] = array::from_fn(|k| a[FRONT + middle + k]);
                let add =
                    |(low, high): &mut Parts, term| constants.chains.add_term(low, high, term);
                add(&mut chains[0], (once[middle], x));
                add(&mut chains[1], (twice[middle], y));
                add(&mut chains[2], (twice[middle], z));
                add(&mut chains[2], (once[middle + 1], y));
                add(&mut chains[3], (twice[middle], t));
                add(&mut chains[3], (twice[middle + 1], z));
                *columns = chains;
            }
            self.reduce(&constants, a);
        }
    }

    fn lucas_chain(
        &mut self,
        w: &mut Residues,
        less: &[Residues; 2],
        e: &[u32],
        bits: Range<usize>,
    ) {
        let constants = Constants::new();
        let limbs = self.limbs();
        for i in bits.rev() {
            let is_one = bit(e, i);
            let factor: Residues =
                w.iter().map(|w| if is_one { w.splat_high() } else { w.splat_low() }).collect();
            let less = &less[usize::from(is_one)];
            for (block, columns) in self.columns.iter_mut().enumerate() {
                let c = BLOCK * block;
                let terms = (c + 1).saturating_sub(limbs)..limbs.min(c + BLOCK);
                let mut chains = [constants.start; BLOCK];
                if !terms.is_empty() {
                    let windows = w[c + FRONT + 1 - terms.end..c + FRONT - terms.start + BLOCK]
                        .windows(BLOCK)
                        .rev();
                    let windows = windows.map(|w| <&[F64x2; BLOCK]>::try_from(w).expect("a block"));
                    constants.add_rows(&mut chains, factor[FRONT..][terms].iter().zip(windows));
                }
                for (k, (low, _)) in chains.iter_mut().enumerate() {
                    if let Some(&less) = less.get(FRONT + c + k) {
                        *low = *low - less;
                    }
                }
                *columns = chains;
            }
            self.reduce(&constants, w);
        }
    }

    fn from_montgomery(&self, a: &Residues) -> [Vec<u32>; 2] {
        let limbs = &a[FRONT..FRONT + self.limbs()];
        let [x, y] = &self.modulus;
        [
            decode(limbs.iter().map(|limb| limb.low()), x, self.shift[0]),
            decode(limbs.iter().map(|limb| limb.high()), y, self.shift[1]),
        ]
    }
}

/// x·2^shift, with some zeros at its end.
fn shifted(x: &[u32], shift: usize) -> Vec<u32> {
    let low = iter::repeat_n(0, shift / 32);
    low.chain(radix::multiply_add(x, 1 << (shift % 32), 0)).collect()
}

/// The balanced limbs of x·2^shift.
fn balanced_limbs(x: &[u32], shift: usize, limbs: usize) -> Vec<f64> {
    let (x, width) = (shifted(x, shift), WIDTH as usize);
    let mut carry = 0;
    let limb = |i| {
        let sum = radix::window(&x, width * i, width) + carry + HALF;
        carry = sum >> WIDTH;
        (sum & MASK) as f64 - HALF as f64
    };
    (0..limbs).map(limb).collect()
}

/// The integer with these limbs modulo N in [0, N). Its absolute value is below M = N·2^shift.
fn decode(limbs: impl Iterator<Item = f64>, n: &[u32], shift: usize) -> Vec<u32> {
    let mut carry = 0;
    let digits: Vec<u64> = limbs
        .map(|limb| {
            let sum = limb as i64 + carry;
            carry = sum >> WIDTH;
            sum as u64 & MASK
        })
        .collect();
    let mut multiple = shifted(n, shift);
    let mut out = vec![0; multiple.len()];
    // In two's complement: the sign continues above the highest limb.
    let digits = digits.into_iter().chain(iter::repeat(carry as u64 & MASK));
    radix::pack(digits, WIDTH as usize, &mut out);
    if carry < 0 {
        let mut carry = 0;
        for (out, &m) in out.iter_mut().zip(&multiple) {
            carry += u64::from(*out) + u64::from(m);
            *out = carry as u32;
            carry >>= 32;
        }
    }
    for _ in 0..shift {
        let mut above = 0;
        for limb in multiple.iter_mut().rev() {
            (*limb, above) = (*limb >> 1 | above << 31, *limb);
        }
        if out.iter().rev().ge(multiple.iter().rev()) {
            let mut borrow = false;
            for (out, &m) in out.iter_mut().zip(&multiple) {
                let (difference, first) = out.overflowing_sub(m);
                let (difference, second) = difference.overflowing_sub(borrow.into());
                (*out, borrow) = (difference, first || second);
            }
        }
    }
    out.truncate(n.len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, BigUint};

    fn power(bits: usize) -> BigUint {
        BigUint::from(1_u8) << bits
    }

    fn big(n: &[u32]) -> BigInt {
        BigUint::new(n.to_vec()).into()
    }

    fn values(moduli: &TwoLongModuli, a: &Residues) -> [BigInt; 2] {
        let limbs = &a[FRONT..FRONT + moduli.limbs()];
        let value = |limbs: &mut dyn Iterator<Item = f64>| {
            limbs.fold(BigInt::ZERO, |sum, limb| (sum << WIDTH) + limb as i64)
        };
        [
            value(&mut limbs.iter().rev().map(|limb| limb.low())),
            value(&mut limbs.iter().rev().map(|limb| limb.high())),
        ]
    }

    /// Asserts that both numbers are the expected ones modulo N, within their bounds, and left as such.
    fn check(moduli: &TwoLongModuli, result: &Residues, expected: [BigInt; 2]) {
        let (left, values) = (moduli.from_montgomery(result), values(moduli, result));
        for i in 0..2 {
            let n = &big(&moduli.modulus[i]);
            assert_eq!(big(&left[i]), ((&expected[i] % n) + n) % n);
            assert_eq!((&values[i] - &expected[i]) % n, BigInt::ZERO);
            assert!(values[i].magnitude() < (n << moduli.shift[i]).magnitude());
        }
        let most = ((1_u64 << 46) + (1 << 6)) as f64;
        assert!(result.iter().all(|limb| limb.low().abs() <= most && limb.high().abs() <= most));
        let (zeros, rest) = result.split_at(FRONT);
        let zeros = zeros.iter().chain(&rest[moduli.limbs()..]);
        assert!(zeros.into_iter().all(|zero| zero.low() == 0.0 && zero.high() == 0.0));
    }

    /// The residues whose limbs are at their bounds, with signs in patterns.
    fn extremes(limbs: usize) -> Vec<Residues> {
        let limb = |i: usize, pattern: usize| {
            let sign = if pattern >> (i % 3) & 1 == 1 { -1.0 } else { 1.0 };
            let size = if i + 1 == limbs { 1_u64 << 36 } else { (1 << 46) + (1 << 6) };
            sign * size as f64
        };
        let residue = |pattern: usize| {
            let mut out = vec![F64x2::splat(0.0); limbs + PADDING];
            for (i, out) in out[FRONT..FRONT + limbs].iter_mut().enumerate() {
                *out = F64x2::new(limb(i, pattern), limb(i, 7 - pattern / 2));
            }
            out
        };
        (0..8).map(residue).collect()
    }

    /// The longest and the shortest moduli of some lengths, and such with the largest limbs.
    fn moduli(bits: usize) -> Vec<Vec<u32>> {
        let halves =
            (0..bits.saturating_sub(48)).step_by(47).map(|i| power(i + 46)).sum::<BigUint>();
        let ones = power(bits) - 1_u32;
        [
            power(bits - 1) | BigUint::from(1_u8),
            &power(bits - 1) | &halves,
            &ones - &halves,
            &ones / 3_u32 * 2_u32 + 1_u32,
            ones,
        ]
        .into_iter()
        .filter(|n| n.bits() == bits as u64)
        .map(|n| n.to_u32_digits())
        .collect()
    }

    #[test]
    fn products_are_those_of_num_bigint() {
        for bits in [2, 3, 16, 37, 38, 84, 85, 131, 264, 512, 978, 1000, 1023, 1024] {
            let all = moduli(bits);
            let shorter = moduli(bits.div_ceil(2).max(2));
            for (n, other) in all.iter().zip(all.iter().rev()).chain(all.iter().zip(&shorter)) {
                let mut moduli = TwoLongModuli::new([n, other]);
                let limbs = moduli.limbs();
                for i in 0..limbs {
                    let mut power = vec![F64x2::splat(0.0); limbs + PADDING];
                    for (c, out) in power[FRONT..FRONT + limbs].iter_mut().enumerate() {
                        *out = moduli.powers[c / BLOCK * limbs + i][c % BLOCK];
                    }
                    let expected = BigInt::from(1) << (WIDTH as usize * (limbs + i));
                    check(&moduli, &power, [expected.clone(), expected]);
                }
                let below = [n, other].map(|n| (BigUint::new(n.clone()) - 1_u32).to_u32_digits());
                let encoded = moduli.encode([&below[0], &below[1]]);
                check(&moduli, &encoded, [-1, -1].map(BigInt::from));
                let mut residues = extremes(limbs);
                residues.push(encoded);
                for a in &residues {
                    let [x, y] = values(&moduli, a);
                    // Once more, so that limbs of results are multiplied too.
                    for exponents in [[0, 0], [1, 0], [2, 1], [3, 3], [0, 2]] {
                        let mut square = a.clone();
                        let e = exponents.each_ref().map(core::slice::from_ref);
                        moduli.square_double(&mut square, e, 0..2);
                        check(
                            &moduli,
                            &square,
                            [x.pow(4) << exponents[0], y.pow(4) << exponents[1]],
                        );
                    }
                    let less = [residues[0].clone(), residues[residues.len() - 1].clone()];
                    let mut chain = a.clone();
                    for bit in [0, 1, 1, 0] {
                        let [x, y] = values(&moduli, &chain);
                        let [c, d] = values(&moduli, &less[bit]);
                        let factor = [&x, &y][bit].clone();
                        moduli.lucas_chain(&mut chain, &less, &[bit as u32], 0..1);
                        check(&moduli, &chain, [&x * &factor - c, &y * &factor - d]);
                    }
                }
            }
        }
    }
}
