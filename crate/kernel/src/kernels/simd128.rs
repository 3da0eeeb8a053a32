//! `simd128`: fixed-width SIMD without fused multiply-add, 13-bit signed limbs in 16-bit lanes.
//!
//! The radix is B = 2^13. A residue is l limbs, l the least multiple of 8 with 13·l ≥ bits + 2, so that R = B^l > 4N.
//! Limbs and residues are signed: |x_j| ≤ 4128, x = Σ x_j·B^j, |x| < N. Limbs lie in 16-bit lanes, least significant
//! first; four make a word.
//!
//! `i32x4.dot_i16x8_s` makes eight products of 16-bit lanes, and adds them in pairs to four 32-bit columns. A pass adds
//! eight rows of the product, and eight of q·N with q = −u·N⁻¹ modulo B^8, where u is the number in the lowest eight
//! columns. Limbs of 13 bits leave room for 127 products in a column, so rounds of carries are rare. No bound depends
//! on l, so no modulus is too long.
//!
//! Karatsuba's method would save multiplications, but none of the reduction, which is more than half of a product here.
//! It would add carries and pairings of limbs, and a longer download.
//!
//! The rest of this page derives all of it.
//!
#![doc = include_str!("simd128.md")]

use crate::{
    descriptor::Descriptor,
    kernel::Kernel,
    lanes::i16x8::{I16x8, I32x4},
    limbs::wiped::Wiped,
};
use alloc::{boxed::Box, vec};
use core::{hint::black_box, ops::Range};

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "simd128",
    max_bits: usize::MAX,
    fast_from: 480,
    square_cost: 0.83,
    division_below: 4097,
    make: |n| Box::new(Simd128::new(n)),
};

/// The bits of a limb.
pub(crate) const WIDTH: u32 = 13;

/// R ≥ 2^SPARE·N
pub(crate) const SPARE: usize = 2;

/// The largest limb of a residue, in absolute value.
pub(crate) const LARGEST_LIMB: i16 = 4128;

/// The largest column, in absolute value.
pub(crate) const LARGEST_COLUMN: i32 = i32::MAX - (1 << 19);

/// Half the radix. Added before a carry round and subtracted after it, it makes limbs balanced.
const HALF: i16 = 1 << (WIDTH - 1);

/// The rows of a·b in one pass, the rows of q·N in one pass, and the limbs of a vector.
pub(crate) const ROWS_PER_PASS: usize = 8;

/// The passes from one carry round to the next.
pub(crate) const CARRY_INTERVAL: usize = 6;

/// The passes between two carry rounds of a squaring, whose passes add more.
pub(crate) const CARRY_INTERVAL_SQUARE: usize = 5;

/// Limbs c to c + 3 of a number as pairs (x_j, x_(j−1)), and limbs c − 2 to c + 1 likewise.
///
/// Eight rows need the pairs at c, c − 2, c − 4 and c − 6: these two vectors, and the two of four
/// columns before. Each limb is kept twice, so that all these vectors are aligned.
type LimbPairs = [I16x8; 2];

/// The limbs of a and N that four columns read: the two numbers that rows multiply.
#[derive(Clone, Copy)]
struct Operands {
    a: LimbPairs,
    n: LimbPairs,
}

/// The multipliers of a pass: eight limbs of b and eight quotient digits. Vector k has the multipliers
/// 2k and 2k + 1 four times over.
struct Multipliers {
    b: [I16x8; 4],
    q: [I16x8; 4],
}

/// Montgomery arithmetic in 13-bit signed limbs.
#[derive(Clone)]
struct Simd128 {
    n: Wiped<u32>,
    bits: usize,
    /// For s = 0 to 7, four pairs (m_j, m'_j) from j = s − 3 on: limbs of −N⁻¹ and −2^16·N⁻¹.
    inverse: [I16x8; 8],
    /// a and N, up to column l + 7.
    operands: Wiped<Operands>,
    /// The limbs of b.
    b: Wiped<I16x8>,
    /// The accumulator T.
    t: Wiped<I32x4>,
    /// The quotient digits of a pass.
    q: I16x8,
}

