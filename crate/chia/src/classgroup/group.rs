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

    /// The most bits of the a of a pair. That of an encoding has at most 520.
    const MAX_BITS_OF_A: usize = 540;

    /// The most bits of the b of a pair: all that its type divides.
    const MAX_BITS_OF_B: usize = 17 * 64;

    /// The reduced form equivalent to (a, b); `None` if 4a does not divide b² − D, `a` is not above 0 and
    /// below 2^540, or |b| is not below 2^1088.
    #[must_use]
    pub fn form(&self, a: &Long, b: &Long) -> Option<Form> {
        let fits = !a.is_negative()
            && (1..=Self::MAX_BITS_OF_A).contains(&a.bits())
            && b.bits() <= Self::MAX_BITS_OF_B;
        fits.then(|| Form::from_pair(a, b, &self.discriminant)).flatten()
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

    /// The lowest 64 bits of |D|, which two prime numbers share by chance alone.
    fn fingerprint(&self) -> u64 {
        let [low, high] = [0, 32].map(|bit| self.size.window(bit, 32));
        u64::from(high) << 32 | u64::from(low)
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
    use crate::classgroup::GeneratorPowers;
    use powmod::multi;

    #[test]
    fn a_pair_with_a_number_out_of_range_is_no_form() {
        let group = ClassGroup::new(&(&Natural::power_of_two(1023) + &7_u32.into())).unwrap();
        let [one, two] = [1, 2].map(Long::from_word);
        let power = |bits| Long::ONE.shift_left(bits);
        // 8 divides b² − D for every odd b.
        for b in [one, &power(1087) + &one, &-&power(1087) - &one] {
            for a in [&one, &two] {
                assert!(group.form(a, &b).is_some(), "{a:?} {b:?}");
            }
        }
        for (a, b) in [
            (Long::ZERO, one),
            (-&one, one),
            (-&two, one),
            (power(540), one),
            (power(1151), one),
            (one, &power(1088) + &one),
            (one, &power(1151) + &one),
        ] {
            assert_eq!(group.form(&a, &b), None, "{a:?} {b:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a table of another monoid")]
    fn a_table_of_another_discriminant_panics() {
        let [mut one, mut other] =
            [23, 31].map(|size| ClassGroup::new(&Natural::from(size as u32)).unwrap());
        let base = one.generator();
        let table = multi::Table::new(&mut one, &base, 2);
        multi::signed::with_powers(&mut other, &[(&table, &3_u32.into())]);
    }

    /// The first power is (2, 1) in every group.
    #[test]
    #[should_panic(expected = "powers of another group")]
    fn a_generator_of_another_discriminant_panics() {
        let [one, mut other] =
            [23, 31].map(|size| ClassGroup::new(&Natural::from(size as u32)).unwrap());
        let powers = GeneratorPowers::new(&one);
        multi::signed::with_powers(&mut other, &[(&powers, &Natural::from(1_u32))]);
    }

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
