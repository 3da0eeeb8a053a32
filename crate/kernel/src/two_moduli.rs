//! `two_moduli`: two moduli of up to 256 bits at once, one in each lane, for the search of a prime.
//!
//! # Radix and values
//! Limbs, quotient digits and chains are those of [`relaxed`](crate::relaxed): doubles that hold
//! signed integers of 50 bits. A vector holds one limb of each of two numbers, so nothing ever moves
//! between lanes. l = 7 limbs, R = 2^350; N* = kN ≡ −1 modulo 2^50 and N' = (N* + 1)/2^50, which
//! has 6 limbs in [−2^49, 2^49) because k < 2^50 leaves N' ≤ 2^256. The quotient digit that clears
//! the lowest column is that column modulo 2^50, and q·N' is added one column further up.
//!
//! A residue is an integer |a| < 2^65·N in limbs |a_i| ≤ 2^49. Of two of them, the product or the
//! double of the square, less an integer below 2^50·N in absolute value, is at most
//! 2·(|a·b|/R + N*·(1/2 + 2^−49)) + 2^50·N < 2^37·N + 2^51·N + 2^50·N + N: a residue again. It is below
//! 2^308, so nothing is carried out of the highest limb. A product with a factor of 2^320 or less is
//! below 2^50·N.
//!
//! # Columns
//! Column c < 13 of a product is Σ a_i·b_(c−i) + Σ q_i·N'_(c−1−i), in chains of up to four terms.
//! A chain of n is exact if |Σ x·y| + n·2^49 < 2^101 (see [`relaxed`](crate::relaxed)): four
//! products of limbs or digits are at most 2^100. In a square, column c has up to three products
//! of a limb by a doubled one, at most 2^99 each, and the square of a limb, so one chain takes
//! them: 3·2^99 + 2^98 + 2^51 < 2^101.
//!
//! A chain's low part and its high part, which belongs to the next column, are at most 2^51. A
//! column gets at most four low and four high parts, together up to 2^54, doubled up to 2^55, and
//! a carry or an integer limb: signed 64-bit integers hold that with room for the offset of 2^62
//! that makes them positive. `bounds/two_moduli.rs` checks every column.

use crate::{
    cios::Cios,
    lanes::f64x2::{F64x2, U64x2},
    radix,
    relaxed::{
        Constants, HALF, HIGH_START, LOW_START, MASK, MAX_TERMS, OFFSET, Parts, Term, WIDTH,
        balanced_limbs,
    },
};
use alloc::vec::Vec;
use core::{array, hint::black_box, ops::Range};

/// The longest modulus, in bits.
pub const MAX_BITS: usize = 256;

/// l: the limbs of a residue.
pub(super) const LIMBS: usize = 7;
/// The limbs of N'.
pub(super) const PRIME_LIMBS: usize = 6;
/// The columns of a product. The last one gets high parts only.
const COLUMNS: usize = 2 * LIMBS;
/// log2 R: a product is divided by R.
pub const RADIX_BITS: usize = LIMBS * WIDTH as usize;
/// The 32-bit limbs of a decoded residue.
pub(super) const DECODED_LIMBS: usize = 10;

/// A residue is below 2^65·N in absolute value.
#[cfg(test)]
pub(super) const RESIDUE_BITS: usize = 65;

/// Added to a column's sum: its low bits are then the balanced digit, and the bits above the carry.
pub(super) const DIGIT_OFFSET: u64 = HALF + OFFSET;
/// The excess in such a carry.
const CARRY_EXCESS: u64 = OFFSET >> WIDTH;

/// Two residues, one modulo each modulus.
pub type Residues = [F64x2; LIMBS];

/// Two integers, each below 2^50·N in absolute value, in limbs like those of residues.
pub type Integers = [U64x2; LIMBS];

/// Montgomery arithmetic modulo two odd numbers.
pub struct TwoModuli {
    constants: Constants,
    /// The start value of each column of a square.
    square: [U64x2; COLUMNS],
    /// The start value of each column of a product.
    product: [U64x2; COLUMNS],
    /// `DIGIT_OFFSET`, without and with the correction for the excess of the carry into the column.
    digit_offset: [U64x2; 2],
    n: [Vec<u32>; 2],
    n_prime: [F64x2; PRIME_LIMBS],
}

/// Repeats the body for each value of `$i`, which is a constant there. LLVM would keep a loop over
/// columns as a loop, and address the limb of every term.
macro_rules! unrolled {
    ($i:ident in $($value:literal)* => $body:block) => {
        $({ let $i: usize = $value; $body })*
    };
}