/// Keeps the low 13 bits of each column and adds the carry of the column below. `carry` holds the
/// carries of the vector below on the way in, and those of this vector on the way out.
#[inline(always)]
fn carry_round(columns: I32x4, carry: &mut I32x4) -> I32x4 {
    let high = columns.shift_right::<WIDTH>();
    let low = columns.and(I32x4::splat((1 << WIDTH) - 1));
    low.plus(high.lane_before(core::mem::replace(carry, high)))
}

/// Makes limbs of columns by two carry rounds, eight at a time from the least significant on.
struct CarryRounds {
    carries: [I32x4; 2],
}

impl CarryRounds {
    const START: Self = Self { carries: [I32x4::ZERO; 2] };

    #[inline(always)]
    fn next(&mut self, columns: [I32x4; 2]) -> I16x8 {
        // Constants, because a build for size would otherwise fill their lanes at every call.
        const HALF_32: I32x4 = I32x4::splat(HALF as i32);
        const MINUS_HALF: I16x8 = I16x8::new([-HALF; 8]);
        let [low, high] = [columns[0].plus(HALF_32), columns[1].plus(HALF_32)];
        let [first, second] = &mut self.carries;
        let [low, high] = [carry_round(low, first), carry_round(high, first)];
        let [low, high] = [carry_round(low, second), carry_round(high, second)];
        I16x8::narrow(low, high).plus(MINUS_HALF).within(LARGEST_LIMB)
    }
}

/// The limbs of the result: those of the upper half of T after the last pass.
#[inline(always)]
fn result_limbs(t: &[I32x4]) -> impl Iterator<Item = I16x8> + '_ {
    let mut rounds = CarryRounds::START;
    t[t.len() / 2..].chunks_exact(2).map(move |t| rounds.next([t[0], t[1]]))
}

/// Makes pairs of limbs, eight limbs at a time from the least significant on.
struct LimbPairing {
    limbs: I16x8,
    pairs: I16x8,
}

impl LimbPairing {
    const START: Self = Self { limbs: I16x8::ZERO, pairs: I16x8::ZERO };

    #[inline(always)]
    fn next(&mut self, x: I16x8) -> [LimbPairs; 2] {
        let [low, high] = x.pairs_with_previous(self.limbs);
        let low_before = low.half_before(self.pairs);
        *self = Self { limbs: x, pairs: high };
        [[low, low_before], [high, high.half_before(low)]]
    }
}

/// Writes the pairs of a number to `part` of all operands. The last two vectors hold the pairs that its
/// highest limb makes with zeros.
#[inline(always)]
fn spread(
    operands: &mut [Operands],
    limbs: impl Iterator<Item = I16x8>,
    part: impl Fn(&mut Operands) -> &mut LimbPairs,
) {
    let mut pairing = LimbPairing::START;
    let (body, top) = operands.split_at_mut(operands.len() - 2);
    for (operands, x) in body.chunks_exact_mut(2).zip(limbs) {
        [*part(&mut operands[0]), *part(&mut operands[1])] = pairing.next(x);
    }
    [*part(&mut top[0]), *part(&mut top[1])] = pairing.next(I16x8::ZERO);
}

/// The sums that eight rows of x add to columns 0 to 7.
#[inline(always)]
fn low_columns([[x0, before], [x4, x2]]: [LimbPairs; 2], y: [I16x8; 4]) -> [I32x4; 2] {
    [
        x0.dot(y[0]).plus(before.dot(y[1])),
        x4.dot(y[0]).plus(x2.dot(y[1])).plus(x0.dot(y[2]).plus(before.dot(y[3]))),
    ]
}

/// Twice these multipliers.
#[inline(always)]
fn doubled([a, b, c, d]: [I16x8; 4]) -> [I16x8; 4] {
    [a.plus(a), b.plus(b), c.plus(c), d.plus(d)]
}

