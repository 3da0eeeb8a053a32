//! Unsigned integers of any length: little-endian 32-bit limbs without leading zeros.
//!
//! This file has conversion from and to bytes, access to the bits of exponents, and schoolbook addition, subtraction
//! and multiplication; `operators.rs` has the operators. The fast arithmetic is in [`kernel`](crate::kernel).

use alloc::{vec, vec::Vec};
use core::cmp::Ordering;
use powmod_kernel::{
    Wiped, bytes,
    integers::{self, Word},
};
use zeroize::Zeroize;

/// An unsigned integer of any length.
///
/// The operator `-` panics if the difference is negative, which [`checked_sub`](Self::checked_sub) gives as `None`.
/// `/` and `%` panic if the divisor is 0.
///
/// A number is compared with numbers alone: `x == 5_u32.into()`. If it were compared with machine words
/// too, the type of `5_u32.into()` would be open there.
///
/// `*`, `/` and `%` are by the methods of the school, whose time grows with the product of the lengths. Far above
/// 4096 bits, the crate `num-bigint` multiplies and divides faster: the feature `num-bigint` has `From` both ways.
///
/// ```
/// use num_traits::{Num, Pow};
/// use powmod::Natural;
///
/// let n: Natural = "1000003".parse()?;
/// let mut x = (&n - 1_u32) / 2_u32 + &n % 1000_u32;
/// x *= &n;
/// x -= 3_u64;
/// assert!(x == 500_005_500_009_u64.into());
/// assert_eq!(7_u32 * &n - 1_u32, Natural::from(7_000_020_u64));
/// assert_eq!(Natural::from(6_u32).gcd(&Natural::from(15_u8)), Natural::from(3_u128));
/// assert_eq!(Pow::pow(Natural::from(2_u16), 40_u32), Natural::power_of_two(40));
/// assert_eq!(Natural::from_str_radix("Zz", 36)?.to_str_radix(2), "10100001111");
/// assert_eq!(u16::try_from(&Natural::power_of_two(16)).ok(), None);
/// let numbers = [2_u32, 3, 4].map(Natural::from);
/// let sum: Natural = numbers.iter().sum();
/// assert_eq!(numbers.iter().product::<Natural>() + sum, Natural::from(33_u32));
/// # Ok::<(), powmod::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Natural {
    /// Little-endian. The last limb is not zero.
    limbs: Vec<u32>,
}

impl Natural {
    /// The number with the given little-endian limbs. Leading zeros are allowed.
    pub fn from_limbs(limbs: impl Into<Vec<u32>>) -> Self {
        let mut limbs = limbs.into();
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { limbs }
    }

    /// The number with the given words, least significant first. Leading zeros are allowed.
    pub(crate) fn from_words(words: &[Word]) -> Self {
        // A vector that grows would leave a copy of the number, which may be secret.
        Self::from_limbs(integers::to_limbs(words))
    }

    /// The number of big-endian bytes, of which there may be any number.
    #[must_use]
    pub fn from_be_bytes(bytes: &[u8]) -> Self {
        Self::from_limbs(limbs_from_be_bytes(bytes))
    }

    /// Big-endian bytes without leading zeros; empty for 0.
    #[must_use]
    pub fn to_be_bytes(&self) -> Vec<u8> {
        be_bytes_from_limbs(&self.limbs, self.bits().div_ceil(8))
    }