/// The terms x_i·y_(c−i) of column c, as the range of i, for `x` and `y` limbs.
pub(super) const fn terms_of_column(x: usize, y: usize, c: usize) -> Range<usize> {
    (c + 1).saturating_sub(y)..if c < x { c + 1 } else { x }
}

/// The start value of each column. It cancels the start values of the chains in this column and the
/// one below. In columns that give a quotient digit, it also adds `DIGIT_OFFSET`.
fn column_starts(product_chains: impl Fn(usize) -> usize) -> [U64x2; COLUMNS] {
    let chains = |c: usize| match c {
        0 => product_chains(0),
        _ => {
            product_chains(c) + terms_of_column(LIMBS, PRIME_LIMBS, c - 1).len().div_ceil(MAX_TERMS)
        }
    } as u64;
    let bias = |c: usize| {
        let high = if c == 0 { 0 } else { chains(c - 1).wrapping_mul(HIGH_START.to_bits()) };
        chains(c).wrapping_mul(LOW_START.to_bits()).wrapping_add(high)
    };
    array::from_fn(|c| {
        let start = if c < LIMBS { DIGIT_OFFSET } else { 0 };
        let carried = if (1..=LIMBS).contains(&c) { CARRY_EXCESS } else { 0 };
        U64x2::splat(start.wrapping_sub(carried).wrapping_sub(bias(c)))
    })
}

impl TwoModuli {
    /// For two odd N ≥ 3 of at most [`MAX_BITS`] bits, given by their limbs. The last limb is not zero.
    pub fn new(n: [&[u32]; 2]) -> Self {
        let fits = |n: &[u32]| n[0] % 2 == 1 && (2..=MAX_BITS).contains(&radix::bits(n));
        debug_assert!(n.into_iter().all(fits));
        let n_prime = n.map(|n| {
            let k = radix::inverse(radix::window(n, 0, 64)).wrapping_neg() & MASK;
            limbs(&radix::multiply_add(n, k, 1), WIDTH)
        });
        Self {
            constants: Constants::new(),
            square: column_starts(|c| usize::from(c < COLUMNS - 1)),
            product: column_starts(|c| terms_of_column(LIMBS, LIMBS, c).len().div_ceil(MAX_TERMS)),
            digit_offset: black_box([DIGIT_OFFSET, DIGIT_OFFSET - CARRY_EXCESS].map(U64x2::splat)),
            n: n.map(<[u32]>::to_vec),
            n_prime: side_by_side(n_prime),
        }
    }

    /// The residues equal to these integers, which are below 2^65·N. If they are below 2^256, they may
    /// be factors of a product.
    pub fn encode(x: [&[u32]; 2]) -> Residues {
        side_by_side(x.map(|x| limbs(x, 0)))
    }

    /// a·b·R⁻¹
    pub fn multiply(&self, a: &Residues, b: &Residues) -> Residues {
        self.multiply_subtract(a, b, &[U64x2::splat(0); LIMBS])
    }

    /// The integers equal to these residues, which must be results of a product.
    pub fn integers(a: &Residues) -> Integers {
        let integer = |limb: f64| limb as i64 as u64;
        a.map(|limbs| U64x2::new(integer(limbs.low()), integer(limbs.high())))
    }

    /// a²·R⁻¹, doubled in the lanes where `double` is true.
    #[inline(never)]
    pub fn square_double(&self, a: &Residues, double: [bool; 2]) -> Residues {
        let [x, y] = double.map(|double| u64::from(double).wrapping_neg());
        let mask = U64x2::new(x, y);
        let doubled = a.map(|a| a + a);
        let term = |c: usize, i: usize| match 2 * i == c {
            true => (a[i], a[i]),
            false => (doubled[i], a[c - i]),
        };
        let column = |c: usize| {
            self.chain(terms_of_column(LIMBS, LIMBS, c).start..c / 2 + 1, |i| term(c, i))
        };
        self.reduce(&self.square, column, |_, sum| sum + (sum & mask))
    }

    /// a·b·R⁻¹ − c
    #[inline(never)]
    pub fn multiply_subtract(&self, a: &Residues, b: &Residues, c: &Integers) -> Residues {
        self.reduce(&self.product, |column| self.sum(a, b, column), |i, sum| sum - c[i])
    }

    /// a·R⁻¹ mod N in [0, N), in as many limbs as each N has.
    pub fn leave(&self, a: &Residues) -> [Vec<u32>; 2] {
        // 2^(32·m), because the reduction in `decode` divides by it.
        let mut power = [F64x2::splat(0.0); LIMBS];
        let bit = 32 * DECODED_LIMBS - (LIMBS - 1) * WIDTH as usize;
        power[LIMBS - 1] = F64x2::splat((1_u64 << bit) as f64);
        let product = self.multiply(a, &power);
        let [x, y] = &self.n;
        [decode(product.map(F64x2::low), x), decode(product.map(F64x2::high), y)]
    }

