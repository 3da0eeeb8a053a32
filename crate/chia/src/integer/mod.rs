//! Signed integers of bounded length on the stack, for class groups of imaginary quadratic fields.
//!
//! [`Integer<N>`] has N words of 64 bits. An operation whose result needs more words panics; its callers
//! prove that none does. The time depends on the values, which must be public. Natively, and in
//! WebAssembly with wide arithmetic, the product of two words is one instruction.

pub mod euclid;
mod words;

use core::{
    array,
    cmp::Ordering,
    ops::{Add, Neg, Sub},
};

/// The a and the b of a reduced form, with two words to spare: encoded forms may be longer, and a dividend needs
/// one.
pub type Short = Integer<10>;

/// The c of a form, and products.
pub type Long = Integer<18>;

/// A signed integer below 2^(64·N) in absolute value.
///
/// A word has 64 bits on every target: one of `usize`, with 32 bits on wasm32, would be too narrow. Chia's encoding
/// fixes the 63 leading bits by which [`euclid::partial_gcd`] chooses its steps. So its cofactors have up to 32 bits,
/// and their products with quotients up to 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer<const N: usize> {
    /// The absolute value. The words from `length` up are zero.
    words: [u64; N],
    /// The number of words without leading zeros.
    length: usize,
    /// Never set for 0.
    negative: bool,
}

impl<const N: usize> Integer<N> {
    /// 0.
    pub const ZERO: Self = Self { words: [0; N], length: 0, negative: false };
    /// 1.
    pub const ONE: Self = Self::from_word(1);

    /// A number of one word.
    #[must_use]
    pub const fn from_word(word: u64) -> Self {
        let mut words = [0; N];
        words[0] = word;
        Self { words, length: (word != 0) as usize, negative: false }
    }

    /// The number with these words, of which all from `most` up are zero.
    fn new(words: [u64; N], most: usize, negative: bool) -> Self {
        let length = words::trimmed(&words[..most]);
        Self { words, length, negative: negative && length > 0 }
    }

