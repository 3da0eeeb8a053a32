//! The long division of 2^T by l, which can start at any digit of the quotient.

use alloc::{boxed::Box, vec::Vec};
use powmod::{Modulus, Natural, Residue, monoid::Monoid, pow};

/// The most bits of a digit of the quotient.
pub const WIDEST: usize = 30;

/// A long division by an l of at least 64 bits. Its state is the remainder 2^e mod l, with one
/// 32-bit limb in each word.
pub struct Division {
    modulus: Modulus,
    l: Box<[u64]>,
    /// The length of l, in bits, and the 32 highest bits of l.
    bits: usize,
    high: u64,
    rest: Box<[u64]>,
}

/// A number as `count` 32-bit limbs, one in each word.
fn words(x: &Natural, count: usize) -> Box<[u64]> {
    x.to_limbs(count).into_iter().map(u64::from).collect()
}

fn one(count: usize) -> Box<[u64]> {
    words(&Natural::from(1_u32), count)
}

/// The 64 bits from bit `low` up of a number in such limbs.
fn bits_from(x: &[u64], low: usize) -> u64 {
    let limb = |i: usize| x.get(i).copied().unwrap_or(0);
    let (i, shift) = (low / 32, low % 32);
    (limb(i) | limb(i + 1) << 32) >> shift | limb(i + 2) << 1 << (63 - shift)
}

/// 2^bits mod l. [`Division::skip`] multiplies by it.
pub struct Shift(Residue);

impl Division {
    /// A division by l whose remainder is 1.
    ///
    /// # Panics
    /// If l is shorter than 64 bits.
    pub fn new(l: &Natural) -> Self {
        assert!(l.bits() >= 64);
        let count = l.limbs().len();
        let words = words(l, count);
        Self {
            high: bits_from(&words, l.bits() - 32),
            modulus: Modulus::new(l).expect("above 0"),
            bits: l.bits(),
            rest: one(count),
            l: words,
        }
    }

    /// Sets the remainder to 2^exponent mod l.
    pub fn begin(&mut self, exponent: u64) {
        let power = self.shift(exponent);
        self.rest = one(self.l.len());
        self.skip(&power);
    }

    /// 2^bits mod l, for [`skip`](Self::skip).
    pub fn shift(&mut self, bits: u64) -> Shift {
        let two = self.modulus.to_residue(&Natural::from(2_u32));
        Shift(pow::pow(&mut self.modulus, &two, &Natural::from(bits)))
    }

    /// Multiplies the remainder by 2^bits modulo l, without computing the digits of the quotient.
    pub fn skip(&mut self, shift: &Shift) {
        let rest: Vec<u32> = self.rest.iter().map(|&limb| limb as u32).collect();
        let mut rest = self.modulus.to_residue(&Natural::from_limbs(rest));
        self.modulus.multiply(&mut rest, &shift.0);
        self.rest = words(&self.modulus.from_residue(&rest), self.l.len());
    }

    /// The next digit ⌊2^width·rest / l⌋ of the quotient, below 2^width. The remainder becomes
    /// 2^width·rest mod l. `width` is 1 to 30.
    ///
    /// The estimate divides the shifted remainder's highest bits by the 32 highest bits of l. It is
    /// correct or too large by 1: with l = (h + f)·2^s, 2^31 ≤ h, 0 ≤ f < 1, it exceeds a/(h + f) by
    /// less than 1/h + a·f/(h·(h + f)) < 1, because a < 2^width·(h + 1).
    pub fn digit(&mut self, width: usize) -> usize {
        debug_assert!((1..=WIDEST).contains(&width));
        let mut quotient = bits_from(&self.rest, self.bits - 32 - width) / self.high;
        let (mut carry, mut borrow, mut below) = (0, 0, 0);
        for (rest, &l) in self.rest.iter_mut().zip(&*self.l) {
            let shifted = *rest << width | below;
            below = shifted >> 32;
            let product = quotient * l + carry;
            carry = product >> 32;
            let difference =
                (shifted & 0xffff_ffff).wrapping_sub(product & 0xffff_ffff).wrapping_sub(borrow);
            borrow = difference >> 63;
            *rest = difference & 0xffff_ffff;
        }
        if below < carry + borrow {
            quotient -= 1;
            let mut carry = 0;
            for (rest, &l) in self.rest.iter_mut().zip(&*self.l) {
                let sum = *rest + l + carry;
                (*rest, carry) = (sum & 0xffff_ffff, sum >> 32);
            }
        }
        quotient as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn digits_are_those_of_the_quotient() {
        // All ones, and a highest limb just above 2^31, are the worst cases for the estimate.
        let all = |bits: usize| Natural::power_of_two(bits).checked_sub(&1_u32.into()).unwrap();
        let just = |bits: usize| &Natural::power_of_two(bits) + &Natural::from(1_u32);
        let odd = Natural::from_limbs([0x9e37_79b9_u32, 7, u32::MAX, 0, 1, 0x8000_0000, 3]);
        for l in [all(64), all(127), all(256), just(128), just(255), just(256), odd] {
            let big = BigUint::from_bytes_be(&l.to_be_bytes());
            let mut division = Division::new(&l);
            let mut exponent = 300_u64;
            division.begin(exponent);
            for step in 0..400_u64 {
                let width = 1 + (step * 7 % WIDEST as u64);
                let rest = (BigUint::from(1_u32) << exponent) % &big;
                let expected = (rest << width) / &big;
                assert_eq!(BigUint::from(division.digit(width as usize)), expected, "{l:?}");
                exponent += width;
                if step % 3 == 0 {
                    let shift = division.shift(step);
                    division.skip(&shift);
                    exponent += step;
                }
            }
        }
    }
}
