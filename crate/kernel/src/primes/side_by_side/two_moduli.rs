//! `two_moduli`: two moduli of 256 bits at once, one in each lane, for the search of a prime.
//!
//! A number is Σ a_i·2^(48·i) in l = 6 limbs: doubles that hold signed integers, |a_i| ≤ 2^47 + 2^6, |a_5| ≤ 2^16 + 1.
//! A vector holds one limb of each of two numbers, so nothing ever moves between lanes. A residue is any number that is
//! congruent modulo N and below 2^256 in absolute value, so an integer below 2^256 is a residue as it is. N need not be
//! odd: this is no Montgomery form.
//!
//! The digits of a product's high columns add their multiples of powers of the radix modulo N to the low columns. The
//! powers cost as much as a few squares. Then N is subtracted q times, with q from the leading columns.
//!
//! The rest of this page derives all of it.
//!
#![doc = include_str!("two_moduli.md")]

use crate::{
    lanes::f64x2::{F64x2, U64x2, is_fused},
    limbs::{
        chain::{Chain, LOW_RANGE, LOW_START, Term},
        radix,
    },
    primes::two_at_once::TwoAtOnce,
};
use alloc::{vec, vec::Vec};
use core::{array, hint::black_box, ops::Range};

/// The bits of a modulus.
pub(crate) const BITS: usize = 256;

/// w: the bits of a limb.
pub(crate) const WIDTH: u32 = 48;
/// l: the limbs of a residue.
pub(crate) const LIMBS: usize = 6;
/// The digits above the l low columns of a product.
const DIGITS: usize = LIMBS - 1;

/// The most terms in a chain: those of a product, of what is folded, and of q·N.
#[cfg(test)]
pub(crate) const MAX_TERMS: usize = LIMBS + DIGITS + 1;

const MASK: u64 = (1 << WIDTH) - 1;
/// 2^w
pub(crate) const RADIX: f64 = (1_u64 << WIDTH) as f64;
/// Added to a column's sum: its low bits are then a balanced digit plus HALF.
pub(crate) const HALF: u64 = 1 << (WIDTH - 1);
/// Added to a column's sum to make it positive.
pub(crate) const OFFSET: u64 = 1 << 62;
/// The largest sum with both added.
pub(crate) const LARGEST_SUM: u64 = 2 * OFFSET - 1;

/// Two residues, one modulo each modulus.
pub type Residues = [F64x2; LIMBS];

/// The low and the high part of a chain.
type Parts = (F64x2, F64x2);

/// Numbers that every step needs, hidden from the compiler. V8 builds a vector constant again, in three
/// instructions, at every use.
#[derive(Clone, Copy)]
pub(crate) struct Constants {
    chains: Chain<WIDTH>,
    /// The start values of a chain, 2^w and 2^−w.
    pub high_start: F64x2,
    pub low_start: F64x2,
    zero: F64x2,
    one: F64x2,
    pub radix: F64x2,
    pub inverse_radix: F64x2,
    pub mask: U64x2,
    /// Added to a column's sum, each replaces the start values of the chains by `OFFSET + HALF`: in column 0,
    /// which gets no high part, and in the others.
    pub sum_start: [U64x2; 2],
    /// Added to an integer, each gives the bits of a double above `low_start`: of a digit plus HALF, of a digit
    /// plus HALF and a carry with its excess, and of the bits of a low and a high part and a carry.
    pub digit: U64x2,
    pub digit_with_carry: U64x2,
    pub top_with_carry: U64x2,
}

impl Constants {
    pub fn new() -> Self {
        let high_start = Chain::<WIDTH>::HIGH_START;
        let [low, high] = [LOW_START, high_start].map(f64::to_bits);
        let sum_start = (OFFSET + HALF).wrapping_sub(low);
        let excess = OFFSET >> WIDTH;
        black_box(Self {
            chains: Chain::new(),
            high_start: F64x2::splat(high_start),
            low_start: F64x2::splat(LOW_START),
            zero: F64x2::splat(0.0),
            one: F64x2::splat(1.0),
            radix: F64x2::splat(RADIX),
            inverse_radix: F64x2::splat(1.0 / RADIX),
            mask: U64x2::splat(MASK),
            sum_start: [sum_start, sum_start.wrapping_sub(high)].map(U64x2::splat),
            digit: U64x2::splat(low - HALF),
            digit_with_carry: U64x2::splat(low - HALF - excess),
            top_with_carry: U64x2::splat(high.wrapping_add(excess).wrapping_neg()),
        })
    }

    /// The sum of these terms.
    #[inline(always)]
    fn chain(&self, terms: Range<usize>, term: impl Fn(usize) -> Term) -> Parts {
        let (mut low, mut high) = self.chains.first_term(term(terms.start));
        for i in terms.start + 1..terms.end {
            self.chains.add_term(&mut low, &mut high, term(i));
        }
        (low, high)
    }

