//! `simd128`: fixed-width SIMD without fused multiply-add, 13-bit signed digits in 16-bit lanes.
//!
//! `i32x4.dot_i16x8_s` makes eight products of 16-bit lanes and adds them by twos to four 32-bit
//! columns. Digits of 13 bits leave room for 127 products in a column, so carries are rare.
//!
//! # Representation
//! The radix is B = 2^13. A residue is l digits, l the least multiple of 8 with 13·l ≥ bits + 2,
//! so that R = B^l > 4N. Digits and residues are signed: |x_j| ≤ 4128, x = Σ x_j·B^j, |x| < N.
//! Digits lie in 16-bit lanes, least significant first; four make a word.
//!
//! # A product
//! The accumulator T has 2l columns of 32 bits. Pass p = 0 to l/8 − 1 adds eight rows of a·b and
//! eight of q·N from column 8p on; below, columns are counted from there:
//!
//! - Columns 0 to 7 get their part of the rows of a·b. Their sum is u, taken modulo B^8.
//! - q = −u·N⁻¹ mod B^8, as eight digits. N is used as it is: a multiple of it that makes u the
//!   quotient would be eight digits longer, in every pass.
//! - With q·N in columns 0 to 7 they are C·B^8, and C goes to column 8.
//! - Columns 8 to l + 7 get both kinds of rows, four dots each for four columns: a vector of pairs
//!   (x_j, x_(j−1)) dotted with (y_i, y_(i+1)) four times over is two rows at once.
//!
//! The result is columns l to 2l − 1 after the last pass, made digits again by two carry rounds.
//!
//! q waits for a long chain of steps, and C for q. But u is known to the next pass as soon as
//! this one has done columns 8 to 15. So the three steps to the next q and C stand between
//! stretches of the remaining columns, which keep the multipliers busy meanwhile. q is handed on
//! in memory: a compiler that may move it does, to where it is waited for.
//!
//! # u·N⁻¹ without carries
//! u has 32-bit columns. A column u_c = v + 2^16·w splits into signed halves for two instructions,
//! and a pair (v, w) dotted with (m_j, m'_j), where m and m' are the digits of −N⁻¹ and −2^16·N⁻¹
//! modulo B^8, is what it adds to column c + j of q.
//!
//! # A square
//! Half of its products, doubled: pass p has the rows 2·a_i, i = 8p to 8p + 7, only times digits
//! a_j, j ≥ 8p + 8, and the triangle of digits within 8p to 8p + 7 apart. Columns 16p + 16 and up
//! of T get both kinds of rows in the main loop, those below only q·N; see
//! `diagonal` for what is between.
//!
//! # No Karatsuba
//! It would save multiplications and no reduction, which is more than half of a product here, and
//! add carries and pairings of digits. The report's table of Karatsuba (`bench/REPORT.md`) says what
//! one level leaves at best: too little for what it would add to each page's download.
//!
//! # Bounds
//! No bound depends on l, so no modulus is too long.
//!
//! *Digits.* The digits of N, −N⁻¹ and −2^16·N⁻¹ are in [−2^12, 2^12). Two carry rounds turn
//! columns |t| < 2^31 − 2^12 into digits: t + 2^12 becomes its low 13 bits and a carry within
//! ±2^18, at most 2^18 + 2^13 − 1 together, and these 13 bits and a carry in [−32, 32]; less
//! 2^12, a digit is in [−4128, 4127].
//!
//! *Columns* stay below 2^31 − 2^19. In one pass a column gets at most 8·4128² from a·b,
//! twice that in a square (each row reaches it once, or twice within the doubled triangle), and
//! 8·4128·4096 from q·N: less than S = 2.716·10^8, in a square S = 4.080·10^8. A carry round
//! leaves less than 2^18 + 2^13, C is less than 2^18 + 2^6.
//! A round before pass s takes in all columns but 8s to 8s + 7, which u had already. So between
//! rounds that are 6 passes apart a column gets 6·S, or 7·S if the last is the pass that takes it
//! for u: 7·S + 2^18 + 2^13 + 2^18 + 2^6 < 1.902·10^9. In a square rounds are 5 passes apart, 5·S
//! comes to less than 2.041·10^9, and a column taken for u has less: pass p gives a·a to columns
//! from 16p on, so of the last six passes up to p = s + 5 only those up to (8p + 7)/16 < s/2 + 3,
//! three at most, gave it any.
//!
//! *q.* |v| ≤ 2^15 and |w| < 2^15, so a column of q before its carry rounds is at most
//! 8·2^12·(2^15 + 2^15 − 1) = 2^31 − 2^15.
//!
//! *C.* Let s_0 to s_7 be the columns, q·N included. C·B^8 = s_7·B^7 + s_6·B^6 + ε, and
//! |ε| < 2^97. So (s_7 + ⌊s_6/B⌋ + B/2)/B is C + 1/2 less something in (−2^−7, 2^−7 + 2^−13), and
//! its floor is C. With |s_c| < 2^31 − 2^19 the sum is within 32 bits.
//!
//! *Residues.* |q_0 + q_1·B + …| ≤ 4128·(R − 1)/(B − 1) < 0.504·R over all passes, thus a result
//! is at most (N² + 0.504·R·N)/R < (1/4 + 0.504)·N < N. The carry that the last digit drops is
//! zero: plus 2^12 in each digit the result is between 0.249·R and 0.751·R, and what l digits hold
//! before 2^12 is taken off is between −0.004·R and 1.004·R, so no multiple of R is between them.
//! The same holds for what enters, 0 ≤ x < N.
//!
//! `bounds/simd128.rs` follows T through the passes with intervals, and checks all that.