    /// The number of little-endian bytes, of which there may be any number.
    #[must_use]
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        Self::from_be_bytes(&bytes.iter().rev().copied().collect::<Vec<_>>())
    }

    /// Little-endian bytes without zeros at the top; empty for 0.
    #[must_use]
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_be_bytes();
        bytes.reverse();
        bytes
    }

    /// 2^`exponent`.
    #[must_use]
    pub fn power_of_two(exponent: usize) -> Self {
        let mut limbs = vec![0; exponent / 32 + 1];
        limbs[exponent / 32] = 1 << (exponent % 32);
        Self { limbs }
    }

    /// The little-endian limbs without leading zeros; empty for 0.
    #[must_use]
    pub fn limbs(&self) -> &[u32] {
        &self.limbs
    }

    /// The number as exactly `count` little-endian limbs.
    ///
    /// # Panics
    /// If the number needs more limbs.
    #[must_use]
    pub fn to_limbs(&self, count: usize) -> Vec<u32> {
        assert!(self.limbs.len() <= count, "number longer than its place");
        let mut limbs = self.limbs.clone();
        limbs.resize(count, 0);
        limbs
    }

    /// The number as exactly `length` big-endian bytes; `None` if it needs more.
    #[must_use]
    pub fn to_be_bytes_padded(&self, length: usize) -> Option<Vec<u8>> {
        if self.bits().div_ceil(8) > length {
            return None;
        }
        Some(be_bytes_from_limbs(&self.limbs, length))
    }

    /// Limb `i`; zero beyond the last limb.
    pub(crate) fn limb(&self, i: usize) -> u32 {
        self.limbs.get(i).copied().unwrap_or(0)
    }

    /// The length in bits; 0 for 0.
    ///
    /// # Panics
    /// Where a `usize` has 32 bits, if the number has 2^27 limbs or more.
    #[must_use]
    pub fn bits(&self) -> usize {
        match self.limbs.last() {
            Some(top) => {
                let bits = self.limbs.len().checked_mul(32).expect("a number below 2^(2^32)");
                bits - top.leading_zeros() as usize
            }
            None => 0,
        }
    }

    /// Bit `i`, counted from the lowest bit; `false` beyond the highest.
    #[must_use]
    pub fn bit(&self, i: usize) -> bool {
        self.limb(i / 32) >> (i % 32) & 1 == 1
    }

    /// The bits [low, low + width).
    ///
    /// # Panics
    /// If `width` is above 32.
    #[must_use]
    pub fn window(&self, low: usize, width: usize) -> u32 {
        assert!(width <= 32, "a window of at most 32 bits");
        let pair = u64::from(self.limb(low / 32)) | u64::from(self.limb(low / 32 + 1)) << 32;
        ((pair >> (low % 32)) & ((1 << width) - 1)) as u32
    }

    /// Whether 2 divides the number.
    #[must_use]
    pub fn is_even(&self) -> bool {
        !self.bit(0)
    }

    /// The exponent of 2 in the number; 0 for 0.
    #[must_use]
    pub fn trailing_zeros(&self) -> usize {
        match self.limbs.iter().position(|&limb| limb != 0) {
            Some(i) => i * 32 + self.limbs[i].trailing_zeros() as usize,
            None => 0,
        }
    }

    /// The number modulo 2^`bits`.
    #[must_use]
    pub fn low_bits(&self, bits: usize) -> Self {
        let mut limbs: Vec<u32> = self.limbs.iter().copied().take(bits.div_ceil(32)).collect();
        if !bits.is_multiple_of(32) && limbs.len() == bits / 32 + 1 {
            limbs[bits / 32] &= (1 << (bits % 32)) - 1;
        }
        Self::from_limbs(limbs)
    }

    /// The remainder of the division by `divisor`.
    ///
    /// # Panics
    /// If the divisor is 0.
    pub(crate) fn rem_small(&self, divisor: u32) -> u32 {
        self.limbs.iter().rev().fold(0, |rest, &limb| {
            ((u64::from(rest) << 32 | u64::from(limb)) % u64::from(divisor)) as u32
        })
    }

    /// The quotient of the division by `divisor`, rounded down.
    ///
    /// # Panics
    /// If the divisor is 0.
    pub(crate) fn div_small(&self, divisor: u32) -> Self {
        let mut limbs = self.limbs.clone();
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let part = u64::from(rest) << 32 | u64::from(*limb);
            *limb = (part / u64::from(divisor)) as u32;
            rest = (part % u64::from(divisor)) as u32;
        }
        Self::from_limbs(limbs)
    }

    /// `self` − `other`, or `None` if the result is negative.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if self < other {
            return None;
        }
        let mut limbs = self.limbs.clone();
        sub_in_place(&mut limbs, &other.limbs);
        Some(Self::from_limbs(limbs))
    }

    /// `self`·`other` mod 2^`bits`.
    pub(crate) fn mul_low(&self, other: &Self, bits: usize) -> Self {
        let mut limbs = vec![0; bits.div_ceil(32).min(self.limbs.len() + other.limbs.len())];
        limbs.iter_mut().zip(&self.limbs).for_each(|(limb, &of_self)| *limb = of_self);
        mul_low_in_place(&mut limbs, &other.limbs);
        Self::from_limbs(limbs).low_bits(bits)
    }
}

/// The little-endian limbs of big-endian bytes: one limb for every four bytes, rounded up.
pub(crate) fn limbs_from_be_bytes(bytes: &[u8]) -> Vec<u32> {
    let mut limbs = vec![0; bytes.len().div_ceil(4)];
    bytes::limbs_from_be(bytes, &mut limbs);
    limbs
}

/// The low `length` big-endian bytes of little-endian limbs.
pub(crate) fn be_bytes_from_limbs(limbs: &[u32], length: usize) -> Vec<u8> {
    let limb = |i: usize| limbs.get(i).copied().unwrap_or(0);
    (0..length).rev().map(|i| (limb(i / 4) >> (i % 4 * 8)) as u8).collect()
}