/// Adds the rows of q·N, and if `BOTH` those of a·b, to these columns of T. `operands` starts one
/// vector below `t`.
#[inline(always)]
fn add_rows<const BOTH: bool>(t: &mut [I32x4], operands: &[Operands], rows: &Multipliers) {
    let Some((before, operands)) = operands.split_first() else { return };
    let ([mut a4, mut a6], [mut n4, mut n6]) = (before.a, before.n);
    for (t, operands) in t.iter_mut().zip(operands) {
        let mut sum = *t;
        if BOTH {
            sum = sum.plus(a4.dot(rows.b[2])).plus(a6.dot(rows.b[3]));
            [a4, a6] = operands.a;
            sum = sum.plus(a4.dot(rows.b[0])).plus(a6.dot(rows.b[1]));
        }
        sum = sum.plus(n4.dot(rows.q[2])).plus(n6.dot(rows.q[3]));
        [n4, n6] = operands.n;
        *t = sum.plus(n4.dot(rows.q[0])).plus(n6.dot(rows.q[1])).within(LARGEST_COLUMN);
    }
}

/// The `count` low limbs of x, balanced: in [−2^12, 2^12).
fn balanced_limbs(x: &[u32], count: usize) -> Wiped<i16> {
    let mut words = x.iter();
    let (mut bits, mut held, mut carry) = (0_u64, 0, 0);
    let limbs = (0..count).map(|_| {
        if held < WIDTH {
            bits |= u64::from(words.next().copied().unwrap_or(0)) << held;
            held += 32;
        }
        let limb = (bits & ((1 << WIDTH) - 1)) as i16 + carry;
        (bits, held) = (bits >> WIDTH, held - WIDTH);
        carry = (limb + HALF) >> WIDTH;
        limb - (carry << WIDTH)
    });
    limbs.collect()
}

/// Limbs, eight in a vector.
fn vectors(limbs: &[i16]) -> impl Iterator<Item = I16x8> + '_ {
    limbs.chunks_exact(ROWS_PER_PASS).map(|eight| I16x8::new(core::array::from_fn(|i| eight[i])))
}

/// The limbs of a residue, eight in a vector.
#[inline(always)]
fn limbs_of(residue: &[u64]) -> impl Iterator<Item = I16x8> + '_ {
    residue
        .chunks_exact(2)
        .map(|words| I16x8::from_words([words[0], words[1]]).within(LARGEST_LIMB))
}

/// Writes limbs to the words of a residue.
#[inline(always)]
fn write_limbs(residue: &mut [u64], limbs: impl Iterator<Item = I16x8>) {
    for (words, limbs) in residue.chunks_exact_mut(2).zip(limbs) {
        words.copy_from_slice(&limbs.to_words());
    }
}

