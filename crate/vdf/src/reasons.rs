//! The reasons of errors that other implementations of the verifier give too. The build writes them for TypeScript.

/// Of a modulus.
pub const EVEN: &str = "must be odd";
/// Of a modulus.
pub const TOO_LONG: &str = "must have at most 16384 bits";
/// Of a modulus.
pub const TOO_SHORT: &str = "must have at least 1000 bits";
/// Of a modulus.
pub const SMALL_FACTOR: &str = "must have no factor below 2^16";
/// Of a modulus.
pub const PERFECT_POWER: &str = "must not be a perfect power";
/// Of a modulus.
pub const PRIME: &str = "must not be a prime";

/// Of T.
pub const ITERATIONS: &str = "must be from 1 to 2^53 − 1";
/// Of T.
pub const NO_POWER_OF_TWO: &str = "must be a power of two in this profile";
/// Of an element.
pub const NO_ELEMENT: &str = "out of the range of the profile's elements";
/// Of δ.
pub const DELTA_ABOVE_LIMIT: &str = "is above what the verifier allows";
/// Of δ.
pub const DELTA_OF_WESOLOWSKI: &str = "is for pietrzak only";

/// Of a caller's own challenge.
pub const CHALLENGE_OF_PIETRZAK: &str = "is for wesolowski proofs only";
/// Of a caller's own challenge.
pub const CHALLENGE_NO_PRIME: &str = "must be a prime";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{LEAST_FACTOR_BITS, MAX_BITS, MAX_ITERATIONS, MIN_BITS};
    use alloc::format;

    #[test]
    fn the_numbers_in_reasons_are_the_limits() {
        assert_eq!(TOO_LONG, format!("must have at most {MAX_BITS} bits"));
        assert_eq!(TOO_SHORT, format!("must have at least {MIN_BITS} bits"));
        assert_eq!(SMALL_FACTOR, format!("must have no factor below 2^{LEAST_FACTOR_BITS}"));
        assert_eq!(ITERATIONS, format!("must be from 1 to 2^{} − 1", (MAX_ITERATIONS + 1).ilog2()));
        assert!((MAX_ITERATIONS + 1).is_power_of_two());
    }
}
