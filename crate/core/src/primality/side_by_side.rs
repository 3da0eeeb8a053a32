//! The primality tests on the kernels [`two_moduli`](powmod_kernel::two_moduli) and
//! [`two_long_moduli`](powmod_kernel::two_long_moduli): the strong test has a number in each lane, and the Lucas test has
//! a member of the sequence in each lane.

use super::{lucas::Chain, strong::PowersOfTwo};
use crate::natural::Natural;
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;
use powmod_kernel::{
    two_long_moduli::{self, TwoLongModuli},
    two_moduli::{Residues, TwoModuli},
};

impl PowersOfTwo<2> for TwoModuli {
    type Residues = Residues;

    fn new(n: [&Natural; 2]) -> Self {
        TwoModuli::new(n.map(Natural::limbs))
    }

    fn powers(&mut self, e: [&Natural; 2], count: usize) -> Vec<Residues> {
        // Both exponents have the same length. Their leading bits make a power that is a residue as it is.
        let bits = e[0].bits();
        let leading = bits.saturating_sub(8).max(count - 1);
        let start = e.map(|e| Natural::power_of_two(e.window(leading, 8) as usize));
        let mut power = TwoModuli::encode(start.each_ref().map(Natural::limbs));
        let e = e.map(Natural::limbs);
        self.square_double(&mut power, e, count - 1..leading);
        let mut powers = vec![power];
        for i in (0..count - 1).rev() {
            self.square_double(&mut power, e, i..i + 1);
            powers.push(power);
        }
        powers
    }

    fn leave(&mut self, x: &Residues) -> [Natural; 2] {
        TwoModuli::leave(self, x).map(Natural::from_limbs)
    }
}

/// A Lucas chain with W_k in one lane and W_(k+1) in the other.
struct InLanes {
    moduli: TwoModuli,
    w: Residues,
    /// The numbers to subtract from the products: (2, A) for a bit 0, and (A, 2) for a bit 1.
    less: [Residues; 2],
}

/// A chain in lanes, for odd n of 256 bits.
pub fn in_lanes(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let (two, a) = (&[2][..], a.limbs());
    let (w, swapped) = (TwoModuli::encode([two, a]), TwoModuli::encode([a, two]));
    Box::new(InLanes { moduli: TwoModuli::new([n.limbs(); 2]), w, less: [w, swapped] })
}

impl Chain for InLanes {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        self.moduli.lucas_chain(&mut self.w, &self.less, e.limbs(), bits);
    }

    fn values(&mut self) -> [Natural; 2] {
        self.moduli.leave(&self.w).map(Natural::from_limbs)
    }
}

impl PowersOfTwo<2> for TwoLongModuli {
    type Residues = two_long_moduli::Residues;

    fn new(n: [&Natural; 2]) -> Self {
        TwoLongModuli::new(n.map(Natural::limbs))
    }

    fn powers(&mut self, e: [&Natural; 2], count: usize) -> Vec<Self::Residues> {
        // The leading bits make a power below both moduli.
        let width = self.least_bits().ilog2() as usize;
        let longest = e[0].bits().max(e[1].bits());
        let leading = longest.saturating_sub(width).max(count - 1);
        let start = e.map(|e| Natural::power_of_two(e.window(leading, width) as usize));
        let mut power = self.encode(start.each_ref().map(Natural::limbs));
        let e = e.map(Natural::limbs);
        self.square_double(&mut power, e, count - 1..leading);
        let mut powers = vec![power];
        for i in (0..count - 1).rev() {
            let mut power = powers[powers.len() - 1].clone();
            self.square_double(&mut power, e, i..i + 1);
            powers.push(power);
        }
        powers
    }

    fn leave(&mut self, x: &Self::Residues) -> [Natural; 2] {
        TwoLongModuli::leave(self, x).map(Natural::from_limbs)
    }
}

/// A Lucas chain with W_k in one lane and W_(k+1) in the other.
struct InLongLanes {
    moduli: TwoLongModuli,
    w: two_long_moduli::Residues,
    /// The numbers to subtract from the products: (2, A) for a bit 0, and (A, 2) for a bit 1.
    less: [two_long_moduli::Residues; 2],
}

/// A chain in lanes, for odd n ≥ 3 of at most 1024 bits.
pub fn in_long_lanes(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let (two, a) = (&[2][..], a.limbs());
    let moduli = TwoLongModuli::new([n.limbs(); 2]);
    let (w, swapped) = (moduli.encode([two, a]), moduli.encode([a, two]));
    Box::new(InLongLanes { moduli, less: [w.clone(), swapped], w })
}

impl Chain for InLongLanes {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        self.moduli.lucas_chain(&mut self.w, &self.less, e.limbs(), bits);
    }

    fn values(&mut self) -> [Natural; 2] {
        self.moduli.leave(&self.w).map(Natural::from_limbs)
    }
}