    /// Montgomery reduction of the columns that `column` gives, with the start values of their chains.
    /// `adjust` changes limb i of the result, an integer, before its carry.
    #[expect(unused_assignments, reason = "the last column has no high part")]
    #[inline(always)]
    fn reduce(
        &self,
        starts: &[U64x2; COLUMNS],
        column: impl Fn(usize) -> Parts,
        adjust: impl Fn(usize, U64x2) -> U64x2,
    ) -> Residues {
        let mut q = [F64x2::splat(0.0); LIMBS];
        let mut out = q;
        let mut high = U64x2::splat(0);
        let mut carry = high;
        unrolled!(c in 0 1 2 3 4 5 6 => {
            let parts = column(c);
            let mut sum = starts[c] + high + parts.0 + carry;
            high = parts.1;
            if c > 0 {
                let parts = self.sum(&q, &self.n_prime, c - 1);
                (sum, high) = (sum + parts.0, high + parts.1);
            }
            q[c] = self.constants.digits(sum);
            carry = sum >> WIDTH;
        });
        unrolled!(i in 0 1 2 3 4 5 6 => {
            let c = LIMBS + i;
            let mut sum = starts[c] + high;
            if c < COLUMNS - 1 {
                let (a, b) = (column(c), self.sum(&q, &self.n_prime, c - 1));
                (sum, high) = (sum + a.0 + b.0, a.1 + b.1);
            }
            sum = match i {
                0 => adjust(i, sum + carry) + self.digit_offset[0],
                _ => adjust(i, sum) + self.digit_offset[1] + carry,
            };
            out[i] = self.constants.digits(sum);
            carry = sum >> WIDTH;
        });
        let carried = [carry.low(), carry.high()];
        debug_assert_eq!(carried, [CARRY_EXCESS; 2], "carried out of the highest limb");
        out
    }

    /// Column c of x·y, with the start values of the chains that it takes.
    #[inline(always)]
    fn sum(&self, x: &[F64x2], y: &[F64x2], c: usize) -> Parts {
        let Range { start, end } = terms_of_column(x.len(), y.len(), c);
        let term = |i: usize| (x[i], y[c - i]);
        let mut sum = self.chain(start..end.min(start + MAX_TERMS), term);
        if start + MAX_TERMS < end {
            let (low, high) = self.chain(start + MAX_TERMS..end, term);
            sum = (sum.0 + low, sum.1 + high);
        }
        sum
    }

    /// The sum of up to four terms, with the start values of the chain.
    #[inline(always)]
    fn chain(&self, terms: Range<usize>, term: impl Fn(usize) -> Term) -> Parts {
        let (mut low, mut high) = self.constants.first_term(term(terms.start));
        for i in terms.start + 1..terms.end {
            self.constants.add_term(&mut low, &mut high, term(i));
        }
        (low.to_bits(), high.to_bits())
    }
}

/// The balanced limbs of x from bit `from` on.
#[inline(never)]
fn limbs(x: &[u32], from: u32) -> [f64; LIMBS] {
    let mut limbs = balanced_limbs(x, from, 0);
    array::from_fn(|_| limbs.next().expect("endless"))
}

/// The limbs of two numbers, one number in each lane.
fn side_by_side<const L: usize>([x, y]: [[f64; LIMBS]; 2]) -> [F64x2; L] {
    array::from_fn(|i| F64x2::new(x[i], y[i]))
}

