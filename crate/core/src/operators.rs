//! The operators of natural numbers, for values, references and machine words, and num-traits' names for them.

use crate::{
    error::Error,
    natural::{Natural, add_in_place},
    radix,
};
use alloc::{vec, vec::Vec};
use core::{iter, ops};
use num_traits::{CheckedSub, Num, One, Pow, Unsigned, Zero};
use powmod_kernel::{
    Wiped,
    integers::{Divisor, common_divisor, product, words},
};

impl Natural {
    /// The quotient, rounded down, and the remainder.
    ///
    /// # Panics
    /// If the divisor is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        assert!(!divisor.is_zero(), "a division by zero");
        let (mut rest, mut divisor) = (words(self.limbs()), words(divisor.limbs()));
        // A divisor of one word is shifted up by a word, as is the dividend.
        let is_short = divisor.len() == 1;
        if is_short {
            rest.insert(0, 0);
            divisor.insert(0, 0);
        }
        let quotient = Divisor::new(&divisor).expect("two words").divide(&mut rest);
        (Self::from_words(&quotient), Self::from_words(&rest[usize::from(is_short)..]))
    }

    /// `self`^`exponent`, in full: about `exponent` times as many bits.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Self {
        num_traits::pow(self.clone(), exponent as usize)
    }

    /// The greatest common divisor; of 0 and x it is x. The time depends on both.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        Self::from_limbs(common_divisor(self.limbs(), other.limbs()))
    }
}

/// Each operator by a function of two references.
macro_rules! operators {
    ($($Operator:ident::$operator:ident, $Assign:ident::$assign:ident: $function:expr;)*) => { $(
        impl ops::$Operator<&Natural> for &Natural {
            type Output = Natural;
            fn $operator(self, other: &Natural) -> Natural {
                let function: fn(&Natural, &Natural) -> Natural = $function;
                function(self, other)
            }
        }
        operators!(@ $Operator::$operator: (Natural, &Natural, b => b) (&Natural, Natural, b => &b)
            (Natural, Natural, b => &b) (Natural, u32, b => &b.into()) (&Natural, u32, b => &b.into())
            (Natural, u64, b => &b.into()) (&Natural, u64, b => &b.into()));
        operators!(@left $Operator::$operator: (u32, Natural) (u32, &Natural) (u64, Natural) (u64, &Natural));
        impl<T> ops::$Assign<T> for Natural
        where
            for<'a> &'a Natural: ops::$Operator<T, Output = Natural>,
        {
            fn $assign(&mut self, other: T) {
                *self = ops::$Operator::$operator(&*self, other);
            }
        }
    )* };
    (@left $Operator:ident::$operator:ident: $(($Left:ty, $Right:ty))*) => { $(
        impl ops::$Operator<$Right> for $Left {
            type Output = Natural;
            fn $operator(self, b: $Right) -> Natural {
                ops::$Operator::$operator(Natural::from(self), b)
            }
        }
    )* };
    (@ $Operator:ident::$operator:ident: $(($Left:ty, $Right:ty, $b:ident => $other:expr))*) => { $(
        impl ops::$Operator<$Right> for $Left {
            type Output = Natural;
            fn $operator(self, $b: $Right) -> Natural {
                ops::$Operator::<&Natural>::$operator(core::borrow::Borrow::borrow(&self), $other)
            }
        }
    )* };
}

operators! {
    Add::add, AddAssign::add_assign: |a, b| {
        let mut limbs = a.to_limbs(a.limbs().len().max(b.limbs().len()) + 1);
        add_in_place(&mut limbs, b.limbs());
        Natural::from_limbs(limbs)
    };
    Sub::sub, SubAssign::sub_assign: |a, b| a.checked_sub(b).expect("a difference of natural numbers is negative");
    Mul::mul, MulAssign::mul_assign: |a, b| {
        Natural::from_words(&Wiped::from(product(a.limbs(), b.limbs(), 0)))
    };
    Div::div, DivAssign::div_assign: |a, b| a.div_rem(b).0;
    Rem::rem, RemAssign::rem_assign: |a, b| a.div_rem(b).1;
    BitAnd::bitand, BitAndAssign::bitand_assign: |a, b| bitwise(a, b, |x, y| x & y);
    BitOr::bitor, BitOrAssign::bitor_assign: |a, b| bitwise(a, b, |x, y| x | y);
    BitXor::bitxor, BitXorAssign::bitxor_assign: |a, b| bitwise(a, b, |x, y| x ^ y);
}

fn bitwise(a: &Natural, b: &Natural, of_limbs: fn(u32, u32) -> u32) -> Natural {
    let length = a.limbs().len().max(b.limbs().len());
    Natural::from_limbs((0..length).map(|i| of_limbs(a.limb(i), b.limb(i))).collect::<Vec<_>>())
}

