//! Exponentiation with secret exponents. Time and addresses depend only on the modulus and on the
//! lengths that the caller passes.
//!
//! The method is fixed windows from the left, with a lookup table for each base; or a comb, whose tables are kept.
//! Each step reads the whole table, and multiplies for every digit, also for 0 (the side-channel-safe form that Attias,
//! Vigneri and Dimitrov leave open). The functions wipe their intermediate values.
//!
//! ```
//! use powmod::{Modulus, Natural, pow::fixed_base::Comb, secret};
//!
//! let modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let secret_exponent = 65_537_u32.to_be_bytes();
//! let terms = [(&[3][..], &secret_exponent[..])];
//! let power = secret::mod_pow(&modulus, &terms, 32)?;
//! assert_eq!(power[..], 486_750_u32.to_be_bytes()[1..]);
//!
//! // The same on residues.
//! let mut scratch = modulus.clone();
//! let ring = scratch.montgomery().expect("odd");
//! let terms = [(ring.to_montgomery(&Natural::from(3_u32)), &secret_exponent[..])];
//! let power = secret::multi_pow(ring, &terms, 32)?;
//! assert_eq!(ring.from_montgomery(&power), Natural::from(486_750_u32));
//!
//! // Many powers of one base, by a table that also serves public exponents.
//! let comb = Comb::new(ring, &terms[0].0, 32)?;
//! let power = secret::fixed_base_pow(&modulus, &comb, &secret_exponent)?;
//! assert_eq!(power[..], 486_750_u32.to_be_bytes()[1..]);
//!
//! // a·b + c; with an empty c, a product
//! let sum = secret::mul_add(&modulus, &[200], &[100], &[7]);
//! assert_eq!(sum[..], 20_007_u32.to_be_bytes()[1..]);
//!
//! // 1/a
//! let inverse = secret::inverse(&modulus, &[2])?;
//! assert_eq!(inverse[..], 500_002_u32.to_be_bytes()[1..]);
//!
//! // Both take even moduli too, as p − 1 and λ are.
//! let order = Modulus::new(&Natural::from(1_000_002_u32)).expect("above 0");
//! assert_eq!(secret::inverse(&order, &[5])?[..], 400_001_u32.to_be_bytes()[1..]);
//! # Ok::<(), powmod::Error>(())
//! ```

pub mod crt;
mod der;
mod factoring;
#[cfg(feature = "pkcs1")]
mod key_file;
mod number;
mod power;
#[cfg(feature = "rand_core")]
mod random;
mod scalar;
mod strong;

pub use number::Secret;
pub use power::{comb_pow, fixed_base_pow, mod_pow, multi_pow};
#[cfg(feature = "rand_core")]
pub use random::{random_exponent, random_key, random_prime};
pub use scalar::{inverse, mul_add};