    /// The balanced digit of a column's sum, plus the carry of the sum of the column below.
    #[inline(always)]
    fn limb(&self, sum: U64x2, below: Option<U64x2>) -> F64x2 {
        let digit = sum.within(LARGEST_SUM) & self.mask;
        self.double(match below {
            Some(below) => digit + (below >> WIDTH) + self.digit_with_carry,
            None => digit + self.digit,
        })
    }

    /// The double of an integer to which the bits of `low_start` were added.
    #[inline(always)]
    fn double(&self, integer: U64x2) -> F64x2 {
        integer.to_f64().within(LOW_RANGE) - self.low_start
    }

    /// The integer nearest to x·y, nearly.
    #[inline(always)]
    fn round(&self, x: F64x2, y: F64x2) -> F64x2 {
        // The unit of `low_start` is 1.
        x.mul_add(y, self.low_start).within(LOW_RANGE) - self.low_start
    }
}

/// Arithmetic modulo two numbers of 256 bits.
pub struct TwoModuli {
    constants: Constants,
    modulus: [Vec<u32>; 2],
    /// −N
    minus_n: Residues,
    /// 2^(w·(l − 1))/N, rounded.
    inverse: F64x2,
    /// 2^(w·(l + i)) modulo N.
    powers: [Residues; DIGITS],
}

/// Repeats the body for each value of `$i`, which is a constant there. LLVM would keep a loop over
/// columns as a loop, and address the limb of every term.
macro_rules! unrolled {
    ($i:ident in $($value:literal)* => $body:block) => {
        $({ let $i: usize = $value; $body })*
    };
}

/// The terms x_i·y_(c−i) of column c of a product of `limbs` limbs, as the range of i.
pub(crate) const fn terms_of_column(limbs: usize, c: usize) -> Range<usize> {
    (c + 1).saturating_sub(limbs)..if c < limbs { c + 1 } else { limbs }
}

impl TwoModuli {
    /// The number with the columns that `column` gives, modulo N.
    #[inline(always)]
    fn reduce(&self, column: impl Fn(usize) -> Parts) -> Residues {
        let constants = &self.constants;
        let mut columns = [(constants.low_start, constants.high_start); LIMBS];
        columns[LIMBS - 1] = column(LIMBS - 1);

        // The digits of the columns to fold. Their carries go up by one column only.
        let mut digits = [constants.low_start; DIGITS];
        let top = columns[LIMBS - 1].1;
        let mut high = top.to_bits();
        let mut below = None;
        unrolled!(i in 0 1 2 3 => {
            let (low, next) = column(LIMBS + i);
            let sum = low.to_bits() + high + constants.sum_start[1];
            digits[i] = constants.limb(sum, below);
            (below, high) = (Some(sum), next.to_bits());
        });
        if let Some(below) = below {
            let (low, _) = column(LIMBS + 4);
            let sum = low.to_bits() + high + (below >> WIDTH) + constants.top_with_carry;
            digits[4] = constants.double(sum);
        }

        unrolled!(c in 0 1 2 3 4 5 => {
            if c < LIMBS - 1 {
                columns[c] = column(c);
            }
            let (low, high) = &mut columns[c];
            unrolled!(i in 0 1 2 3 4 => {
                constants.chains.add_term(low, high, (digits[i], self.powers[i][c]));
            });
        });

        // The rest, in units of 2^(w·(l − 1)), without the columns that hardly count.
        let [.., (_, high), (low, higher)] = columns;
        let leading = (higher - top) + (low - constants.low_start);
        let leading = (high - constants.high_start).mul_add(constants.inverse_radix, leading);
        self.subtract_multiple(constants.round(leading, self.inverse), columns)
    }

    /// 2^w·a modulo N, for |a| < N.
    #[inline(never)]
    fn shift(&self, a: &Residues) -> Residues {
        let constants = &self.constants;
        let leading = a[LIMBS - 1].mul_add(constants.radix, a[LIMBS - 2]);
        let mut columns = [(constants.low_start, constants.high_start); LIMBS];
        unrolled!(c in 1 2 3 4 5 => {
            columns[c].0 = constants.low_start + a[c - 1];
        });
        self.subtract_multiple(constants.round(leading, self.inverse), columns)
    }

    /// The number with these columns, less q·N, if that is below 2^256 in absolute value.
    #[inline(always)]
    fn subtract_multiple(&self, q: F64x2, mut columns: [Parts; LIMBS]) -> Residues {
        let constants = &self.constants;
        let mut out = self.minus_n;
        let mut below = None;
        let mut carried = U64x2::splat(0);
        unrolled!(c in 0 1 2 3 4 5 => {
            let (low, high) = &mut columns[c];
            constants.chains.add_term(low, high, (q, self.minus_n[c]));
            let sum = low.to_bits() + carried + constants.sum_start[usize::from(c > 0)];
            out[c] = constants.limb(sum, below);
            (below, carried) = (Some(sum), high.to_bits());
        });
        let _ = (below, carried);
        out
    }
}