use super::{
    Kernel, Maker,
    lanes::i16x8::{I16x8, I32x4},
};
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

/// This kernel's line in [`ALL`](super::ALL).
pub const MAKER: Maker = Maker {
    name: "simd128",
    max_bits: usize::MAX,
    fast_from: 480,
    square_cost: 0.83,
    make: |n| Box::new(Simd128::new(n)),
};

/// The bits of a digit.
pub(super) const WIDTH: u32 = 13;

/// R ≥ 2^SPARE·N
pub(super) const SPARE: usize = 2;

/// The largest digit that carries leave.
pub(super) const MOST: i16 = 4128;

/// Below which columns stay.
pub(super) const COLUMN: i32 = i32::MAX - (1 << 19);

/// Half the radix: added before a carry and taken off after, it centres digits on zero.
const HALF: i16 = 1 << (WIDTH - 1);

/// The rows of a·b, and of q·N, in one pass; and the digits of a vector.
pub(super) const ROWS: usize = 8;

/// The passes from one carry round to the next.
pub(super) const ROUNDS_APART: usize = 6;

/// The same in a square, whose passes add more.
pub(super) const ROUNDS_APART_SQUARE: usize = 5;

/// Digits c to c + 3 of a number as pairs (x_j, x_(j−1)), and digits c − 2 to c + 1.
///
/// Eight rows need the pairs at c, c − 2, c − 4 and c − 6: two of these, and the two that the
/// vector before had. Kept twice they are all aligned.
type Pairs = [I16x8; 2];

/// Four columns' worth of the two numbers that are multiplied by rows.
#[derive(Clone, Copy)]
struct Columns {
    a: Pairs,
    n: Pairs,
}

/// Eight rows: the digits to multiply by, two and two in all lanes of a vector.
struct Rows {
    a: [I16x8; 4],
    n: [I16x8; 4],
}

/// Montgomery arithmetic in 13-bit signed digits.
#[derive(Clone)]
struct Simd128 {
    n: Vec<u32>,
    bits: usize,
    /// For s = 0 to 7, four pairs (m_j, m'_j) from j = s − 3 on: digits of −N⁻¹ and −2^16·N⁻¹.
    inverse: [I16x8; 8],
    /// a and N, up to column l + 7.
    columns: Vec<Columns>,
    /// The digits of b.
    b: Vec<I16x8>,
    /// The accumulator T.
    t: Vec<I32x4>,
    /// The quotient digits of a pass.
    q: I16x8,
}

