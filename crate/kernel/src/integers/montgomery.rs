//! Montgomery multiplication in whole words for moduli so short that all fits registers: CIOS, as in `cios.rs`.
//!
//! **Bounds.** Each row leaves (t + a·b_i + q·n)/B < 2n for a, t < 2n and b_i, q < B, so one bit above the words is enough,
//! and one subtraction brings the product below n.

use super::{
    division::Divisor,
    words::{Double, WORD_BITS, Word},
};
use crate::limbs::radix;
use alloc::vec;

/// Arithmetic modulo an odd n of 2 to `N` words. An element is x·B^N mod n.
pub struct Montgomery<const N: usize> {
    n: [Word; N],
    /// −n⁻¹ mod B.
    negated_inverse: Word,
    /// B^2N mod n.
    r_squared: [Word; N],
}

impl<const N: usize> Montgomery<N> {
    /// Arithmetic modulo the divisor `words`; `None` if it is even, or has more than `N` words.
    pub fn new(words: &[Word], divisor: &Divisor) -> Option<Self> {
        let mut n = [0; N];
        n.get_mut(..words.len())?.copy_from_slice(words);
        if n[0].is_multiple_of(2) {
            return None;
        }
        let mut power = vec![0; 2 * N + 1];
        power[2 * N] = 1;
        divisor.reduce(&mut power);
        power.resize(N, 0);
        let r_squared = power.try_into().ok()?;
        let negated_inverse = (radix::inverse(Double::from(n[0]) as u64) as Word).wrapping_neg();
        Some(Self { n, negated_inverse, r_squared })
    }

    /// The element of an integer x < n.
    pub fn enter(&self, x: &[Word; N]) -> [Word; N] {
        self.multiply(x, &self.r_squared)
    }

    /// The integer in [0, n) of an element.
    pub fn leave(&self, x: &[Word; N]) -> [Word; N] {
        let mut one = [0; N];
        one[0] = 1;
        self.multiply(x, &one)
    }

    /// The element of 1.
    pub fn one(&self) -> [Word; N] {
        self.leave(&self.r_squared)
    }

    /// The product of two elements.
    pub fn multiply(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        let mut t = [0; N];
        let mut top = false;
        for &y in b {
            let mut carry = 0;
            for (t, &x) in t.iter_mut().zip(a) {
                let sum =
                    Double::from(*t) + Double::from(x) * Double::from(y) + Double::from(carry);
                (*t, carry) = (sum as Word, (sum >> WORD_BITS) as Word);
            }
            let (high, first) = carry.overflowing_add(top.into());
            let q = Double::from(t[0].wrapping_mul(self.negated_inverse));
            let mut carry =
                ((Double::from(t[0]) + q * Double::from(self.n[0])) >> WORD_BITS) as Word;
            for i in 1..N {
                let sum = Double::from(t[i]) + q * Double::from(self.n[i]) + Double::from(carry);
                (t[i - 1], carry) = (sum as Word, (sum >> WORD_BITS) as Word);
            }
            let second;
            (t[N - 1], second) = high.overflowing_add(carry);
            top = first | second;
        }
        let mut less = t;
        let mut borrow = false;
        for (less, n) in less.iter_mut().zip(self.n) {
            let (difference, first) = less.overflowing_sub(n);
            let (difference, second) = difference.overflowing_sub(borrow.into());
            (*less, borrow) = (difference, first | second);
        }
        if borrow && !top { t } else { less }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integers::words::tests::{big, integers};
    use alloc::vec::Vec;
    use num_bigint::BigUint;

    fn check<const N: usize>(words: usize) {
        for mut n in integers(words) {
            n[0] |= 1;
            n[words - 1] |= 1 << (WORD_BITS / 2);
            let ring =
                Montgomery::<N>::new(&n, &Divisor::new(&n).expect("two words")).expect("odd");
            assert_eq!(big(&ring.leave(&ring.one())), BigUint::from(1_u32));
            let below = |x: &Vec<Word>| big(x) < big(&n);
            let all: Vec<_> = integers(N).into_iter().filter(below).collect();
            for (a, b) in all.iter().zip(all.iter().rev()).chain(all.iter().zip(&all)) {
                let [x, y] = [a, b].map(|x| ring.enter(x[..].try_into().expect("N words")));
                let product = ring.leave(&ring.multiply(&x, &y));
                assert_eq!(big(&product), big(a) * big(b) % big(&n), "{a:x?}·{b:x?} mod {n:x?}");
            }
        }
    }

    #[test]
    fn products() {
        check::<2>(2);
        check::<3>(3);
        check::<4>(2);
        check::<6>(5);
        check::<12>(12);
    }

    #[test]
    fn other_moduli_are_refused() {
        for n in [[4, 4], [5, 5]] {
            let divisor = &Divisor::new(&n).expect("two words");
            assert_eq!(Montgomery::<2>::new(&n, divisor).is_some(), n[0] == 5);
            assert!(Montgomery::<1>::new(&n, divisor).is_none());
        }
    }
}
