use alloc::vec::Vec;
use core::ops::Range;

/// Arithmetic modulo two numbers N ≥ 3 at once, one in each lane.
pub trait TwoAtOnce {
    /// Two residues, one modulo each N.
    type Residues: Clone;

    /// Takes two N by their limbs of 32 bits.
    fn new(n: [&[u32]; 2]) -> Self;

    /// The number of bits of an exponent e for which 2^e is below both N.
    fn exponent_bits(&self) -> usize;

    /// The residues equal to these integers, of which each is below its N.
    fn encode(&self, x: [&[u32]; 2]) -> Self::Residues;

    /// Squares a, and doubles it where e_i is 1, for each of these bits e_i of e from the highest on.
    fn square_double(&mut self, a: &mut Self::Residues, e: [&[u32]; 2], bits: Range<usize>);

    /// A Lucas chain: replaces W_k and W_(k+1), one in each lane, by those of 2k + e_i for each of these
    /// bits e_i of e, from the highest to the lowest. `less` is (2, A) and (A, 2) for W_(2k) = W_k² − 2
    /// and W_(2k+1) = W_k·W_(k+1) − A.
    fn lucas_chain(
        &mut self,
        w: &mut Self::Residues,
        less: &[Self::Residues; 2],
        e: &[u32],
        bits: Range<usize>,
    );

    /// a in [0, N), for a result of a product.
    fn from_montgomery(&self, a: &Self::Residues) -> [Vec<u32>; 2];
}