/// a ← a + b modulo 2^(32·a.len()); returns the carry. Limbs of b beyond the length of a are ignored.
pub(crate) fn add_in_place(a: &mut [u32], b: &[u32]) -> u32 {
    let mut carry = 0;
    for (i, x) in a.iter_mut().enumerate() {
        let sum = u64::from(*x) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        *x = sum as u32;
        carry = sum >> 32;
    }
    carry as u32
}

/// a ← a − b modulo 2^(32·a.len()); returns the borrow. Limbs of b beyond the length of a are ignored.
pub(crate) fn sub_in_place(a: &mut [u32], b: &[u32]) -> u32 {
    let mut borrow = 0;
    for (i, x) in a.iter_mut().enumerate() {
        let difference = i64::from(*x) - i64::from(b.get(i).copied().unwrap_or(0)) + borrow;
        *x = difference as u32;
        borrow = difference >> 32;
    }
    (borrow & 1) as u32
}

/// Divides a positive number by the highest power of two that divides it, and returns the exponent. Time shows the
/// exponent and the length of `a`.
pub(crate) fn strip_twos(a: &mut [u32]) -> usize {
    let zeros = a.iter().take_while(|&&limb| limb == 0).count();
    let bits = a[zeros].trailing_zeros();
    for i in 0..a.len() {
        let limb = |i: usize| u64::from(a.get(i).copied().unwrap_or(0));
        a[i] = ((limb(i + zeros) | limb(i + zeros + 1) << 32) >> bits) as u32;
    }
    32 * zeros + bits as usize
}

/// a ← a·b mod 2^(32·a.len()). The function wipes its copies of a and b, which may be secret.
pub(crate) fn mul_low_in_place(a: &mut [u32], b: &[u32]) {
    let mut x = integers::words(a);
    let mut y = integers::words(b);
    let mut product = vec![0; x.len()];
    integers::multiply_low(&x, &y, &mut product);
    a.iter_mut().zip(integers::limbs(&product)).for_each(|(a, limb)| *a = limb);
    for words in [&mut x, &mut y, &mut product] {
        words.zeroize();
    }
}

/// Overwrites the number, which becomes 0.
impl Zeroize for Natural {
    fn zeroize(&mut self) {
        drop(Wiped::from(core::mem::take(&mut self.limbs)));
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.limbs.len().cmp(&other.limbs.len()))
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use num_bigint::BigUint;
    use num_integer::Integer;
    use num_traits::{Num, One, Pow, Zero};

    fn samples() -> Vec<Natural> {
        let mut out: Vec<Natural> = [0u64, 1, 2, 3, u64::MAX].map(Natural::from).into();
        for bits in [31, 32, 33, 63, 64, 65, 96, 200] {
            let power = Natural::power_of_two(bits);
            out.push(power.checked_sub(&Natural::one()).unwrap());
            out.push(&power + &Natural::one());
            out.push(power);
        }
        out
    }

    fn gcd(a: BigUint, b: BigUint) -> BigUint {
        if b.is_zero() { a } else { gcd(b.clone(), a % b) }
    }

    fn big(x: &Natural) -> BigUint {
        BigUint::from_bytes_be(&x.to_be_bytes())
    }

    #[test]
    fn arithmetic_agrees_with_num_bigint() {
        for a in samples() {
            for b in samples() {
                assert_eq!(big(&(&a + &b)), big(&a) + big(&b));
                assert_eq!(big(&(&a & &b)), big(&a) & big(&b));
                assert_eq!(big(&(&a | &b)), big(&a) | big(&b));
                assert_eq!(big(&(&a ^ &b)), big(&a) ^ big(&b));
                assert_eq!(big(&Integer::lcm(&a, &b)), big(&a).lcm(&big(&b)));
                assert_eq!(Integer::is_multiple_of(&a, &b), big(&a).is_multiple_of(&big(&b)));
                assert_eq!(big(&(&a * &b)), big(&a) * big(&b));
                assert_eq!(a.cmp(&b), big(&a).cmp(&big(&b)));
                match a.checked_sub(&b) {
                    Some(difference) => assert_eq!(big(&difference), big(&a) - big(&b)),
                    None => assert!(a < b),
                }
                assert_eq!(big(&a.gcd(&b)), gcd(big(&a), big(&b)));
                if !b.is_zero() {
                    assert_eq!(big(&(&a / &b)), big(&a) / big(&b), "{a} / {b}");
                    assert_eq!(big(&(&a % &b)), big(&a) % big(&b), "{a} % {b}");
                    let product = &a * &b + &b - 1_u32;
                    assert_eq!(product.div_rem(&b), (a.clone(), &b - 1_u32));
                }
            }
            assert_eq!(big(&Natural::pow(&a, 5)), Pow::pow(big(&a), 5_u32));
            assert_eq!(u64::try_from(&a).ok(), u64::try_from(big(&a)).ok());
            assert_eq!(u128::try_from(a.clone()).ok(), u128::try_from(big(&a)).ok());
            for radix in 2..=36 {
                let text = a.to_str_radix(radix);
                assert_eq!(text, big(&a).to_str_radix(radix));
                assert_eq!(Natural::from_str_radix(&text.to_uppercase(), radix), Ok(a.clone()));
            }
            for bits in [0, 1, 31, 32, 33, 64, 199, 200, 300] {
                assert_eq!(big(&(&a << bits)), big(&a) << bits);
                assert_eq!(big(&(&a >> bits)), big(&a) >> bits);
                let modulus = BigUint::from(1u8) << bits;
                assert_eq!(big(&a.low_bits(bits)), big(&a) % modulus);
            }
            for divisor in [1, 2, 3, 65537, u32::MAX] {
                assert_eq!(BigUint::from(a.rem_small(divisor)), big(&a) % divisor);
                assert_eq!(big(&a.div_small(divisor)), big(&a) / divisor);
            }
        }
    }

