//! The trait [`Profile`]: the rules by which a protocol writes its elements and its challenges.

use crate::natural::Natural;

/// The elements and transcripts of a protocol.
pub trait Profile: Sync {
    /// The name used in proof files.
    fn name(&self) -> &'static str;

    /// The element that stands for z, 0 ≤ z < n.
    fn element(&self, z: Natural, n: &Natural) -> Natural;

    /// Whether a number sent to a verifier is an element in its one form.
    fn is_element(&self, z: &Natural, n: &Natural) -> bool;

    /// Whether T may be any number, or only a power of two.
    fn takes_any_iterations(&self) -> bool;

    /// δ where a proof does not give it.
    fn default_delta(&self) -> u32;

    /// r of one halving.
    fn pietrzak_challenge(&self, round: &Round<'_>) -> Natural;

    /// l of a statement, by the function returned; `None` where the scheme is not offered.
    fn wesolowski_challenge(&self) -> Option<fn(&Statement<'_>) -> Natural>;
}

/// What a proof is about, each element as L big-endian bytes.
pub struct Statement<'a> {
    /// N.
    pub modulus: &'a [u8],
    /// x.
    pub input: &'a [u8],
    /// y.
    pub output: &'a [u8],
    /// T.
    pub iterations: u64,
}

/// What a halving's challenge depends on, each element as L big-endian bytes.
pub struct Round<'a> {
    /// N.
    pub modulus: &'a [u8],
    /// x before the halving.
    pub input: &'a [u8],
    /// y before the halving, after T was made even.
    pub output: &'a [u8],
    /// The midpoint.
    pub value: &'a [u8],
    /// T before the halving, made even.
    pub iterations: u64,
}
