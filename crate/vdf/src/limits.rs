//! The bounds of a delay proof: the squarings that it may cover, and the work that it may ask of its
//! verifier.

/// The largest T, 2^53 − 1: the largest count that a JavaScript number holds exactly.
pub const MAX_ITERATIONS: u64 = (1 << 53) - 1;

/// The largest δ. A Pietrzak proof leaves 2^δ squarings to its verifier.
pub const MAX_DELTA: u32 = 20;

/// The largest δ that a verifier accepts by default: 2^10 squarings.
pub const DEFAULT_MAX_DELTA: u32 = 10;

/// The most products and squarings modulo N that [`verify`](super::verify) computes for one proof
/// under the default options. A larger [`max_delta`](super::Options::max_delta) raises this bound.
/// Making the [`Group`](super::Group) takes about one more squaring for each bit of N, and about four times as long for a
/// number that passes the strong test to base 2, as p·(2p − 1) may.
pub const MAX_PRODUCTS: u64 = 53 * (4 + 2 * (128 + 46)) + 3;
