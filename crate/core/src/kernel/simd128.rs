//! `simd128`: fixed-width SIMD, 13-bit signed digits in 16-bit lanes.

use super::{
    Kernel, Maker,
    lanes::i16x8::{I16x8, I32x4},
};
use alloc::{boxed::Box, vec, vec::Vec};

/// This kernel's line in [`ALL`](super::ALL).
pub const MAKER: Maker =
    Maker { name: "simd128", max_bits: usize::MAX, make: |n| Box::new(Simd128::new(n)) };

/// The bits of a digit.
const WIDTH: u32 = 13;

/// Half the radix: digits are balanced around zero by adding it before a carry and taking it off
/// after.
const HALF: i16 = 1 << (WIDTH - 1);

/// The rows of one pass, and so the digits that it reduces.
const ROWS: usize = 8;

/// Four neighbouring columns c to c + 3 of the two operands that are multiplied by rows.
///
/// A pair (x_j, x_(j−1)) dotted with two digits (y_i, y_(i+1)) gives column i + j of two rows.
/// Four pairs make a vector; an operand is kept once with its pairs from c on and once from
/// c − 2 on, so that loads are aligned.
#[derive(Clone, Copy)]
struct Columns {
    a: [I16x8; 2],
    n: [I16x8; 2],
}

/// Montgomery arithmetic in 13-bit signed digits.
#[derive(Clone)]
struct Simd128 {
    bits: usize,
    n: Vec<u32>,
    inverse: [I16x8; 8],
    u: [I16x8; 2],
    q: I16x8,
    carry: I32x4,
    columns: Vec<Columns>,
    /// The digits whose pairs are splatted.
    rows: Vec<I16x8>,
    /// The accumulator, double length.
    t: Vec<I32x4>,
}

/// The carries that two rounds pass on to the next columns.
struct Carries([I32x4; 2]);

impl Carries {
    const NONE: Self = Self([I32x4::ZERO; 2]);

    /// The digits of eight columns, by two carry rounds.
    #[inline(always)]
    fn digits(&mut self, columns: [I32x4; 2]) -> I16x8 {
        let bias = I32x4::splat(HALF.into());
        let [mut low, mut high] = columns.map(|column| column.plus(bias));
        for carry in &mut self.0 {
            low = carry_round(low, carry);
            high = carry_round(high, carry);
        }
        I16x8::narrow(low, high).plus(I16x8::new([-HALF; 8]))
    }
}

/// Keeps the low 13 bits of each column and adds the carry of the column before.
#[inline(always)]
fn carry_round(columns: I32x4, carry: &mut I32x4) -> I32x4 {
    let high = columns.shift_right::<WIDTH>();
    let low = columns.and(I32x4::splat((1 << WIDTH) - 1));
    low.plus(high.lane_before(core::mem::replace(carry, high)))
}

/// The first eight columns of eight rows.
#[inline(always)]
fn low_columns(x: [[I16x8; 2]; 2], y: [I16x8; 4]) -> [I32x4; 2] {
    let [[x0, x_2], [x4, x2]] = x;
    [
        x0.dot(y[0]).plus(x_2.dot(y[1])),
        x4.dot(y[0]).plus(x2.dot(y[1])).plus(x0.dot(y[2]).plus(x_2.dot(y[3]))),
    ]
}

/// t += q·N and, if `PRODUCT`, b·A.
#[inline(always)]
fn add_rows<const PRODUCT: bool>(
    t: &mut [I32x4],
    columns: &[Columns],
    q: [I16x8; 4],
    b: [I16x8; 4],
) {
    let Some((before, columns)) = columns.split_first() else { return };
    let [mut a4, mut a6] = before.a;
    let [mut n4, mut n6] = before.n;
    for (t, &Columns { a, n }) in t.iter_mut().zip(columns) {
        let mut sum = *t;
        if PRODUCT {
            sum = sum.plus(a4.dot(b[2])).plus(a6.dot(b[3]));
            [a4, a6] = a;
            sum = sum.plus(a4.dot(b[0])).plus(a6.dot(b[1]));
        }
        sum = sum.plus(n4.dot(q[2])).plus(n6.dot(q[3]));
        [n4, n6] = n;
        *t = sum.plus(n4.dot(q[0])).plus(n6.dot(q[1]));
    }
}

/// The balanced digits of x modulo 2^(13·count).
fn balanced(x: &[u32], count: usize) -> Vec<i16> {
    let mut limbs = x.iter();
    let (mut buffer, mut held, mut carry) = (0_u64, 0, 0);
    (0..count)
        .map(|_| {
            if held < WIDTH {
                buffer |= u64::from(limbs.next().copied().unwrap_or(0)) << held;
                held += 32;
            }
            let digit = (buffer & ((1 << WIDTH) - 1)) as i16 + carry;
            (buffer, held) = (buffer >> WIDTH, held - WIDTH);
            carry = (digit + HALF) >> WIDTH;
            digit - (carry << WIDTH)
        })
        .collect()
}

