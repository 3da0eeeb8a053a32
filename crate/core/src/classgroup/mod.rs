//! Class groups of imaginary quadratic fields: forms, their products and their reduction.
//!
//! A form (a, b, c) with b² − 4ac = D and a > 0 stands for an element of the class group of the discriminant D.
//! Each element has exactly one *reduced* form: |b| ≤ a ≤ c, and b ≥ 0 if |b| = a or a = c. Every [`Form`] of the
//! group's functions is reduced.
//!
//! D = −p for a prime p ≡ 7 mod 8 of at most 1024 bits, so every form is primitive, and gcd(a, b) = 1.
//!
//! The numbers have fixed lengths, and nothing here allocates memory. For D of 1024 bits, a and b of a reduced form
//! have at most 512 bits, and c at most 1023. NUCOMP and NUDUPL keep all numbers below 2^1088, apart from the
//! square of one b. The widest are of small forms, such as the first powers of the generator.

mod compose;
mod form;
mod generator;
mod group;

pub use form::{Form, Long, Short};
pub use generator::GeneratorPowers;
pub use group::ClassGroup;
