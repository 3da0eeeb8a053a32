//! The bounds of a delay proof: its modulus, the squarings that it may cover, and the work that it may ask of its
//! verifier. The build reads these constants and writes them for TypeScript, so each value is a literal, `1 << n` or
//! `(1 << n) - 1`.

/// The shortest allowed modulus, in bits.
pub const MIN_BITS: usize = 1000;

/// The longest allowed modulus, in bits.
pub const MAX_BITS: usize = 16_384;

/// A modulus must have no factor below 2^16.
pub const LEAST_FACTOR_BITS: usize = 16;

/// The largest T, 2^53 − 1: the largest count that a JavaScript number holds exactly.
pub const MAX_ITERATIONS: u64 = (1 << 53) - 1;

/// The largest δ. A Pietrzak proof leaves 2^δ squarings to its verifier.
pub const MAX_DELTA: u32 = 20;

/// The largest δ that a verifier accepts by default: 2^10 squarings.
pub const DEFAULT_MAX_DELTA: u32 = 10;

/// The shortest prime that may replace a challenge, in bits.
pub const MIN_CHALLENGE_BITS: usize = 128;

/// The length of a proof's random exponent in a batch, in bytes.
pub const RANDOM_BYTES: usize = 16;