impl TwoAtOnce for TwoModuli {
    type Residues = Residues;

    const MIN_BITS: usize = BITS;

    /// Each N has 256 bits.
    fn new(n: [&[u32]; 2]) -> Self {
        assert!(is_fused(), "this machine has no fused multiply-add");
        debug_assert!(n.into_iter().all(|n| radix::bits(n) == BITS));
        let constants = Constants::new();
        let zero = F64x2::splat(0.0);
        let limbs = residues(n);
        let leading = limbs[LIMBS - 1].mul_add(constants.radix, limbs[LIMBS - 2]);
        let mut moduli = Self {
            constants,
            modulus: n.map(<[u32]>::to_vec),
            minus_n: limbs.map(|limb| zero - limb),
            inverse: F64x2::new(RADIX / leading.low(), RADIX / leading.high()),
            powers: [[zero; LIMBS]; DIGITS],
        };
        let mut power = [zero; LIMBS];
        power[LIMBS - 1] = F64x2::splat(1.0);
        for i in 0..DIGITS {
            power = moduli.shift(&power);
            moduli.powers[i] = power;
        }
        moduli
    }

    fn exponent_bits(&self) -> usize {
        BITS.ilog2() as usize
    }

    fn encode(&self, x: [&[u32]; 2]) -> Residues {
        residues(x)
    }

    fn square_double(&mut self, a: &mut Residues, e: [&[u32]; 2], bits: Range<usize>) {
        let constants = &self.constants;
        for i in bits.rev() {
            let [x, y] = e.map(|e| f64::from(u8::from(super::bit(e, i))));
            let factor = F64x2::new(x, y) + constants.one;
            let once = a.map(|a| a.mul_add(factor, constants.zero));
            let twice = once.map(|once| once + once);
            *a = self.reduce(|c| {
                constants.chain(terms_of_column(LIMBS, c).start..c / 2 + 1, |i| match 2 * i == c {
                    true => (once[i], a[i]),
                    false => (twice[i], a[c - i]),
                })
            });
        }
    }

    fn lucas_chain(
        &mut self,
        w: &mut Residues,
        less: &[Residues; 2],
        e: &[u32],
        bits: Range<usize>,
    ) {
        for i in bits.rev() {
            let bit = super::bit(e, i);
            let factor = w.map(|w| if bit { w.splat_high() } else { w.splat_low() });
            let less = &less[usize::from(bit)];
            *w = self.reduce(|c| {
                let terms = terms_of_column(LIMBS, c);
                let (low, high) = self.constants.chain(terms, |i| (w[i], factor[c - i]));
                (if c < LIMBS { low - less[c] } else { low }, high)
            });
        }
    }

    fn leave(&self, a: &Residues) -> [Vec<u32>; 2] {
        let [x, y] = &self.modulus;
        [decode(a.map(F64x2::low), x), decode(a.map(F64x2::high), y)]
    }
}

/// The residues equal to these integers below 2^256.
fn residues(x: [&[u32]; 2]) -> Residues {
    let [x, y] = x.map(limbs);
    array::from_fn(|i| F64x2::new(x[i], y[i]))
}

/// The balanced limbs of x < 2^256.
#[inline(never)]
fn limbs(x: &[u32]) -> [f64; LIMBS] {
    let mut carry = 0;
    array::from_fn(|i| {
        let sum = radix::window(x, WIDTH as usize * i, WIDTH as usize) + carry + HALF;
        carry = sum >> WIDTH;
        (sum & MASK) as f64 - HALF as f64
    })
}

