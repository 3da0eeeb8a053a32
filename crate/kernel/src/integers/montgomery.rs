//! Montgomery multiplication in whole words for moduli so short that all fits registers.
//!
//! This is almost Montgomery multiplication (Gueron, "Efficient software implementations of modular exponentiation",
//! section 3), by coarsely integrated operand scanning: a factor is any integer below R = B^N, and n is subtracted only
//! from a product that is not below R.
//!
//! **Bounds.** A row makes t + a·b_i + q·n of t, divided by B. With a < R and n < R, t < 2R stays below 2R:
//! (2R − 1 + 2·(B − 1)·(R − 1))/B < 2R. So the word above the highest is a bit. A sum in a row, t + a·b + carry, is at
//! most (B − 1) + (B − 1)² + (B − 1) = B² − 1. After the last row t = (a·b + q·n)/R < R + n, which is below R once n
//! has been subtracted. `bounds/saturated.rs` checks this. For b = 1, t < 1 + n.

use super::{
    division::Divisor,
    words::{Double, WORD_BITS, Word, add_row, inverse, multiply_add, subtract},
};
use alloc::vec;
use core::hint::black_box;

/// Products modulo an odd n of at most `N` words.
#[derive(Clone)]
pub(crate) struct Products<const N: usize> {
    n: [Word; N],
    /// −n⁻¹ mod B.
    negated_inverse: Word,
}

impl<const N: usize> Products<N> {
    pub fn new(n: [Word; N]) -> Self {
        Self { n, negated_inverse: inverse(n[0]).wrapping_neg() }
    }

    /// Overwrites n.
    #[cfg(target_pointer_width = "64")]
    pub fn wipe(&mut self) {
        (self.n, self.negated_inverse) = ([0; N], 0);
    }

    /// An integer below R that is a·b·R⁻¹ mod n. Time and addresses depend only on `N`.
    #[inline(always)]
    pub fn multiply(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        let n = &self.n;
        let (mut t, mut top) = ([0; N], 0);
        for &b in b {
            let above = add_row(&mut t, a, b);
            let q = t[0].wrapping_mul(self.negated_inverse);
            let mut carry = 0;
            multiply_add(t[0], q, n[0], &mut carry);
            for i in 1..N {
                t[i - 1] = multiply_add(t[i], q, n[i], &mut carry);
            }
            let sum = Double::from(top) + Double::from(above) + Double::from(carry);
            (t[N - 1], top) = (sum as Word, (sum >> WORD_BITS) as Word);
        }
        debug_assert!(top <= 1, "the accumulator is 2R or more");
        let mask = black_box(top.wrapping_neg());
        subtract(&mut t, &n.map(|word| word & mask));
        t
    }
}

/// Arithmetic modulo an odd n of 2 to `N` words. An element is any integer below R that is x·R mod n.
pub struct Registers<const N: usize> {
    products: Products<N>,
    /// R² mod n.
    r_squared: [Word; N],
}

impl<const N: usize> Registers<N> {
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
        Some(Self { products: Products::new(n), r_squared: power.try_into().ok()? })
    }

    /// The element of an integer x < n.
    pub fn to_montgomery(&self, x: &[Word; N]) -> [Word; N] {
        self.multiply(x, &self.r_squared)
    }

    /// The integer in [0, n) of an element.
    pub fn from_montgomery(&self, x: &[Word; N]) -> [Word; N] {
        let mut one = [0; N];
        one[0] = 1;
        let product = self.multiply(x, &one);
        if product == self.products.n { [0; N] } else { product }
    }

    /// The element of 1, which is R mod n: the integer that R² stands for as an element.
    pub fn one(&self) -> [Word; N] {
        self.from_montgomery(&self.r_squared)
    }

    /// a − b, for an integer b < n: if it is below 0, it is not below −n.
    pub fn subtract(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        let (mut difference, mut borrow) = (*a, false);
        for (x, &b) in difference.iter_mut().zip(b) {
            let (first, is_under) = x.overflowing_sub(b);
            let (second, is_under_again) = first.overflowing_sub(borrow.into());
            (*x, borrow) = (second, is_under | is_under_again);
        }
        if borrow {
            let mut carry = false;
            for (x, &n) in difference.iter_mut().zip(&self.products.n) {
                let (first, is_over) = x.overflowing_add(n);
                let (second, is_over_again) = first.overflowing_add(carry.into());
                (*x, carry) = (second, is_over | is_over_again);
            }
            debug_assert!(carry, "the difference is below −n");
        }
        difference
    }

    /// The product of two elements.
    pub fn multiply(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.products.multiply(a, b)
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
            let ring = Registers::<N>::new(&n, &Divisor::new(&n).expect("two words")).expect("odd");
            assert_eq!(big(&ring.from_montgomery(&ring.one())), BigUint::from(1_u32));
            let below = |x: &Vec<Word>| big(x) < big(&n);
            let all: Vec<_> = integers(N).into_iter().filter(below).collect();
            for (a, b) in all.iter().zip(all.iter().rev()).chain(all.iter().zip(&all)) {
                let [x, y] = [a, b].map(|x| ring.to_montgomery(x[..].try_into().expect("N words")));
                let product = ring.from_montgomery(&ring.multiply(&x, &y));
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

    /// n = (B − 1)², and B − 1 is not 0, but its square is.
    #[test]
    fn a_multiple_of_the_modulus_leaves_as_zero() {
        let n = [1, Word::MAX - 1];
        let ring = Registers::<3>::new(&n, &Divisor::new(&n).expect("two words")).expect("odd");
        let root = ring.to_montgomery(&[Word::MAX, 0, 0]);
        let square = ring.multiply(&root, &root);
        assert_ne!(square, [0; 3]);
        assert_eq!(ring.from_montgomery(&square), [0; 3]);
    }

    #[test]
    fn other_moduli_are_refused() {
        for n in [[4, 4], [5, 5]] {
            let divisor = &Divisor::new(&n).expect("two words");
            assert_eq!(Registers::<2>::new(&n, divisor).is_some(), n[0] == 5);
            assert!(Registers::<1>::new(&n, divisor).is_none());
        }
    }
}
