//! The class group of a discriminant, as a monoid.

use super::{compose, form::Form};
use crate::integer::{Long, Short};
use powmod::{
    Natural,
    monoid::{Commutative, Invertible, Monoid},
};

/// The class group of a discriminant D.
#[derive(Clone, Debug)]
pub struct ClassGroup {
    size: Natural,
    discriminant: Long,
    /// ⌊|D|^(1/4)⌋
    bound: Short,
}

impl ClassGroup {
    /// The most bits of a discriminant.
    pub const MAX_BITS: usize = 1024;

    /// The class group of D = −size. `size` must be a prime; this function checks only that it has at most
    /// [`MAX_BITS`](Self::MAX_BITS) bits, is 7 modulo 8, and is not 7, and gives `None` if it is not so.
    #[must_use]
    pub fn new(size: &Natural) -> Option<Self> {
        if size.bits() > Self::MAX_BITS || size.window(0, 3) != 7 || size.bits() < 4 {
            return None;
        }
        let positive = Long::from_limbs(size.limbs())?;
        let bound = positive.square_root().square_root().resize();
        Some(Self { size: size.clone(), discriminant: -&positive, bound })
    }

    /// |D|
    #[must_use]
    pub fn size(&self) -> &Natural {
        &self.size
    }

    /// D
    #[must_use]
    pub fn discriminant(&self) -> &Long {
        &self.discriminant
    }

    /// The reduced form equivalent to (a, b); `None` if 4a does not divide b² − D. `a` must be above 0 and
    /// below 2^540, which every encoded form's is.
    #[must_use]
    pub fn form(&self, a: &Long, b: &Long) -> Option<Form> {
        Form::from_pair(a, b, &self.discriminant)
    }

    /// The form (1, 1, (1 − D)/4).
    #[must_use]
    pub fn identity(&self) -> Form {
        self.form(&Long::ONE, &Long::ONE).expect("D is 1 modulo 4")
    }

    /// The form (2, 1, (1 − D)/8).
    #[must_use]
    pub fn generator(&self) -> Form {
        self.form(&Long::from_word(2), &Long::ONE).expect("D is 1 modulo 8")
    }
}

impl Monoid for ClassGroup {
    type Element = Form;

    fn one(&self) -> Form {
        self.identity()
    }

    fn multiply(&mut self, a: &mut Form, b: &Form) {
        *a = compose::product(a, b, &self.bound);
    }

    fn square(&mut self, a: &mut Form, times: usize) {
        for _ in 0..times {
            *a = compose::square(a, &self.bound);
        }
    }
}

impl Commutative for ClassGroup {}

impl Invertible for ClassGroup {
    fn invert(&self, a: &mut Form) {
        *a = a.inverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_7_modulo_8_and_neither_7_nor_too_long() {
        let is_taken = |size: &Natural| ClassGroup::new(size).is_some();
        for size in 0_u32..64 {
            assert_eq!(is_taken(&size.into()), size % 8 == 7 && size > 7, "{size}");
        }
        let seven = Natural::from(7_u32);
        for (bits, taken) in [(1023, true), (1024, false), (1100, false)] {
            assert_eq!(is_taken(&(&Natural::power_of_two(bits) + &seven)), taken, "2^{bits} + 7");
        }
    }
}