/// The integer with these limbs modulo N in [0, N). Its absolute value is below N.
#[inline(never)]
fn decode(x: [f64; LIMBS], n: &[u32]) -> Vec<u32> {
    let mut carry = 0;
    let digits = x.map(|limb| {
        let sum = limb as i64 + carry;
        carry = sum >> WIDTH;
        sum as u64 & MASK
    });
    let mut out = vec![0; n.len()];
    radix::pack(digits.into_iter(), WIDTH as usize, &mut out);
    if carry < 0 {
        // The limbs are those of the integer modulo 2^256, and so is the sum.
        let mut carry = 0;
        for (out, &n) in out.iter_mut().zip(n) {
            carry += u64::from(*out) + u64::from(n);
            *out = carry as u32;
            carry >>= 32;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, BigUint};

    fn value(limbs: [f64; LIMBS]) -> BigInt {
        limbs.iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << WIDTH) + limb as i64)
    }

    fn values(a: &Residues) -> [BigInt; 2] {
        [value(a.map(F64x2::low)), value(a.map(F64x2::high))]
    }

    fn big(n: &[u32]) -> BigInt {
        BigUint::new(n.to_vec()).into()
    }

    fn power(bits: usize) -> BigUint {
        BigUint::from(1_u8) << bits
    }

    /// The longest and the shortest moduli, and such with the largest limbs.
    fn moduli() -> Vec<Vec<u32>> {
        let halves = |from: usize, step: usize| {
            (from..5).step_by(step).map(|i| power(48 * i + 47)).sum::<BigUint>()
        };
        let ones = power(256) - 1_u32;
        [
            ones.clone(),
            power(255),
            power(255) + 1_u32,
            power(255) + halves(0, 1),
            power(255) + halves(0, 1) - 1_u32,
            power(255) + halves(0, 2),
            &ones - halves(0, 1),
            &ones - halves(1, 2),
            power(255) + power(254) - 19_u32,
            &ones / 3_u32 * 2_u32 + 7_u32,
        ]
        .iter()
        .map(BigUint::to_u32_digits)
        .collect()
    }

    /// Residues with the largest limbs.
    fn extremes() -> Vec<[f64; LIMBS]> {
        let signs: [fn(usize) -> f64; 7] = [
            |_| 1.0,
            |_| -1.0,
            |i| if i % 2 == 0 { 1.0 } else { -1.0 },
            |i| if i % 2 == 0 { -1.0 } else { 1.0 },
            |i| if i % 2 == 0 { 1.0 } else { 0.0 },
            |i| if i % 3 == 0 { -1.0 } else { 1.0 },
            |_| 0.0,
        ];
        let (largest, top) = (((1_u64 << 47) + (1 << 6)) as f64, ((1_u64 << 16) - 1) as f64);
        signs
            .map(|sign| array::from_fn(|i| sign(i) * if i == LIMBS - 1 { top } else { largest }))
            .into()
    }

    /// Asserts that these residues are the expected numbers modulo N, small, and left as such.
    fn check(moduli: &TwoModuli, result: &Residues, expected: [BigInt; 2]) {
        let left = moduli.leave(result);
        let limbs = [result.map(F64x2::low), result.map(F64x2::high)];
        for i in 0..2 {
            let n = &big(&moduli.modulus[i]);
            let expected = ((&expected[i] % n) + n) % n;
            assert_eq!(big(&left[i]), expected);
            assert_eq!((value(limbs[i]) - expected) % n, BigInt::ZERO);
            assert!(value(limbs[i]).magnitude() * 4_u32 <= n.magnitude() * 3_u32);
            assert!(limbs[i].iter().all(|x| x.abs() <= ((1_u64 << 47) + (1 << 6)) as f64));
        }
    }

    fn side_by_side(x: [f64; LIMBS], y: [f64; LIMBS]) -> Residues {
        array::from_fn(|i| F64x2::new(x[i], y[i]))
    }

    #[test]
    fn products_are_those_of_num_bigint() {
        for (n, other) in moduli().iter().zip(moduli().iter().rev()) {
            let mut moduli = TwoModuli::new([n, other]);
            for (i, power) in moduli.powers.iter().enumerate() {
                let expected = BigInt::from(1) << (WIDTH as usize * (LIMBS + i));
                check(&moduli, power, [expected.clone(), expected]);
            }
            let below = [n, other].map(|n| (BigUint::new(n.clone()) - 1_u32).to_u32_digits());
            let encoded = residues([&below[0], &below[1]]);
            let mut residues = Vec::from([encoded]);
            for a in extremes() {
                residues.extend(extremes().iter().map(|&b| side_by_side(a, b)));
            }
            for a in &residues {
                let [x, y] = values(a);
                // Once more, so that limbs of results are multiplied too.
                for bits in [[0, 0], [1, 0], [2, 1], [3, 3], [0, 2]] {
                    let mut square = *a;
                    moduli.square_double(
                        &mut square,
                        bits.each_ref().map(core::slice::from_ref),
                        0..2,
                    );
                    let expected = [(&x, bits[0]), (&y, bits[1])].map(|(x, bits)| x.pow(4) << bits);
                    check(&moduli, &square, expected);
                }
                let less = [encoded, residues[1]];
                let mut chain = *a;
                for bit in [0, 1, 1, 0] {
                    let ([x, y], [c, d]) = (values(&chain), values(&less[bit]));
                    let factor = [&x, &y][bit].clone();
                    moduli.lucas_chain(&mut chain, &less, &[bit as u32], 0..1);
                    check(&moduli, &chain, [x * &factor - c, y * &factor - d]);
                }
            }
        }
    }
}
