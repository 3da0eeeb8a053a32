//! Class groups of imaginary quadratic fields: forms, their products and their reduction.
//!
//! A form (a, b, c) with b² − 4ac = D and a > 0 stands for an element of the class group of the discriminant D.
//! Each element has exactly one *reduced* form: |b| ≤ a ≤ c, and b ≥ 0 if |b| = a or a = c. Every [`Form`] of the
//! group's functions is reduced.
//!
//! D = −p for a prime p ≡ 7 mod 8 of at most 1024 bits, so every form is primitive, and gcd(a, b) = 1.
//!
//! Nothing here allocates memory: the numbers have fixed lengths, and are in [`powmod_kernel::integer`].

mod generator;
mod group;

pub use generator::GeneratorPowers;
pub use group::ClassGroup;
pub use powmod_kernel::{
    forms::Form,
    integer::{Long, Short},
};