    /// The number with these little-endian limbs. `None` if it needs more than N words.
    #[must_use]
    pub fn from_limbs(limbs: &[u32]) -> Option<Self> {
        let used = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1);
        let limb = |i: usize| limbs.get(i).map_or(0, |&limb| u64::from(limb));
        let words = array::from_fn(|i| limb(2 * i) | limb(2 * i + 1) << 32);
        (used <= 2 * N).then(|| Self::new(words, N, false))
    }

    /// The little-endian limbs of the absolute value.
    pub fn limbs(&self) -> impl Iterator<Item = u32> {
        self.magnitude().iter().flat_map(|&word| [word as u32, (word >> 32) as u32])
    }

    /// The number with these little-endian bytes.
    ///
    /// # Panics
    /// If it needs more than N words.
    pub(crate) fn from_le_bytes(bytes: &[u8]) -> Self {
        let mut words = [0; N];
        for (i, &byte) in bytes.iter().enumerate() {
            words[i / 8] |= u64::from(byte) << (i % 8 * 8);
        }
        Self::new(words, N, false)
    }

    /// Writes the absolute value to little-endian bytes. Returns whether it fits.
    pub(crate) fn write_le_bytes(&self, bytes: &mut [u8]) -> bool {
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = (words::window(self.magnitude(), 8 * i)) as u8;
        }
        self.bits() <= 8 * bytes.len()
    }

    /// The words of the absolute value, without leading zeros.
    #[must_use]
    pub fn magnitude(&self) -> &[u64] {
        &self.words[..self.length]
    }

    /// The length of the absolute value in bits; 0 for 0.
    pub(crate) fn bits(&self) -> usize {
        words::bits(self.magnitude())
    }

    /// Whether it is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.length == 0
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is 1.
    pub(crate) fn is_one(&self) -> bool {
        self.magnitude() == [1] && !self.negative
    }

    /// The absolute value.
    pub(crate) fn abs(mut self) -> Self {
        self.negative = false;
        self
    }

    /// −self if `condition` holds.
    #[must_use]
    pub fn negate_if(mut self, condition: bool) -> Self {
        self.negative ^= condition && self.length > 0;
        self
    }

    /// The same number with room for M words.
    ///
    /// # Panics
    /// If it needs more words.
    #[must_use]
    pub fn resize<const M: usize>(&self) -> Integer<M> {
        let mut words = [0; M];
        words[..self.length].copy_from_slice(self.magnitude());
        Integer { words, length: self.length, negative: self.negative }
    }

    /// Compares the absolute values.
    pub(crate) fn compare_magnitude<const M: usize>(&self, other: &Integer<M>) -> Ordering {
        words::compare(self.magnitude(), other.magnitude())
    }

    /// self + other, or self − other if `negate` is set.
    fn plus<const M: usize>(&self, other: &Integer<M>, negate: bool) -> Self {
        let mut sum = *self;
        let sign = other.negative ^ negate;
        let length = self.length.max(other.length);
        if self.negative == sign {
            if words::add(&mut sum.words[..length], other.magnitude()) {
                sum.words[length] = 1;
                sum.length = length + 1;
            } else {
                sum.length = length;
            }
            return sum;
        }
        if words::subtract(&mut sum.words[..length], other.magnitude()) {
            words::negate(&mut sum.words[..length]);
            sum.negative = sign;
        }
        Self::new(sum.words, length, sum.negative)
    }

    /// self·other.
    ///
    /// # Panics
    /// If the words of both together are more than P.
    pub(crate) fn times<const M: usize, const P: usize>(&self, other: &Integer<M>) -> Integer<P> {
        let mut words = [0; P];
        let length = self.length + other.length;
        words::multiply(&mut words[..length], self.magnitude(), other.magnitude());
        Integer::new(words, length, self.negative ^ other.negative)
    }

    /// self·2^bits.
    ///
    /// # Panics
    /// If the result needs more than N words.
    pub(crate) fn shift_left(mut self, bits: usize) -> Self {
        let length = (self.bits() + bits).div_ceil(64);
        words::shift_left(&mut self.words[..length], bits);
        Self::new(self.words, length, self.negative)
    }

    /// self/2^bits, rounded towards 0.
    pub(crate) fn shift_right(mut self, bits: usize) -> Self {
        words::shift_right(&mut self.words[..self.length], bits);
        Self::new(self.words, self.length, self.negative)
    }

    /// ⌊self / divisor⌋ and the remainder in [0, divisor), for a positive divisor. The dividend must be
    /// shorter than 64·(N − 1) bits.
    ///
    /// # Panics
    /// If the divisor is not positive, or the dividend too long.
    pub(crate) fn divide<const M: usize>(&self, divisor: &Integer<M>) -> (Self, Integer<M>) {
        assert!(divisor.length > 0 && !divisor.negative && self.length < N);
        if self.length < divisor.length {
            let rest = self.resize::<M>();
            return match self.negative {
                false => (Self::ZERO, rest),
                true => (-&Self::ONE, divisor + &rest),
            };
        }
        let (mut rest, mut scaled) = (self.words, divisor.words);
        let mut quotient = [0; N];
        let scaled = &mut scaled[..divisor.length];
        let shift = scaled[scaled.len() - 1].leading_zeros() as usize;
        words::shift_left(scaled, shift);
        let shifted = &mut rest[..=self.length];
        words::shift_left(shifted, shift);
        words::divide(shifted, scaled, &mut quotient);
        words::shift_right(&mut shifted[..divisor.length], shift);
        let mut words = [0; M];
        words[..divisor.length].copy_from_slice(&shifted[..divisor.length]);
        let rest = Integer::new(words, divisor.length, false);
        let quotient = Self::new(quotient, self.length + 1 - divisor.length, self.negative);
        match self.negative && !rest.is_zero() {
            true => (&quotient - &Self::ONE, divisor - &rest),
            false => (quotient, rest),
        }
    }

    /// self / divisor, for a positive divisor that divides it.
    pub(crate) fn divide_exactly<const M: usize>(&self, divisor: &Integer<M>) -> Self {
        let (quotient, rest) = self.divide(divisor);
        debug_assert!(rest.is_zero(), "an exact division");
        quotient
    }

    /// self mod modulus in [0, modulus).
    pub(crate) fn modulo<const M: usize>(&self, modulus: &Integer<M>) -> Integer<M> {
        self.divide(modulus).1
    }

    /// ⌊√self⌋, for a number that is not negative, by Newton's iteration from above.
    pub(crate) fn square_root(&self) -> Self {
        debug_assert!(!self.negative);
        if self.is_zero() {
            return Self::ZERO;
        }
        let mut root = Self::ONE.shift_left(self.bits().div_ceil(2));
        loop {
            let next = (&root + &self.divide(&root).0).shift_right(1);
            if next.compare_magnitude(&root) != Ordering::Less {
                return root;
            }
            root = next;
        }
    }
}

impl<const N: usize, const M: usize> Add<&Integer<M>> for &Integer<N> {
    type Output = Integer<N>;
    fn add(self, other: &Integer<M>) -> Integer<N> {
        self.plus(other, false)
    }
}

impl<const N: usize, const M: usize> Sub<&Integer<M>> for &Integer<N> {
    type Output = Integer<N>;
    fn sub(self, other: &Integer<M>) -> Integer<N> {
        self.plus(other, true)
    }
}