/// −N⁻¹ modulo 2^128, by Newton's iteration as in [`cios`](crate::kernels::cios::negated_inverse).
fn negated_inverse(n: &[u32]) -> u128 {
    let low = n.iter().take(4).rev().fold(0, |low, &limb| low << 32 | u128::from(limb));
    let mut inverse = low; // correct to 3 bits
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(low.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg()
}

impl Simd128 {
    fn new(n: &[u32]) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let passes = (bits + SPARE).div_ceil(WIDTH as usize * ROWS_PER_PASS);

        let inverse = negated_inverse(n);
        let [m, m_16] = [inverse, inverse << 16].map(|x| {
            balanced_limbs(&[0, 32, 64, 96].map(|shift| (x >> shift) as u32), ROWS_PER_PASS)
        });
        let limb = |limbs: &[i16], j: usize| limbs.get(j.wrapping_sub(3)).copied().unwrap_or(0);
        let pairs = |s: usize| {
            let lane = |i: usize| limb([&m, &m_16][i % 2], s + i / 2);
            I16x8::new(core::array::from_fn(lane))
        };

        let zero = Operands { a: [I16x8::ZERO; 2], n: [I16x8::ZERO; 2] };
        let mut operands = Wiped::from(vec![zero; 2 * passes + 2]);
        spread(&mut operands, vectors(&balanced_limbs(n, ROWS_PER_PASS * passes)), |operands| {
            &mut operands.n
        });
        Self {
            n: n.to_vec().into(),
            bits,
            inverse: core::array::from_fn(pairs),
            operands,
            b: vec![I16x8::ZERO; passes].into(),
            t: vec![I32x4::ZERO; 4 * passes].into(),
            q: I16x8::ZERO,
        }
    }

    /// All passes: sets T to a·b, or to a·a if `SQUARE`, with the rows of q·N.
    #[inline(always)]
    fn passes<const SQUARE: bool>(&mut self) {
        let carry_interval = if SQUARE { CARRY_INTERVAL_SQUARE } else { CARRY_INTERVAL };
        let passes = self.b.len();
        let end = self.operands.len();
        let third = (end - 4) / 3;
        self.t.fill(I32x4::ZERO);
        if SQUARE {
            self.diagonal(0);
        }
        let mut u = self.u::<SQUARE>(0);
        let q = self.quotient(&u);
        let mut carry = self.carry(0, &q);
        self.q = q;
        for pass in 0..passes {
            if pass > 0 && pass % carry_interval == 0 {
                let mut carry = I32x4::ZERO;
                for t in &mut self.t[2 * pass + 2..2 * pass + end - 1] {
                    *t = carry_round(*t, &mut carry);
                }
            }
            if SQUARE && pass > 0 {
                self.diagonal(pass);
            }
            let mut rows = Multipliers { b: self.b[pass].splat_pairs(), q: self.q.splat_pairs() };
            if SQUARE {
                rows.b = doubled(rows.b);
            }

            let t = &mut self.t[2 * pass + 2];
            *t = t.plus(carry);
            if SQUARE {
                self.add::<false>(pass, 2..4, &rows);
            } else {
                self.add::<true>(pass, 2..4, &rows);
            }
            let more = pass + 1 < passes;
            if more {
                u = self.u::<SQUARE>(pass + 1);
            }
            if SQUARE {
                self.add::<false>(pass, 4..2 * pass + 4, &rows);
            } else {
                self.add::<true>(pass, 4..4 + third, &rows);
            }
            if more {
                self.q = self.quotient(&u);
            }
            if SQUARE {
                self.add::<true>(pass, 2 * pass + 4..end, &rows);
            } else {
                self.add::<true>(pass, 4 + third..end - third, &rows);
            }
            if more {
                carry = self.carry(pass + 1, &self.q);
            }
            if !SQUARE {
                self.add::<true>(pass, end - third..end, &rows);
            }
        }
    }

    /// Adds rows to these vectors of columns, counted from the first column of the pass.
    #[inline(always)]
    fn add<const BOTH: bool>(&mut self, pass: usize, range: Range<usize>, rows: &Multipliers) {
        let t = &mut self.t[2 * pass..][range.clone()];
        add_rows::<BOTH>(t, &self.operands[range.start - 1..range.end], rows);
    }

    /// u in signed halves: columns 0 to 7 of a pass, complete except for q·N.
    #[inline(always)]
    fn u<const SQUARE: bool>(&mut self, pass: usize) -> [I16x8; 2] {
        let t = &mut self.t[2 * pass..2 * pass + 2];
        if !SQUARE {
            let a = [self.operands[0].a, self.operands[1].a];
            let low = low_columns(a, self.b[pass].splat_pairs());
            t[0] = t[0].plus(low[0]);
            t[1] = t[1].plus(low[1]);
        }
        [t[0].within(LARGEST_COLUMN).halves(), t[1].within(LARGEST_COLUMN).halves()]
    }

    /// q = −u·N⁻¹ mod B^8
    #[inline(always)]
    fn quotient(&self, u: &[I16x8; 2]) -> I16x8 {
        let four = |m: &[I16x8], u: [I16x8; 4]| {
            (m[3].dot(u[0]).plus(m[2].dot(u[1]))).plus(m[1].dot(u[2]).plus(m[0].dot(u[3])))
        };
        let (before, m) = self.inverse.split_at(4);
        let u = [u[0].splat_pairs(), u[1].splat_pairs()];
        let columns = [four(before, u[0]), four(m, u[0]).plus(four(before, u[1]))];
        let mut rounds = CarryRounds::START;
        rounds.next(columns)
    }

    /// C in lane 0, and zeros: the carry of columns 0 to 7 of a pass to column 8.
    #[inline(always)]
    fn carry(&self, pass: usize, q: &I16x8) -> I32x4 {
        let n = [self.operands[0].n, self.operands[1].n];
        let [_, low] = low_columns(n, q.splat_pairs());
        let s = self.t[2 * pass + 1].plus(low).within(LARGEST_COLUMN);
        let sum = s.plus(s.shift_right::<WIDTH>().lane_before(I32x4::ZERO));
        let carry = sum.plus(I32x4::splat(HALF.into())).shift_right::<WIDTH>();
        I32x4::ZERO.lane_before(carry)
    }

    /// Adds the rows of a square to columns 16p to 16p + 15 of T in pass p. There, some limbs that a
    /// row meets are among the eight limbs of the pass.
    ///
    /// With i the first limb of the pass, its rows i + 2k and i + 2k + 1 meet the diagonal in one
    /// vector of columns: (x_i, x_(i+1)) dotted with (x_i, 0), (x_(i+1), x_i), (2·x_(i+2),
    /// x_(i+1)) and (2·x_(i+3), 2·x_(i+2)) for k = 0, and likewise further on.
    #[inline(always)]
    fn diagonal(&mut self, pass: usize) {
        const FROM_DIAGONAL: I16x8 = I16x8::new([-1, 0, -1, -1, -1, -1, -1, -1]);
        const ABOVE: I16x8 = I16x8::new([0, 0, 0, 0, -1, 0, -1, -1]);
        let tip = |x: I16x8| x.and(FROM_DIAGONAL).plus(x.and(ABOVE));
        let once = self.b[pass].splat_pairs();
        let twice = doubled(once);
        let operands = &self.operands[2 * pass..2 * pass + 4];
        let ([x0, _], [x4, x2]) = (operands[0].a, operands[1].a);
        let ([x8, x6], [x12, x10]) = (operands[2].a, operands[3].a);
        let sums = [
            tip(x0).dot(once[0]),
            x4.dot(twice[0]).plus(tip(x2).dot(once[1])),
            x8.dot(twice[0]).plus(x6.dot(twice[1])).plus(tip(x4).dot(once[2])),
            x12.dot(twice[0])
                .plus(x10.dot(twice[1]))
                .plus(x8.dot(twice[2]).plus(tip(x6).dot(once[3]))),
        ];
        for (t, sum) in self.t[4 * pass..4 * pass + 4].iter_mut().zip(sums) {
            *t = t.plus(sum).within(LARGEST_COLUMN);
        }
    }
}

