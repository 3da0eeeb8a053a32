//! The primality tests on arithmetic with two lanes: the strong test has a number in each lane, and the Lucas test has
//! a member of the sequence in each lane.

use super::arithmetic::{LucasChain, SearchArithmetic};
use crate::natural::Natural;
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;
use powmod_kernel::TwoAtOnce;

impl<M: TwoAtOnce + 'static> SearchArithmetic<2> for M {
    type Residues = M::Residues;

    fn new(n: [&Natural; 2]) -> Self {
        M::new(n.map(Natural::limbs))
    }

    fn powers(&mut self, e: [&Natural; 2], count: usize) -> Vec<M::Residues> {
        // The leading bits make a power below both moduli.
        let width = self.exponent_bits();
        let longest = e[0].bits().max(e[1].bits());
        let leading = longest.saturating_sub(width).max(count - 1);
        let start = e.map(|e| Natural::power_of_two(e.window(leading, width) as usize));
        let mut power = self.encode(start.each_ref().map(Natural::limbs));
        let e = e.map(Natural::limbs);
        self.square_double(&mut power, e, count - 1..leading);
        let mut powers = vec![power.clone()];
        for i in (0..count - 1).rev() {
            self.square_double(&mut power, e, i..i + 1);
            powers.push(power.clone());
        }
        powers
    }

    fn from_montgomery(&mut self, x: &M::Residues) -> [Natural; 2] {
        TwoAtOnce::from_montgomery(self, x).map(Natural::from_limbs)
    }

    fn new_chain(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        let (two, a) = (&[2][..], a.limbs());
        let moduli = M::new([n.limbs(); 2]);
        let (w, swapped) = (moduli.encode([two, a]), moduli.encode([a, two]));
        Box::new(InLanes { moduli, less: [w.clone(), swapped], w })
    }
}

/// A Lucas chain with W_k in one lane and W_(k+1) in the other.
struct InLanes<M: TwoAtOnce> {
    moduli: M,
    w: M::Residues,
    /// The numbers to subtract from the products: (2, A) for a bit 0, and (A, 2) for a bit 1.
    less: [M::Residues; 2],
}

impl<M: TwoAtOnce> LucasChain for InLanes<M> {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        self.moduli.lucas_chain(&mut self.w, &self.less, e.limbs(), bits);
    }

    fn values(&mut self) -> [Natural; 2] {
        self.moduli.from_montgomery(&self.w).map(Natural::from_limbs)
    }
}