impl<const N: usize> Neg for &Integer<N> {
    type Output = Integer<N>;
    fn neg(self) -> Integer<N> {
        self.negate_if(true)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    extern crate std;

    use super::*;
    use num_bigint::{BigInt, BigUint, Sign};
    use std::vec::Vec;

    /// Numbers of every length below 64·(N − 1) bits, with long runs of zeros and ones.
    pub struct Numbers(pub u64);

    impl Numbers {
        /// A word without a pattern (xorshift64*).
        pub fn word(&mut self) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
        }

        pub fn number<const N: usize>(&mut self) -> Integer<N> {
            let words = array::from_fn(|i| match self.word() % 6 {
                _ if i == N - 1 => 0,
                0 => 0,
                1 => u64::MAX,
                2 => self.word() >> 32,
                _ => self.word(),
            });
            let bits = self.word() as usize % (64 * (N - 1) + 1);
            let number = Integer::new(words, N, false).shift_right(64 * (N - 1) - bits);
            number.negate_if(self.word().is_multiple_of(2))
        }
    }

    pub fn big<const N: usize>(x: &Integer<N>) -> BigInt {
        let sign = if x.is_negative() { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, BigUint::new(x.limbs().collect()))
    }

    #[test]
    fn results_are_those_of_num_bigint() {
        let numbers = &mut Numbers(1);
        for _ in 0..200_000 {
            let (x, y): (Integer<5>, Integer<4>) = (numbers.number(), numbers.number());
            let (a, b) = (big(&x), big(&y));
            assert_eq!(big(&(&x + &y)), &a + &b);
            assert_eq!(big(&(&x - &y)), &a - &b);
            assert_eq!(big(&-&x), -&a);
            assert_eq!(big(&x.times::<4, 9>(&y)), &a * &b);
            assert_eq!(x.compare_magnitude(&y), a.magnitude().cmp(b.magnitude()));
            assert_eq!(x.bits() as u64, a.bits());
            assert_eq!(x == y.resize(), a == b);
            let shift = numbers.word() as usize % 300;
            let shifted = BigInt::from_biguint(a.sign(), a.magnitude() >> shift);
            assert_eq!(big(&x.shift_right(shift)), shifted);
            let shift = shift % (321 - x.bits());
            assert_eq!(big(&x.shift_left(shift)), &a << shift);
            if !y.is_zero() {
                let d = b.magnitude().clone().into();
                let (quotient, rest) = x.divide(&y.abs());
                assert_eq!(&big(&quotient) * &d + big(&rest), a, "{a} {d}");
                assert!(!rest.is_negative() && big(&rest) < d, "{a} {d}");
                let multiple: Integer<9> = x.times(&y.abs());
                assert_eq!(multiple.divide_exactly(&y.abs()), x.resize());
            }
            assert_eq!(big(&x.abs().square_root()), BigInt::from(a.magnitude().sqrt()));
            let limbs: Vec<u32> = x.limbs().collect();
            assert_eq!(Integer::from_limbs(&limbs), Some(x.abs()));
            let mut bytes = [0; 33];
            assert_eq!(x.write_le_bytes(&mut bytes), x.bits() <= 264);
            if x.bits() <= 264 {
                assert_eq!(Integer::from_le_bytes(&bytes), x.abs());
            }
        }
        assert_eq!(Integer::<1>::from_limbs(&[1, 2, 3]), None);
        assert_eq!(Integer::<1>::from_limbs(&[1, 2, 0]).unwrap().bits(), 34);
    }

    #[test]
    fn estimates_of_digits_that_are_too_large_are_mended() {
        // Dividends and divisors of few different words, next to powers of two.
        let values = [0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1];
        let pick = |i: usize, k: u32| values[i / values.len().pow(k) % values.len()];
        for i in 0..values.len().pow(5) {
            let n: Integer<4> = Integer::new([pick(i, 0), pick(i, 1), pick(i, 2), 0], 4, false);
            let d: Integer<3> = Integer::new([pick(i, 3), pick(i, 4), 0], 3, false);
            if d.is_zero() {
                continue;
            }
            let (quotient, rest) = n.divide(&d);
            let (quotient, rest) = (big(&quotient), big(&rest));
            assert_eq!((quotient, rest), (big(&n) / big(&d), big(&n) % big(&d)), "{n:?} {d:?}");
        }
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_sum_that_is_too_long_panics() {
        let x = Integer::<2>::new([u64::MAX; 2], 2, false);
        let _ = &x + &Integer::<2>::ONE;
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn a_product_that_is_too_long_panics() {
        let x = Integer::<2>::new([u64::MAX; 2], 2, false);
        let _: Integer<3> = x.times(&x);
    }
}