impl Drop for Simd128 {
    /// The inverse has the lowest limbs of N.
    fn drop(&mut self) {
        (self.inverse, self.q) = ([I16x8::ZERO; 8], I16x8::ZERO);
        black_box(self);
    }
}

impl Kernel for Simd128 {
    fn words(&self) -> usize {
        2 * self.b.len()
    }

    fn radix_bits(&self) -> usize {
        WIDTH as usize * ROWS_PER_PASS * self.b.len()
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        write_limbs(out, vectors(&balanced_limbs(x, ROWS_PER_PASS * self.b.len())));
    }

    /// a + N, which lies in (0, 2N).
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        let mut limbs = a.iter().flat_map(|&word| [0, 16, 32, 48].map(|i| (word >> i) as i16));
        let mut n = self.n.iter();
        let (mut sum, mut held) = (0_i64, 0);
        for out in out {
            while held < 32 {
                sum += i64::from(limbs.next().unwrap_or(0)) << held;
                held += WIDTH;
            }
            sum += i64::from(n.next().copied().unwrap_or(0));
            *out = sum as u32;
            (sum, held) = (sum >> 32, held - 32);
        }
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        self.b.iter_mut().zip(limbs_of(b)).for_each(|(b, limbs)| *b = limbs);
        spread(&mut self.operands, limbs_of(a), |operands| &mut operands.a);
        self.passes::<false>();
        write_limbs(a, result_limbs(&self.t));
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        self.b.iter_mut().zip(limbs_of(a)).for_each(|(b, limbs)| *b = limbs);
        for _ in 0..times {
            spread(&mut self.operands, self.b.iter().copied(), |operands| &mut operands.a);
            self.passes::<true>();
            self.b.iter_mut().zip(result_limbs(&self.t)).for_each(|(b, limbs)| *b = limbs);
        }
        write_limbs(a, self.b.iter().copied());
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use num_bigint::BigInt;

