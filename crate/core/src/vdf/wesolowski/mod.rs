//! Wesolowski's proof (eprint 2018/623): π = x^⌊2^T / l⌋, for a prime l that is hashed from the
//! statement. The verifier checks that y = π^l · x^(2^T mod l).
//!
//! ```
//! use powmod::vdf::{Group, POWMOD_V1, Scheme, Task, input, prover, wesolowski};
//!
//! let mut group = Group::rsa_2048();
//! let input = input::from_seed(&mut group, b"powmod").expect("the seed gives an input");
//! let (scheme, profile, memory) = (Scheme::Wesolowski, &POWMOD_V1, 1 << 20);
//! let task = Task { scheme, profile, input, iterations: 1000, delta: None, memory };
//! let proof = prover::prove(&mut group, &task)?;
//! let (x, y) = (&proof.input, &proof.output);
//! let prime = wesolowski::challenge(&group, &POWMOD_V1, x, y, 1000).expect("a prime");
//! assert_eq!(prime.bits(), 256);
//! # Ok::<(), powmod::Error>(())
//! ```

mod challenge;
pub(super) mod division;
pub(super) mod part;
pub(super) mod plan;
pub(super) mod verifier;

pub use challenge::challenge;
pub use division::{Division, Shift};
pub use plan::{even_spacing, window};
