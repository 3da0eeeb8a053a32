//! Powers of the generator (2, 1), for nothing.
//!
//! The form (2^d, β_d) is the power with the exponent d, where β_d is the number in (−2^d, 2^d] with β_d ≡ β modulo
//! 2^(d+1), and β the square root of D modulo a power of two with β ≡ 1 modulo 4. For 2^d < √|D|/2 the form is
//! reduced as it is.

use super::{form::Form, group::ClassGroup};
use crate::integer::Long;
use powmod::{Natural, monoid::Monoid, multi::signed::OddPowers, roots::square_root_modulo};

/// The powers of the generator of one class group. As a base of `with_powers`, the generator
/// needs no lookup table.
#[must_use]
#[derive(Clone, Debug)]
pub struct GeneratorPowers {
    /// β modulo 2^(longest + 1).
    root: Long,
    /// The exponents are below this power of two.
    longest: usize,
    fingerprint: u64,
}

impl GeneratorPowers {
    /// The powers in a class group.
    pub fn new(group: &ClassGroup) -> Self {
        // Above half of the bits, a power must be reduced, which soon costs as much as a product.
        let longest = (group.size().bits() / 2).next_power_of_two().max(4);
        let bits = longest + 1;
        // −|D| modulo 2^(bits + 1), which is 1 modulo 8.
        let negated = Natural::power_of_two(bits + 1)
            .checked_sub(&group.size().low_bits(bits + 1))
            .expect("low bits are below the power");
        let root = square_root_modulo(&negated, bits).expect("1 modulo 8");
        let root = Long::from_limbs(root.limbs()).expect("few bits");
        let root =
            if root.magnitude()[0] % 4 == 1 { root } else { &Long::ONE.shift_left(bits) - &root };
        Self { root, longest, fingerprint: group.fingerprint() }
    }
}

impl OddPowers<ClassGroup> for GeneratorPowers {
    fn window(&self) -> u32 {
        self.longest.ilog2() + 1
    }

    /// # Panics
    /// If `group` is not the one that the powers were made for, or `digit` is not below 2^(window − 1).
    fn power(&self, group: &mut ClassGroup, digit: usize) -> Form {
        // A power with a short exponent is a form of other groups too.
        assert!(self.fingerprint == group.fingerprint(), "powers of another group");
        let a = Long::ONE.shift_left(digit);
        group.form(&a, &self.root).expect("the root of the discriminant")
    }
}
