//! Binary quadratic forms of a negative discriminant: reduction, products and squares.
//!
//! A form (a, b, c) has b² − 4ac = D and a > 0. It is *reduced* if |b| ≤ a ≤ c, and b ≥ 0 where |b| = a or a = c;
//! each class of forms holds exactly one reduced form. D = −p for a prime p ≡ 7 mod 8 of at most 1024 bits, so every
//! form is primitive, and gcd(a, b) = 1.
//!
//! For D of 1024 bits, a and b of a reduced form have at most 512 bits, and c at most 1023. NUCOMP and NUDUPL keep
//! all numbers below 2^1088. The widest are of small forms, such as the first powers of the form (2, 1).

mod compose;
mod form;

pub use compose::{product, square};
pub use form::Form;
