//! The tests on the kernel [`pair`](crate::kernel::pair): two numbers at once in the strong test,
//! two members of the sequence in Lucas's.

use super::{lucas::Chain, strong::PowersOfTwo};
use crate::{
    Natural,
    kernel::pair::{Integers, Pair, Residues},
};
use alloc::{boxed::Box, vec::Vec};

impl PowersOfTwo<2> for Pair {
    type Residues = Residues;

    fn new(n: [&Natural; 2]) -> Self {
        Pair::new(n)
    }

    fn powers(&mut self, e: [&Natural; 2], count: usize) -> Vec<Residues> {
        let mut power = self.one();
        let mut powers = Vec::with_capacity(count);
        for i in (0..count.max(e[0].bits()).max(e[1].bits())).rev() {
            power = self.square_double(&power, e.map(|e| e.bit(i)));
            if i < count {
                powers.push(power);
            }
        }
        powers
    }

    fn leave(&mut self, x: &Residues) -> [Natural; 2] {
        Pair::leave(self, x)
    }
}

/// W_k in one lane, W_(k+1) in the other.
struct InLanes {
    pair: Pair,
    w: Residues,
    /// What is taken off a product: (2, A) before a bit that is 0, (A, 2) before a 1.
    less: [Integers; 2],
}

/// A chain in lanes, for n of at most 256 bits.
pub fn in_lanes(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let pair = Pair::new([n, n]);
    let two = Natural::from(2_u32);
    let (w, swapped) = (pair.enter([&two, a]), pair.enter([a, &two]));
    Box::new(InLanes { less: [Pair::integers(&w), Pair::integers(&swapped)], pair, w })
}

impl Chain for InLanes {
    fn step(&mut self, bit: bool) {
        let factor = self.w.map(|w| if bit { w.splat_high() } else { w.splat_low() });
        self.w = self.pair.multiply_subtract(&self.w, &factor, &self.less[usize::from(bit)]);
    }

    fn values(&mut self) -> [Natural; 2] {
        self.pair.leave(&self.w)
    }
}
