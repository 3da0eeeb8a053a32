//! The arithmetic under the tests.

use crate::natural::Natural;
use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

/// What a search for primes computes modulo L odd numbers n ≥ 3 at once, one in each lane.
pub trait SearchArithmetic<const L: usize> {
    /// One residue modulo each n.
    type Residues;

    /// Arithmetic modulo the numbers n.
    fn new(n: [&Natural; L]) -> Self;

    /// 2^⌊e/2^i⌋ for i = count − 1, …, 1, 0. `count` must be above 0.
    fn powers(&mut self, e: [&Natural; L], count: usize) -> Vec<Self::Residues>;

    /// The numbers in [0, n) of the residues.
    fn from_montgomery(&mut self, x: &Self::Residues) -> [Natural; L];

    /// A Lucas chain at W_0 = 2 and W_1 = a < n, modulo an odd n ≥ 3.
    fn new_chain(n: &Natural, a: &Natural) -> Box<dyn LucasChain>;
}

/// A Lucas chain: the pair W_k and W_(k+1) modulo n.
pub trait LucasChain {
    /// Replaces k by 2k + e_i for each of these bits e_i of e, from the highest to the lowest.
    fn steps(&mut self, e: &Natural, bits: Range<usize>);

    /// W_k and W_(k+1) in [0, n).
    fn values(&mut self) -> [Natural; 2];
}