/// Keeps the low 13 bits of each column and adds the carry of the column before; `carry` holds
/// the carries of the vector before, then of this.
#[inline(always)]
fn carry_round(columns: I32x4, carry: &mut I32x4) -> I32x4 {
    let high = columns.shift_right::<WIDTH>();
    let low = columns.and(I32x4::splat((1 << WIDTH) - 1));
    low.plus(high.lane_before(core::mem::replace(carry, high)))
}

/// Turns columns into digits, eight at a time from the least significant on.
struct Digits {
    carries: [I32x4; 2],
}

impl Digits {
    const START: Self = Self { carries: [I32x4::ZERO; 2] };

    #[inline(always)]
    fn next(&mut self, columns: [I32x4; 2]) -> I16x8 {
        // Constants, lest a build for size fill their lanes at every call.
        const HALF_32: I32x4 = I32x4::splat(HALF as i32);
        const MINUS_HALF: I16x8 = I16x8::new([-HALF; 8]);
        let [low, high] = [columns[0].plus(HALF_32), columns[1].plus(HALF_32)];
        let [first, second] = &mut self.carries;
        let [low, high] = [carry_round(low, first), carry_round(high, first)];
        let [low, high] = [carry_round(low, second), carry_round(high, second)];
        I16x8::narrow(low, high).plus(MINUS_HALF).within(MOST)
    }
}

/// The digits of the columns that are left when all passes are done.
#[inline(always)]
fn result(t: &[I32x4]) -> impl Iterator<Item = I16x8> + '_ {
    let mut digits = Digits::START;
    t[t.len() / 2..].chunks_exact(2).map(move |t| digits.next([t[0], t[1]]))
}

/// Turns digits into pairs, eight at a time from the least significant on.
struct Pairing {
    digits: I16x8,
    pairs: I16x8,
}

impl Pairing {
    const START: Self = Self { digits: I16x8::ZERO, pairs: I16x8::ZERO };

    #[inline(always)]
    fn next(&mut self, x: I16x8) -> [Pairs; 2] {
        let [low, high] = x.pairs_with_previous(self.digits);
        let low_before = low.half_before(self.pairs);
        *self = Self { digits: x, pairs: high };
        [[low, low_before], [high, high.half_before(low)]]
    }
}

/// Writes a number's pairs to `part` of all columns; the last two vectors are what its last digit
/// leaves for the columns above.
#[inline(always)]
fn spread(
    columns: &mut [Columns],
    digits: impl Iterator<Item = I16x8>,
    part: impl Fn(&mut Columns) -> &mut Pairs,
) {
    let mut pairing = Pairing::START;
    let (body, top) = columns.split_at_mut(columns.len() - 2);
    for (columns, x) in body.chunks_exact_mut(2).zip(digits) {
        [*part(&mut columns[0]), *part(&mut columns[1])] = pairing.next(x);
    }
    [*part(&mut top[0]), *part(&mut top[1])] = pairing.next(I16x8::ZERO);
}

/// What eight rows of x add to columns 0 to 7.
#[inline(always)]
fn low_columns([[x0, before], [x4, x2]]: [Pairs; 2], y: [I16x8; 4]) -> [I32x4; 2] {
    [
        x0.dot(y[0]).plus(before.dot(y[1])),
        x4.dot(y[0]).plus(x2.dot(y[1])).plus(x0.dot(y[2]).plus(before.dot(y[3]))),
    ]
}

/// Eight rows twice over.
#[inline(always)]
fn doubled([a, b, c, d]: [I16x8; 4]) -> [I16x8; 4] {
    [a.plus(a), b.plus(b), c.plus(c), d.plus(d)]
}

