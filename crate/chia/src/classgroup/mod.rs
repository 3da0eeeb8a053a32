//! Class groups of imaginary quadratic fields: forms, their products and their reduction.
//!
//! A form (a, b, c) with b² − 4ac = D and a > 0 stands for an element of the class group of the discriminant D.
//! Each element has exactly one *reduced* form: |b| ≤ a ≤ c, and b ≥ 0 if |b| = a or a = c. Every [`Form`] of the
//! group's functions is reduced.
//!
//! D = −p for a prime p ≡ 7 mod 8 of at most 1024 bits, so every form is primitive, and gcd(a, b) = 1.
//!
//! For D of 1024 bits, a and b of a reduced form have at most 512 bits, and c at most 1023. NUCOMP and NUDUPL keep
//! all numbers below 2^1088. The widest are of small forms, such as the first powers of the form (2, 1).
//!
//! Nothing here allocates memory: the numbers have fixed lengths, and are in [`integer`](crate::integer).
//!
//! ```
//! use powmod::{Natural, monoid::Monoid, multi::signed::OddPowers};
//! use powmod_chia::classgroup::{ClassGroup, Form, GeneratorPowers};
//!
//! // The class group of −1031 has 35 elements.
//! let mut group = ClassGroup::new(&Natural::from(1031_u32)).expect("7 modulo 8");
//! let generator: Form = group.generator();
//! let mut power = generator;
//! (1..35).for_each(|_| group.multiply(&mut power, &generator));
//! assert!(power.is_identity());
//!
//! let powers = GeneratorPowers::new(&group);
//! let mut cube = generator;
//! group.square(&mut cube, 1);
//! group.multiply(&mut cube, &generator);
//! assert_eq!(powers.power(&mut group, 3), cube);
//! ```

mod compose;
mod form;
mod generator;
mod group;

pub use form::Form;
pub use generator::GeneratorPowers;
pub use group::ClassGroup;
