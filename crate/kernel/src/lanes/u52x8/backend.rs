//! The trait that each backend of these vectors implements.

/// The numbers in a vector.
pub const LANES: usize = 8;

/// Eight words in memory, in one line of a cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Block(pub [u64; LANES]);

/// A backend. Lane 0 is the first word.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// Eight words.
    type Vector: Copy + Send + Sync;

    /// w: products are of the low w bits of words.
    const WIDTH: usize;
    /// Whether [`add_low`](Self::add_low) is an instruction.
    const IN_HARDWARE: bool;

    /// Whether this machine has the instructions.
    fn is_there() -> bool;
    /// Runs `f`, compiled for processors with these instructions if it is inlined: closures say `#[inline(always)]`.
    fn with<T>(f: impl FnOnce() -> T) -> T;

    fn load(words: &[u64; LANES]) -> Self::Vector;
    fn store(x: Self::Vector, words: &mut [u64; LANES]);
    /// One word in all lanes.
    fn splat(x: u64) -> Self::Vector;
    /// x + y
    fn add(x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// sum + (x·y mod 2^w), of the low w bits of x and y.
    fn add_low(sum: Self::Vector, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// sum + ⌊x·y/2^w⌋, of the low w bits of x and y.
    fn add_high(sum: Self::Vector, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// Lane 0 in all lanes.
    fn splat_lowest(x: Self::Vector) -> Self::Vector;
    /// ⌊lane 0 / 2^w⌋ in lane 0, and zeros above.
    fn high_of_lowest(x: Self::Vector) -> Self::Vector;
    /// x mod 2^w
    fn low(x: Self::Vector) -> Self::Vector;
    /// ⌊x / 2^w⌋
    fn high(x: Self::Vector) -> Self::Vector;
    /// Lanes 1 to 7 of x, and lane 0 of `above`: one lane down.
    fn down(x: Self::Vector, above: Self::Vector) -> Self::Vector;
    /// Lane 7 of `below`, and lanes 0 to 6 of x: one lane up.
    fn up(x: Self::Vector, below: Self::Vector) -> Self::Vector;
    /// The lanes that are at least 2^w, and those that are 2^w − 1, as bits, lane 0 the lowest.
    fn full(x: Self::Vector) -> [u32; 2];
    /// x + 1 in the lanes of these bits, modulo 2^w in all.
    fn increment(x: Self::Vector, lanes: u32) -> Self::Vector;
}