/// Adds the rows of q·N, and if `BOTH` those of a·b, to these columns of T. `columns` starts one
/// vector earlier.
#[inline(always)]
fn add_rows<const BOTH: bool>(t: &mut [I32x4], columns: &[Columns], rows: &Rows) {
    let Some((before, columns)) = columns.split_first() else { return };
    let ([mut a4, mut a6], [mut n4, mut n6]) = (before.a, before.n);
    for (t, columns) in t.iter_mut().zip(columns) {
        let mut sum = *t;
        if BOTH {
            sum = sum.plus(a4.dot(rows.a[2])).plus(a6.dot(rows.a[3]));
            [a4, a6] = columns.a;
            sum = sum.plus(a4.dot(rows.a[0])).plus(a6.dot(rows.a[1]));
        }
        sum = sum.plus(n4.dot(rows.n[2])).plus(n6.dot(rows.n[3]));
        [n4, n6] = columns.n;
        *t = sum.plus(n4.dot(rows.n[0])).plus(n6.dot(rows.n[1])).within(COLUMN);
    }
}

/// The `count` low digits of x, balanced: in [−2^12, 2^12).
fn balanced(x: &[u32], count: usize) -> Vec<i16> {
    let mut limbs = x.iter();
    let (mut bits, mut held, mut carry) = (0_u64, 0, 0);
    let digits = (0..count).map(|_| {
        if held < WIDTH {
            bits |= u64::from(limbs.next().copied().unwrap_or(0)) << held;
            held += 32;
        }
        let digit = (bits & ((1 << WIDTH) - 1)) as i16 + carry;
        (bits, held) = (bits >> WIDTH, held - WIDTH);
        carry = (digit + HALF) >> WIDTH;
        digit - (carry << WIDTH)
    });
    digits.collect()
}

/// Digits, eight a vector.
fn vectors(digits: &[i16]) -> impl Iterator<Item = I16x8> + '_ {
    digits.chunks_exact(ROWS).map(|eight| I16x8::new(core::array::from_fn(|i| eight[i])))
}

/// The digits of a residue, eight a vector.
#[inline(always)]
fn digits_of(residue: &[u64]) -> impl Iterator<Item = I16x8> + '_ {
    residue.chunks_exact(2).map(|words| I16x8::from_words([words[0], words[1]]).within(MOST))
}

/// Writes a residue's digits to its words.
#[inline(always)]
fn write_digits(residue: &mut [u64], digits: impl Iterator<Item = I16x8>) {
    for (words, digits) in residue.chunks_exact_mut(2).zip(digits) {
        words.copy_from_slice(&digits.to_words());
    }
}