    fn integer(limbs: &[i16]) -> BigInt {
        limbs.iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << WIDTH) + limb)
    }

    fn residue(limbs: &[i16]) -> Vec<u64> {
        let mut words = vec![0; limbs.len() / 4];
        write_limbs(&mut words, vectors(limbs));
        words
    }

    fn limbs(residue: &[u64]) -> Vec<i16> {
        residue.iter().flat_map(|&word| [0, 16, 32, 48].map(|i| (word >> i) as i16)).collect()
    }

    /// Moduli of 8·passes limbs. The top limb is as large as the bound allows, and the others are at
    /// their bounds.
    fn moduli(passes: usize) -> Vec<BigInt> {
        let top = (1 << (WIDTH - 2)) - 1;
        let lower =
            |x: i16, y: i16| (0..8 * passes - 1).map(move |i| if i % 2 == 0 { x } else { y });
        [(-HALF, -HALF), (HALF - 1, HALF - 1), (-HALF, HALF - 1), (HALF - 1, -HALF)]
            .map(|(x, y)| integer(&lower(x, y).chain([top]).collect::<Vec<_>>()) | BigInt::from(1))
            .into()
    }

    /// Residues with all limbs at their bounds, except the top one.
    fn residues(passes: usize) -> Vec<Vec<i16>> {
        let top = (1 << (WIDTH - 2)) - 3;
        let mut all = Vec::new();
        for (x, y) in [
            (LARGEST_LIMB, LARGEST_LIMB),
            (LARGEST_LIMB, -LARGEST_LIMB),
            (-LARGEST_LIMB, LARGEST_LIMB),
            (-LARGEST_LIMB, -LARGEST_LIMB),
        ] {
            for top in [top, -top] {
                let lower = (0..8 * passes - 1).map(|i| if i % 2 == 0 { x } else { y });
                all.push(lower.chain([top]).collect());
            }
        }
        all
    }

    fn check(n: &BigInt, kernel: &mut Simd128, a: &BigInt, b: &BigInt, product: &[u64]) {
        let limbs = limbs(product);
        let product = integer(&limbs);
        let shifted = &product << kernel.radix_bits();
        assert_eq!((shifted - a * b) % n, BigInt::ZERO, "{a}·{b} mod {n}");
        assert!(product.magnitude() < n.magnitude(), "{product} mod {n}");
        assert!(limbs.iter().all(|limb| limb.abs() <= LARGEST_LIMB), "{limbs:?}");
        let mut decoded = vec![0; kernel.decoded_limbs()];
        kernel.decode(&residue(&limbs), &mut decoded);
        assert_eq!(BigInt::from_slice(num_bigint::Sign::Plus, &decoded), product + n);
    }

    /// The most passes between two carry rounds. Each pass adds the largest sum that a column can get.
    /// The column starts at the largest value that a round and C leave in it.
    #[test]
    fn columns_at_their_bounds() {
        let columns =
            [Operands { a: [I16x8::new([LARGEST_LIMB; 8]); 2], n: [I16x8::new([-HALF; 8]); 2] }; 2];
        for (passes, a) in
            [(CARRY_INTERVAL + 1, LARGEST_LIMB), (CARRY_INTERVAL_SQUARE, 2 * LARGEST_LIMB)]
        {
            let rows =
                Multipliers { b: [I16x8::new([a; 8]); 4], q: [I16x8::new([-LARGEST_LIMB; 8]); 4] };
            let mut t = [I32x4::splat((2 << 18) + (1 << 13) + (1 << 6))];
            for _ in 0..passes {
                add_rows::<true>(&mut t, &columns, &rows);
            }
            let word = t[0].halves().to_words()[0];
            let column = i32::from(word as i16) + (i32::from((word >> 16) as i16) << 16);
            assert!(column < i32::MAX - (1 << 19), "{column}");
        }
    }

    /// The fewest limbs with R > 4N.
    #[test]
    fn lengths() {
        for passes in 1..40 {
            let words = |bits: usize| {
                let mut n = vec![u32::MAX; bits.div_ceil(32)];
                n[(bits - 1) / 32] >>= 31 - (bits - 1) % 32;
                Simd128::new(&n).words()
            };
            assert_eq!(words(104 * passes - 2), 2 * passes);
            assert_eq!(words(104 * passes - 1), 2 * passes + 2);
        }
    }

    /// Native test builds check sums for overflow, so this test checks the bounds on columns too.
    #[test]
    fn limbs_at_their_bounds() {
        // Up to some carry rounds. The last pass is before a round, at a round, and after a round.
        for passes in [1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 18, 19, 20, 26, 41] {
            for n in moduli(passes) {
                let mut kernel = Simd128::new(&n.to_u32_digits().1);
                assert_eq!(kernel.words(), 2 * passes);
                let residues = residues(passes);
                for x in &residues {
                    let a = integer(x);
                    let mut square = residue(x);
                    kernel.montgomery_square(&mut square, 1);
                    check(&n, &mut kernel, &a, &a, &square);
                    for y in &residues {
                        let mut product = residue(x);
                        kernel.montgomery_multiply(&mut product, &residue(y));
                        check(&n, &mut kernel, &a, &integer(y), &product);
                    }
                }
            }
        }
    }

    /// Columns at the bound, with both signs.
    #[test]
    fn limbs_of_columns_at_their_bounds() {
        let most = i32::MAX - (1 << 12);
        for columns in [[most; 8], [-most; 8], [most, -most, most, -most, most, -most, most, -most]]
        {
            let low = I32x4::new([0, 1, 2, 3].map(|i| columns[i]));
            let high = I32x4::new([4, 5, 6, 7].map(|i| columns[i]));
            let mut state = CarryRounds::START;
            let mut all = limbs(&state.next([low, high]).to_words());
            all.extend(limbs(&state.next([I32x4::ZERO; 2]).to_words()));
            assert!(all.iter().all(|limb| limb.abs() <= LARGEST_LIMB), "{all:?}");
            let sum = columns.iter().rev().fold(BigInt::ZERO, |sum, &x| (sum << WIDTH) + x);
            assert_eq!(integer(&all), sum);
        }
    }

    #[test]
    fn limbs_are_balanced() {
        for x in [0, 1, 0xfff, 0x1000, 0x1fff, u128::MAX >> 4, 1 << 123, 0x5555 << 100] {
            let limbs = balanced_limbs(&[0, 32, 64, 96].map(|i| (x >> i) as u32), 11);
            assert_eq!(integer(&limbs), BigInt::from(x));
            assert!(limbs.iter().all(|limb| (-HALF..HALF).contains(limb)), "{:?}", &limbs[..]);
        }
    }
}
