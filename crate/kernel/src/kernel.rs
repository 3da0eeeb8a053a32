//! The trait that every kernel implements.

use alloc::{boxed::Box, vec};

/// Montgomery arithmetic modulo one odd N ≥ 3, with its scratch space.
///
/// Products and squares take and leave *residues*. A residue represents an integer modulo N; each kernel chooses the
/// representation, and its file proves that products and squares stay within its bounds. Neither branches on the value
/// of a residue or addresses memory by it.
pub trait Kernel: Send + Sync {
    /// The number of words in a residue.
    fn words(&self) -> usize;

    /// ρ: a product is divided by R = 2^ρ. R is larger than N.
    fn radix_bits(&self) -> usize;

    /// The number of limbs that [`decode`](Self::decode) writes.
    fn decoded_limbs(&self) -> usize;

    /// Writes the integer 0 ≤ x < N to the residue `out`. `x` has exactly as many limbs as N.
    fn encode(&self, x: &[u32], out: &mut [u64]);

    /// Writes an integer ≥ 0 congruent to the residue `a` modulo N, in `decoded_limbs` limbs. A
    /// shorter `out` gets the lowest limbs. `a` must be a product or a square.
    fn decode(&self, a: &[u64], out: &mut [u32]);

    /// a ← a·b·R⁻¹ mod N.
    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]);

    /// a ← a²·R⁻¹ mod N, `times` times over.
    fn montgomery_square(&mut self, a: &mut [u64], times: usize);

    /// Overwrites the scratch space of the last operations. No address depends on a value, so a
    /// product and a square of zeros write to every place that other operands wrote to.
    fn wipe(&mut self) {
        let mut zero = vec![0; self.words()];
        self.montgomery_multiply(&mut zero, &vec![0; self.words()]);
        self.montgomery_square(&mut zero, 1);
    }

    /// Another kernel for the same N, with its own scratch space.
    fn fork(&self) -> Box<dyn Kernel>;
}