/// Digits as the vectors that a residue is made of.
fn vectors(digits: &[i16]) -> impl Iterator<Item = I16x8> + '_ {
    digits.chunks_exact(8).map(|eight| I16x8::new(eight.try_into().expect("eight")))
}

impl Simd128 {
    fn new(n: &[u32]) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let passes = (bits + 2).div_ceil(WIDTH as usize * ROWS);

        let low = (0..4).map(|i| u128::from(n.get(i).copied().unwrap_or(0)) << (32 * i)).sum();
        let mut inverse: u128 = low; // right to 3 bits
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2_u128.wrapping_sub(inverse.wrapping_mul(low)));
        }
        let inverse = inverse.wrapping_neg();
        let digits = |x: u128| balanced(&[0, 32, 64, 96].map(|shift| (x >> shift) as u32), ROWS);
        let (low, high) = (digits(inverse), digits(inverse << 16));
        let inverse = core::array::from_fn(|s| {
            I16x8::new(core::array::from_fn(|i| {
                let j = (s + i / 2).wrapping_sub(3);
                [&low, &high][i % 2].get(j).copied().unwrap_or(0)
            }))
        });

        let zero = Columns { a: [I16x8::ZERO; 2], n: [I16x8::ZERO; 2] };
        let mut columns = vec![zero; 2 * passes + 2];
        spread(&mut columns, vectors(&balanced(n, ROWS * passes)), |columns| &mut columns.n);
        Self {
            bits,
            n: n.to_vec(),
            inverse,
            u: [I16x8::ZERO; 2],
            q: I16x8::ZERO,
            carry: I32x4::ZERO,
            columns,
            rows: vec![I16x8::ZERO; passes],
            t: vec![I32x4::ZERO; 4 * passes],
        }
    }

    /// The next quotient digits.
    #[inline(always)]
    fn quotient(&mut self) {
        let u = self.u.each_ref().map(I16x8::splat_pairs);
        let v = &self.inverse;
        let four = |v: &[I16x8], u: [I16x8; 4]| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| v[3 - i].dot(u[i]));
            a.plus(b).plus(c.plus(d))
        };
        let q = [four(&v[..4], u[0]), four(&v[4..], u[0]).plus(four(&v[..4], u[1]))];
        self.q = Carries::NONE.digits(q);
    }

    #[inline(always)]
    fn carry(&mut self, t: usize) {
        let n = low_columns([self.columns[0].n, self.columns[1].n], self.q.splat_pairs());
        let high = self.t[t + 1].plus(n[1]);
        let sum = high.plus(high.shift_right::<WIDTH>().lane_before(I32x4::ZERO));
        let carry = sum.plus(I32x4::splat(HALF.into())).shift_right::<WIDTH>();
        self.carry = I32x4::ZERO.lane_before(carry);
    }

    #[inline(always)]
    fn lowest<const SQUARE: bool>(&mut self, pass: usize) {
        let t = &mut self.t[2 * pass..2 * pass + 2];
        if !SQUARE {
            let low = low_columns(
                [self.columns[0].a, self.columns[1].a],
                self.rows[pass].splat_pairs(),
            );
            t[0] = t[0].plus(low[0]);
            t[1] = t[1].plus(low[1]);
        }
        self.u = [t[0].halves(), t[1].halves()];
    }

    #[inline(always)]
    fn rows<const SQUARE: bool>(&mut self) {
        let passes = self.rows.len();
        self.t.fill(I32x4::ZERO);
        if SQUARE {
            self.diagonal(0);
        }
        self.lowest::<SQUARE>(0);
        self.quotient();
        self.carry(0);
        for pass in 0..passes {
            let period = if SQUARE { 5 } else { 6 };
            if pass > 0 && pass % period == 0 {
                let mut carry = I32x4::ZERO;
                for t in &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 1] {
                    *t = carry_round(*t, &mut carry);
                }
            }
            if SQUARE && pass > 0 {
                self.diagonal(pass);
            }
            let mut b = self.rows[pass].splat_pairs();
            if SQUARE {
                b = b.map(|b| b.plus(b));
            }
            let qs = self.q.splat_pairs();
            let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
            t[0] = t[0].plus(self.carry);
            if SQUARE {
                add_rows::<false>(&mut t[..2], &self.columns[1..4], qs, b);
            } else {
                add_rows::<true>(&mut t[..2], &self.columns[1..4], qs, b);
            }
            let last = pass + 1 == passes;
            if !last {
                self.lowest::<SQUARE>(pass + 1);
            }
            let end = 2 * passes;
            if SQUARE {
                let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
                let middle = 2 * pass + 2;
                add_rows::<false>(&mut t[2..middle], &self.columns[3..], qs, b);
                if !last {
                    self.quotient();
                }
                let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
                add_rows::<true>(&mut t[middle..], &self.columns[middle + 1..], qs, b);
                if !last {
                    self.carry(2 * pass + 2);
                }
            } else {
                let (x, y) = (2 + (end - 2) / 3, 2 + (end - 2) / 3 * 2);
                let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
                add_rows::<true>(&mut t[2..x], &self.columns[3..], qs, b);
                if !last {
                    self.quotient();
                }
                let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
                add_rows::<true>(&mut t[x..y], &self.columns[x + 1..], qs, b);
                if !last {
                    self.carry(2 * pass + 2);
                }
                let t = &mut self.t[2 * pass + 2..2 * pass + 2 * passes + 2];
                add_rows::<true>(&mut t[y..], &self.columns[y + 1..], qs, b);
            }
        }
    }

    #[inline(always)]
    fn diagonal(&mut self, pass: usize) {
        const ONCE: I16x8 = I16x8::new([-1, 0, -1, -1, -1, -1, -1, -1]);
        const AGAIN: I16x8 = I16x8::new([0, 0, 0, 0, -1, 0, -1, -1]);
        let tip = |x: I16x8| x.and(ONCE).plus(x.and(AGAIN));
        let s = self.rows[pass].splat_pairs();
        let d = s.map(|s| s.plus(s));
        let [[x0, _], [x4, x2], [x8, x6], [x12, x10]] =
            [0, 1, 2, 3].map(|i| self.columns[2 * pass + i].a);
        let sums = [
            tip(x0).dot(s[0]),
            x4.dot(d[0]).plus(tip(x2).dot(s[1])),
            x8.dot(d[0]).plus(x6.dot(d[1])).plus(tip(x4).dot(s[2])),
            x12.dot(d[0]).plus(x10.dot(d[1])).plus(x8.dot(d[2]).plus(tip(x6).dot(s[3]))),
        ];
        for (t, sum) in self.t[4 * pass..].iter_mut().zip(sums) {
            *t = t.plus(sum);
        }
    }
}