/// The integer with these limbs times 2^(−32·m), modulo N in [0, N).
///
/// The integer is above −2^50·N, so adding 2^51·N makes it positive.
#[inline(never)]
fn decode(product: [f64; LIMBS], n: &[u32]) -> Vec<u32> {
    let offset = limbs(&radix::multiply_add(n, 1 << 51, 0), 0);
    let mut carry = 0;
    let positive = product.map(|limb| limb as i64);
    let positive = positive.into_iter().zip(offset).map(|(limb, offset)| {
        let sum = limb + offset as i64 + carry;
        carry = sum >> WIDTH;
        sum as u64 & MASK
    });
    let mut limbs = [0; DECODED_LIMBS];
    radix::pack(positive, WIDTH as usize, &mut limbs);
    Cios::new(n).reduce(&limbs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use num_bigint::{BigInt, BigUint};

    const LARGEST: f64 = (1_u64 << 49) as f64;

    fn value(limbs: [f64; LIMBS]) -> BigInt {
        limbs.iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << WIDTH) + limb as i64)
    }

    fn values(a: &Residues) -> [BigInt; 2] {
        [value(a.map(F64x2::low)), value(a.map(F64x2::high))]
    }

    fn big(n: &[u32]) -> BigInt {
        BigUint::new(n.to_vec()).into()
    }

    /// The longest moduli, also with N* = N and the largest limbs in N', and short ones.
    fn moduli() -> Vec<Vec<u32>> {
        let power = |bits: usize| BigUint::from(1_u8) << bits;
        let sum = |from: usize, step: usize| {
            let places = (from..4).step_by(step).map(|i| power(50 * i + 49));
            places.sum::<BigUint>() << 50
        };
        let ones = power(256) - 1_u32;
        let long = [
            ones.clone(),
            &ones - power(50),
            power(255) + 1_u32,
            &ones - sum(0, 1),
            &ones - sum(0, 2),
            &ones - sum(1, 2),
            power(254) + sum(0, 1) - 1_u32,
        ];
        let short = [3_u32, 5, 0xffff_ffff].map(BigUint::from);
        long.iter().chain(&short).map(BigUint::to_u32_digits).collect()
    }

    /// Residues of moduli of 255 bits and more with the largest limbs.
    fn extremes() -> Vec<[f64; LIMBS]> {
        let signs: [fn(usize) -> f64; 6] = [
            |_| 1.0,
            |_| -1.0,
            |i| if i % 2 == 0 { 1.0 } else { -1.0 },
            |i| if i % 2 == 0 { -1.0 } else { 1.0 },
            |i| if i % 2 == 0 { 1.0 } else { 0.0 },
            |i| if i % 3 == 0 { -1.0 } else { 1.0 },
        ];
        let top = (1_u64 << 19) as f64;
        signs
            .map(|sign| array::from_fn(|i| sign(i) * if i == LIMBS - 1 { top } else { LARGEST }))
            .into()
    }

    fn check(moduli: &TwoModuli, result: &Residues, expected: [BigInt; 2]) {
        for ((got, expected), n) in values(result).into_iter().zip(expected).zip(&moduli.n) {
            assert_eq!(((&got << RADIX_BITS) - expected) % big(n), BigInt::ZERO, "{n:?}");
            assert!(got.magnitude() < &(big(n).magnitude() << RESIDUE_BITS));
        }
        let is_large = |x: f64| x.abs() > LARGEST;
        assert!(!result.iter().any(|limbs| is_large(limbs.low()) || is_large(limbs.high())));
    }

    #[test]
    fn limbs_at_their_bounds() {
        let long: Vec<_> = moduli().into_iter().filter(|n| radix::bits(n) >= 255).collect();
        for (n, other) in long.iter().zip(long.iter().rev()) {
            let moduli = TwoModuli::new([n, other]);
            for a in extremes() {
                for b in extremes() {
                    let (x, y) = (side_by_side([a, b]), side_by_side([b, a]));
                    let ([x0, x1], [y0, y1]) = (values(&x), values(&y));
                    // The largest integer that is ever subtracted, with either sign.
                    let top = [&x, &y].map(|z| moduli.multiply_subtract(z, z, &zero()));
                    let less = TwoModuli::integers(&top[0]);
                    let [c0, c1] = values(&top[0]).map(|c| c << RADIX_BITS);
                    let product = moduli.multiply_subtract(&x, &y, &less);
                    check(&moduli, &product, [&x0 * &y0 - c0, &x1 * &y1 - c1]);
                    for double in [[false, false], [true, false], [false, true], [true, true]] {
                        let [d0, d1] = double.map(|double| 1 + u32::from(double));
                        let square = moduli.square_double(&x, double);
                        check(&moduli, &square, [&x0 * &x0 * d0, &x1 * &x1 * d1]);
                    }
                }
            }
        }
    }

    fn zero() -> Integers {
        [U64x2::splat(0); LIMBS]
    }

    #[test]
    fn integers_leave_divided_by_the_radix() {
        for n in moduli() {
            for other in moduli() {
                let moduli = TwoModuli::new([&n, &other]);
                let below = [&n, &other].map(|n| (BigUint::new(n.clone()) << 64) - 1_u32);
                let x = below.each_ref().map(BigUint::to_u32_digits);
                let left = moduli.leave(&TwoModuli::encode([&x[0], &x[1]]));
                for ((left, below), n) in left.iter().zip(below).zip([&n, &other]) {
                    assert!(big(left) < big(n) && left.len() == n.len());
                    let difference = (big(left) << RADIX_BITS) - BigInt::from(below);
                    assert_eq!(difference % big(n), BigInt::ZERO);
                }
            }
        }
    }
}