    #[test]
    fn machine_words_on_the_left() {
        for a in samples() {
            for word in [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX] {
                let other = Natural::from(word);
                assert_eq!([word * &a, word + a.clone()], [&other * &a, &other + &a]);
                if let Ok(word) = u32::try_from(word) {
                    assert_eq!([word + &a, word * a.clone()], [&other + &a, &other * &a]);
                }
            }
        }
        assert_eq!(7_u32 - Natural::from(3_u32), Natural::from(4_u32));
    }

    #[test]
    fn zero_is_shifted_by_any_number() {
        for bits in [0, 1, 31, 1 << 33, usize::MAX] {
            assert_eq!(&Natural::default() << bits, Natural::default());
            assert_eq!(Natural::one() >> bits.max(1), Natural::default());
        }
    }

    #[test]
    fn text_that_is_no_number_is_refused() {
        for text in ["", "0x", "-1", "+1", " 1", "1 ", "1_0", "12a", "0xg", "0X1", "１"] {
            assert_eq!(text.parse::<Natural>().unwrap_err().field, "number".into(), "{text:?}");
        }
        assert!(Natural::from_str_radix("12", 2).is_err());
        assert!(Natural::from_str_radix("", 36).is_err());
    }

    #[test]
    fn bits_and_bytes() {
        for a in samples() {
            assert_eq!(a.bits() as u64, big(&a).bits());
            assert_eq!(a.trailing_zeros() as u64, big(&a).trailing_zeros().unwrap_or(0));
            assert_eq!(Natural::from_be_bytes(&a.to_be_bytes()), a);
            assert_eq!(Natural::from_le_bytes(&a.to_le_bytes()), a);
            assert_eq!(BigUint::from_bytes_le(&a.to_le_bytes()), big(&a));
            assert_eq!(format!("{a:x}{a:#X}{a:b}{a:o}"), {
                let a = big(&a);
                format!("{a:x}{a:#X}{a:b}{a:o}")
            });
            assert_eq!(format!("{a:#050x}"), format!("{:#050x}", big(&a)));
            assert_eq!(format!("{a:?}"), format!("{:#x}", big(&a)));
            assert_eq!(format!("{a:>70}"), format!("{:>70}", big(&a)));
            for text in [format!("{a}"), format!("{a:#x}"), format!("00{a}"), format!("0x00{a:x}")]
            {
                assert_eq!(text.parse(), Ok(a.clone()), "{text}");
            }
            for i in 0..220 {
                assert_eq!(a.bit(i), big(&a).bit(i as u64));
                let expected = (big(&a) >> i) % (BigUint::from(1u8) << 13);
                assert_eq!(BigUint::from(a.window(i, 13)), expected);
            }
        }
        assert_eq!(Natural::power_of_two(63).window(31, 32), 0);
        assert_eq!(Natural::power_of_two(63).window(32, 32), 1 << 31);
        assert_eq!(Natural::from(256u64).to_be_bytes_padded(1), None);
        assert_eq!(Natural::from(256u64).to_be_bytes_padded(3), Some(vec![0, 1, 0]));
    }

    /// Also in a build for release, where a mask wraps.
    #[test]
    #[should_panic(expected = "a window of at most 32 bits")]
    fn a_window_that_is_too_wide_panics() {
        let _ = Natural::power_of_two(40).window(0, 33);
    }
}