/// The pairs of an operand's digits into the columns.
#[inline(always)]
fn spread(
    columns: &mut [Columns],
    digits: impl Iterator<Item = I16x8>,
    part: impl Fn(&mut Columns) -> &mut [I16x8; 2],
) {
    let (mut previous, mut last) = (I16x8::ZERO, I16x8::ZERO);
    for (columns, x) in columns.chunks_exact_mut(2).zip(digits.chain([I16x8::ZERO])) {
        let [low, high] = x.pairs_with_previous(previous);
        *part(&mut columns[0]) = [low, low.half_before(last)];
        *part(&mut columns[1]) = [high, high.half_before(low)];
        (previous, last) = (x, high);
    }
}

impl Kernel for Simd128 {
    fn words(&self) -> usize {
        2 * self.rows.len()
    }

    fn radix_bits(&self) -> usize {
        WIDTH as usize * ROWS * self.rows.len()
    }

    fn decoded_limbs(&self) -> usize {
        (self.bits + 1).div_ceil(32)
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        let digits = balanced(x, ROWS * self.rows.len());
        for (out, x) in out.chunks_exact_mut(2).zip(vectors(&digits)) {
            out.copy_from_slice(&x.to_words());
        }
    }

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
        let words = |words: &[u64]| I16x8::from_words(words[0], words[1]);
        for (row, b) in self.rows.iter_mut().zip(b.chunks_exact(2)) {
            *row = words(b);
        }
        spread(&mut self.columns, a.chunks_exact(2).map(words), |columns| &mut columns.a);
        self.rows::<false>();
        let mut carries = Carries::NONE;
        for (a, t) in a.chunks_exact_mut(2).zip(self.t[2 * self.rows.len()..].chunks_exact(2)) {
            a.copy_from_slice(&carries.digits([t[0], t[1]]).to_words());
        }
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        let words = |words: &[u64]| I16x8::from_words(words[0], words[1]);
        for (row, b) in self.rows.iter_mut().zip(a.chunks_exact(2)) {
            *row = words(b);
        }
        for _ in 0..times {
            spread(&mut self.columns, self.rows.iter().copied(), |columns| &mut columns.a);
            self.rows::<true>();
            let mut carries = Carries::NONE;
            let passes = self.rows.len();
            for (row, t) in self.rows.iter_mut().zip(self.t[2 * passes..].chunks_exact(2)) {
                *row = carries.digits([t[0], t[1]]);
            }
        }
        for (a, row) in a.chunks_exact_mut(2).zip(&self.rows) {
            a.copy_from_slice(&row.to_words());
        }
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}
