//! The trait [`Profile`], and the statements that its challenges are hashed from.

use core::fmt;
use powmod::Natural;

/// The elements and challenges of a protocol.
pub trait Profile: Sync {
    /// The name in proof files.
    fn name(&self) -> &'static str;

    /// The element of z modulo n.
    fn element(&self, z: Natural, n: &Natural) -> Natural;

    /// Whether z is the unique number of an element. A verifier rejects other numbers.
    fn is_element(&self, z: &Natural, n: &Natural) -> bool;

    /// Whether T may be any number; otherwise T must be a power of two.
    fn takes_any_iterations(&self) -> bool;

    /// The δ of a proof that does not give one.
    fn default_delta(&self) -> u32;

    /// The challenge r of one halving in Pietrzak's scheme, for an even T and the midpoint v, which is L bytes too.
    fn pietrzak_challenge(&self, statement: &Statement<'_>, midpoint: &[u8]) -> Natural;

    /// The function that computes the challenge l of Wesolowski's scheme; `None` if the profile does
    /// not have this scheme.
    fn wesolowski_challenge(&self) -> Option<fn(&Statement<'_>) -> Natural>;
}

/// The same, if they have the same name.
impl PartialEq for dyn Profile {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Profile {}

impl fmt::Debug for dyn Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// x^(2^T) = y: the statement of a Wesolowski proof, or of a Pietrzak proof before one of its halvings. Each element is
/// L big-endian bytes, where L is the length of N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