macro_rules! shifts {
    ($($Operator:ident::$operator:ident, $Assign:ident::$assign:ident;)*) => { $(
        impl ops::$Operator<usize> for Natural {
            type Output = Natural;
            fn $operator(self, bits: usize) -> Natural {
                ops::$Operator::$operator(&self, bits)
            }
        }
        impl ops::$Assign<usize> for Natural {
            fn $assign(&mut self, bits: usize) {
                *self = ops::$Operator::$operator(&*self, bits);
            }
        }
    )* };
}

shifts! {
    Shl::shl, ShlAssign::shl_assign;
    Shr::shr, ShrAssign::shr_assign;
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "a shift counts limbs and bits")]
impl ops::Shl<usize> for &Natural {
    type Output = Natural;
    fn shl(self, bits: usize) -> Natural {
        if self.is_zero() {
            return Natural::zero();
        }
        let mut limbs = vec![0; bits / 32];
        limbs.extend((0..=self.limbs().len()).map(|i| {
            let below = if i == 0 { 0 } else { self.limb(i - 1) };
            ((u64::from(self.limb(i)) << 32 | u64::from(below)) << (bits % 32) >> 32) as u32
        }));
        Natural::from_limbs(limbs)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "a shift counts limbs and bits")]
impl ops::Shr<usize> for &Natural {
    type Output = Natural;
    fn shr(self, bits: usize) -> Natural {
        let limbs = self.limbs().len().saturating_sub(bits / 32);
        Natural::from_limbs((0..limbs).map(|i| self.window(bits + i * 32, 32)).collect::<Vec<_>>())
    }
}

/// From machine words, and back if the number fits.
macro_rules! machine_words {
    ($($Word:ty)*) => { $(
        impl From<$Word> for Natural {
            fn from(value: $Word) -> Self {
                Self::from_be_bytes(&value.to_be_bytes())
            }
        }

        impl TryFrom<&Natural> for $Word {
            type Error = Error;
            fn try_from(x: &Natural) -> Result<Self, Error> {
                let bytes = x.to_le_bytes();
                let mut padded = [0; size_of::<$Word>()];
                let place = padded.get_mut(..bytes.len());
                place.ok_or_else(|| Error::argument("number", "must fit the type"))?.copy_from_slice(&bytes);
                Ok(Self::from_le_bytes(padded))
            }
        }

        impl TryFrom<Natural> for $Word {
            type Error = Error;
            fn try_from(x: Natural) -> Result<Self, Error> {
                Self::try_from(&x)
            }
        }
    )* };
}

machine_words!(u8 u16 u32 u64 u128 usize);

impl Zero for Natural {
    fn zero() -> Self {
        Self::default()
    }
    fn is_zero(&self) -> bool {
        self.limbs().is_empty()
    }
}

impl One for Natural {
    fn one() -> Self {
        Self::from_limbs([1])
    }
}

impl Num for Natural {
    type FromStrRadixErr = Error;

    /// # Panics
    /// If the radix is not in 2..=36.
    fn from_str_radix(digits: &str, radix: u32) -> Result<Self, Error> {
        let number = radix::parse(digits, radix);
        number.ok_or_else(|| Error::argument("number", "must be digits of this radix"))
    }
}

impl Unsigned for Natural {}

#[cfg(feature = "num-integer")]
impl num_integer::Integer for Natural {
    fn div_floor(&self, other: &Self) -> Self {
        self / other
    }
    fn mod_floor(&self, other: &Self) -> Self {
        self % other
    }
    fn gcd(&self, other: &Self) -> Self {
        self.gcd(other)
    }
    fn lcm(&self, other: &Self) -> Self {
        if self.is_zero() { Self::zero() } else { self / self.gcd(other) * other }
    }
    fn is_multiple_of(&self, other: &Self) -> bool {
        if other.is_zero() { self.is_zero() } else { (self % other).is_zero() }
    }
    fn is_even(&self) -> bool {
        self.is_even()
    }
    fn is_odd(&self) -> bool {
        !self.is_even()
    }
    fn div_rem(&self, other: &Self) -> (Self, Self) {
        self.div_rem(other)
    }
}

impl CheckedSub for Natural {
    fn checked_sub(&self, other: &Self) -> Option<Self> {
        self.checked_sub(other)
    }
}

impl Pow<u32> for Natural {
    type Output = Self;
    fn pow(self, exponent: u32) -> Self {
        num_traits::pow(self, exponent as usize)
    }
}

impl Pow<u32> for &Natural {
    type Output = Natural;
    fn pow(self, exponent: u32) -> Natural {
        self.clone().pow(exponent)
    }
}

impl<T> iter::Sum<T> for Natural
where
    Self: ops::Add<T, Output = Self>,
{
    fn sum<I: Iterator<Item = T>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, x| sum + x)
    }
}

impl<T> iter::Product<T> for Natural
where
    Self: ops::Mul<T, Output = Self>,
{
    fn product<I: Iterator<Item = T>>(numbers: I) -> Self {
        numbers.fold(Self::one(), |product, x| product * x)
    }
}