/// −N⁻¹ modulo 2^128, by Newton's iteration as in [`cios`](super::cios).
fn negated_inverse(n: &[u32]) -> u128 {
    let low = n.iter().take(4).rev().fold(0, |low, &limb| low << 32 | u128::from(limb));
    let mut inverse = low; // right to 3 bits
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(low.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg()
}

impl Simd128 {
    fn new(n: &[u32]) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let passes = (bits + SPARE).div_ceil(WIDTH as usize * ROWS);

        let inverse = negated_inverse(n);
        let [m, m_16] = [inverse, inverse << 16]
            .map(|x| balanced(&[0, 32, 64, 96].map(|shift| (x >> shift) as u32), ROWS));
        let digit = |digits: &[i16], j: usize| digits.get(j.wrapping_sub(3)).copied().unwrap_or(0);
        let pairs = |s: usize| {
            let lane = |i: usize| digit([&m, &m_16][i % 2], s + i / 2);
            I16x8::new(core::array::from_fn(lane))
        };

        let zero = Columns { a: [I16x8::ZERO; 2], n: [I16x8::ZERO; 2] };
        let mut columns = vec![zero; 2 * passes + 2];
        spread(&mut columns, vectors(&balanced(n, ROWS * passes)), |columns| &mut columns.n);
        Self {
            n: n.to_vec(),
            bits,
            inverse: core::array::from_fn(pairs),
            columns,
            b: vec![I16x8::ZERO; passes],
            t: vec![I32x4::ZERO; 4 * passes],
            q: I16x8::ZERO,
        }
    }

    /// Adds all rows to T: those of a·b, or, where a and b are the same, of a·a.
    #[inline(always)]
    fn passes<const SQUARE: bool>(&mut self) {
        let rounds_apart = if SQUARE { ROUNDS_APART_SQUARE } else { ROUNDS_APART };
        let passes = self.b.len();
        let end = self.columns.len();
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
            if pass > 0 && pass % rounds_apart == 0 {
                let mut carry = I32x4::ZERO;
                for t in &mut self.t[2 * pass + 2..2 * pass + end - 1] {
                    *t = carry_round(*t, &mut carry);
                }
            }
            if SQUARE && pass > 0 {
                self.diagonal(pass);
            }
            let mut rows = Rows { a: self.b[pass].splat_pairs(), n: self.q.splat_pairs() };
            if SQUARE {
                rows.a = doubled(rows.a);
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

    /// Adds rows to these vectors of columns, counted from where the pass starts.
    #[inline(always)]
    fn add<const BOTH: bool>(&mut self, pass: usize, range: Range<usize>, rows: &Rows) {
        let t = &mut self.t[2 * pass..][range.clone()];
        add_rows::<BOTH>(t, &self.columns[range.start - 1..range.end], rows);
    }

    /// Completes columns 0 to 7 of a pass but for q·N: u, in signed halves.
    #[inline(always)]
    fn u<const SQUARE: bool>(&mut self, pass: usize) -> [I16x8; 2] {
        let t = &mut self.t[2 * pass..2 * pass + 2];
        if !SQUARE {
            let a = [self.columns[0].a, self.columns[1].a];
            let low = low_columns(a, self.b[pass].splat_pairs());
            t[0] = t[0].plus(low[0]);
            t[1] = t[1].plus(low[1]);
        }
        [t[0].within(COLUMN).halves(), t[1].within(COLUMN).halves()]
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
        let mut digits = Digits::START;
        digits.next(columns)
    }

    /// C in lane 0, and zeros: what columns 0 to 7 of a pass carry to column 8.
    #[inline(always)]
    fn carry(&self, pass: usize, q: &I16x8) -> I32x4 {
        let n = [self.columns[0].n, self.columns[1].n];
        let [_, low] = low_columns(n, q.splat_pairs());
        let s = self.t[2 * pass + 1].plus(low).within(COLUMN);
        let sum = s.plus(s.shift_right::<WIDTH>().lane_before(I32x4::ZERO));
        let carry = sum.plus(I32x4::splat(HALF.into())).shift_right::<WIDTH>();
        I32x4::ZERO.lane_before(carry)
    }

    /// Adds the rows of a square to columns 8p to 8p + 15 of pass p, where not every digit above
    /// the diagonal is beyond the eight digits of the rows.
    ///
    /// With i the first digit of the pass, its rows i + 2k and i + 2k + 1 meet the diagonal in one
    /// vector of columns: (x_i, x_(i+1)) dotted with (x_i, 0), (x_(i+1), x_i), (2·x_(i+2),
    /// x_(i+1)) and (2·x_(i+3), 2·x_(i+2)) for k = 0, and likewise further on.
    #[inline(always)]
    fn diagonal(&mut self, pass: usize) {
        const FROM_DIAGONAL: I16x8 = I16x8::new([-1, 0, -1, -1, -1, -1, -1, -1]);
        const ABOVE: I16x8 = I16x8::new([0, 0, 0, 0, -1, 0, -1, -1]);
        let tip = |x: I16x8| x.and(FROM_DIAGONAL).plus(x.and(ABOVE));
        let once = self.b[pass].splat_pairs();
        let twice = doubled(once);
        let columns = &self.columns[2 * pass..2 * pass + 4];
        let ([x0, _], [x4, x2]) = (columns[0].a, columns[1].a);
        let ([x8, x6], [x12, x10]) = (columns[2].a, columns[3].a);
        let sums = [
            tip(x0).dot(once[0]),
            x4.dot(twice[0]).plus(tip(x2).dot(once[1])),
            x8.dot(twice[0]).plus(x6.dot(twice[1])).plus(tip(x4).dot(once[2])),
            x12.dot(twice[0])
                .plus(x10.dot(twice[1]))
                .plus(x8.dot(twice[2]).plus(tip(x6).dot(once[3]))),
        ];
        for (t, sum) in self.t[4 * pass..4 * pass + 4].iter_mut().zip(sums) {
            *t = t.plus(sum).within(COLUMN);
        }
    }
}

impl Kernel for Simd128 {
    fn words(&self) -> usize {
        2 * self.b.len()
    }

    fn radix_bits(&self) -> usize {
        WIDTH as usize * ROWS * self.b.len()
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        write_digits(out, vectors(&balanced(x, ROWS * self.b.len())));
    }

    /// The residue plus N, which is between 0 and 2N.
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        let mut digits = a.iter().flat_map(|&word| [0, 16, 32, 48].map(|i| (word >> i) as i16));
        let mut n = self.n.iter();
        let (mut sum, mut held) = (0_i64, 0);
        for out in out {
            while held < 32 {
                sum += i64::from(digits.next().unwrap_or(0)) << held;
                held += WIDTH;
            }
            sum += i64::from(n.next().copied().unwrap_or(0));
            *out = sum as u32;
            (sum, held) = (sum >> 32, held - 32);
        }
    }

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        self.b.iter_mut().zip(digits_of(b)).for_each(|(b, digits)| *b = digits);
        spread(&mut self.columns, digits_of(a), |columns| &mut columns.a);
        self.passes::<false>();
        write_digits(a, result(&self.t));
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        self.b.iter_mut().zip(digits_of(a)).for_each(|(b, digits)| *b = digits);
        for _ in 0..times {
            spread(&mut self.columns, self.b.iter().copied(), |columns| &mut columns.a);
            self.passes::<true>();
            self.b.iter_mut().zip(result(&self.t)).for_each(|(b, digits)| *b = digits);
        }
        write_digits(a, self.b.iter().copied());
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn integer(digits: &[i16]) -> BigInt {
        digits.iter().rev().fold(BigInt::ZERO, |sum, &digit| (sum << WIDTH) + digit)
    }

    fn residue(digits: &[i16]) -> Vec<u64> {
        let mut words = vec![0; digits.len() / 4];
        write_digits(&mut words, vectors(digits));
        words
    }

    fn digits(residue: &[u64]) -> Vec<i16> {
        residue.iter().flat_map(|&word| [0, 16, 32, 48].map(|i| (word >> i) as i16)).collect()
    }

    /// Moduli of 8·passes digits, the top one as large as may be and the others at their extremes.
    fn moduli(passes: usize) -> Vec<BigInt> {
        let top = (1 << (WIDTH - 2)) - 1;
        let lower =
            |x: i16, y: i16| (0..8 * passes - 1).map(move |i| if i % 2 == 0 { x } else { y });
        [(-HALF, -HALF), (HALF - 1, HALF - 1), (-HALF, HALF - 1), (HALF - 1, -HALF)]
            .map(|(x, y)| integer(&lower(x, y).chain([top]).collect::<Vec<_>>()) | BigInt::from(1))
            .into()
    }

    /// Residues with all digits but the top one as far from zero as they may be.
    fn residues(passes: usize) -> Vec<Vec<i16>> {
        let top = (1 << (WIDTH - 2)) - 3;
        let mut all = Vec::new();
        for (x, y) in [(MOST, MOST), (MOST, -MOST), (-MOST, MOST), (-MOST, -MOST)] {
            for top in [top, -top] {
                let lower = (0..8 * passes - 1).map(|i| if i % 2 == 0 { x } else { y });
                all.push(lower.chain([top]).collect());
            }
        }
        all
    }

    fn check(n: &BigInt, kernel: &mut Simd128, a: &BigInt, b: &BigInt, product: &[u64]) {
        let digits = digits(product);
        let product = integer(&digits);
        let shifted = &product << kernel.radix_bits();
        assert_eq!((shifted - a * b) % n, BigInt::ZERO, "{a}·{b} mod {n}");
        assert!(product.magnitude() < n.magnitude(), "{product} mod {n}");
        assert!(digits.iter().all(|digit| digit.abs() <= MOST), "{digits:?}");
        let mut decoded = vec![0; kernel.decoded_limbs()];
        kernel.decode(&residue(&digits), &mut decoded);
        assert_eq!(BigInt::from_slice(num_bigint::Sign::Plus, &decoded), product + n);
    }

    /// As many passes as may be between two carry rounds, each the most that a column can get,
    /// from the most that a round and C leave in it.
    #[test]
    fn columns_at_their_bounds() {
        let columns =
            [Columns { a: [I16x8::new([MOST; 8]); 2], n: [I16x8::new([-HALF; 8]); 2] }; 2];
        for (passes, a) in [(ROUNDS_APART + 1, MOST), (ROUNDS_APART_SQUARE, 2 * MOST)] {
            let rows = Rows { a: [I16x8::new([a; 8]); 4], n: [I16x8::new([-MOST; 8]); 4] };
            let mut t = [I32x4::splat((2 << 18) + (1 << 13) + (1 << 6))];
            for _ in 0..passes {
                add_rows::<true>(&mut t, &columns, &rows);
            }
            let word = t[0].halves().to_words()[0];
            let column = i32::from(word as i16) + (i32::from((word >> 16) as i16) << 16);
            assert!(column < i32::MAX - (1 << 19), "{column}");
        }
    }

    /// R > 4N, and no more digits than that takes.
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

    /// Natively sums are checked for overflow, so this shows the bounds on columns, too.
    #[test]
    fn digits_at_their_bounds() {
        // Up to some carry rounds, with the last pass before one, on one, and after one.
        for passes in [1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 18, 19, 20, 26, 41] {
            for n in moduli(passes) {
                let mut kernel = Simd128::new(&n.to_u32_digits().1);
                assert_eq!(kernel.words(), 2 * passes);
                let residues = residues(passes);
                for x in &residues {
                    let a = integer(x);
                    let mut square = residue(x);
                    kernel.square(&mut square, 1);
                    check(&n, &mut kernel, &a, &a, &square);
                    for y in &residues {
                        let mut product = residue(x);
                        kernel.multiply(&mut product, &residue(y));
                        check(&n, &mut kernel, &a, &integer(y), &product);
                    }
                }
            }
        }
    }

    /// Columns at the bound, and what could be thought to round wrongly.
    #[test]
    fn digits_of_columns_at_their_bounds() {
        let most = i32::MAX - (1 << 12);
        for columns in [[most; 8], [-most; 8], [most, -most, most, -most, most, -most, most, -most]]
        {
            let low = I32x4::new([0, 1, 2, 3].map(|i| columns[i]));
            let high = I32x4::new([4, 5, 6, 7].map(|i| columns[i]));
            let mut state = Digits::START;
            let mut all = digits(&state.next([low, high]).to_words());
            all.extend(digits(&state.next([I32x4::ZERO; 2]).to_words()));
            assert!(all.iter().all(|digit| digit.abs() <= MOST), "{all:?}");
            let sum = columns.iter().rev().fold(BigInt::ZERO, |sum, &x| (sum << WIDTH) + x);
            assert_eq!(integer(&all), sum);
        }
    }

    #[test]
    fn digits_are_balanced() {
        for x in [0, 1, 0xfff, 0x1000, 0x1fff, u128::MAX >> 4, 1 << 123, 0x5555 << 100] {
            let digits = balanced(&[0, 32, 64, 96].map(|i| (x >> i) as u32), 11);
            assert_eq!(integer(&digits), BigInt::from(x));
            assert!(digits.iter().all(|digit| (-HALF..HALF).contains(digit)), "{digits:?}");
        }
    }
}
