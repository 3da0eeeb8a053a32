//! The primality tests on the kernel [`short`](powmod_kernel::short).

use super::arithmetic::{LucasChain, SearchArithmetic};
use crate::natural::Natural;
use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;
use powmod_kernel::short::{RADIX_BITS, Residue, Short};

/// 2^⌊e/2^i⌋ for i = count − 1, …, 1, 0, in Montgomery form.
fn powers_of_two(short: &Short, e: &Natural, count: usize) -> Vec<Residue> {
    let mut power = short.one();
    let mut powers = Vec::with_capacity(count);
    for i in (0..count.max(e.bits())).rev() {
        power = short.square_double(&power, e.bit(i));
        if i < count {
            powers.push(power);
        }
    }
    powers
}

impl SearchArithmetic<1> for Short {
    type Residues = Residue;

    fn new([n]: [&Natural; 1]) -> Self {
        Short::new(n.limbs())
    }

    fn powers(&mut self, [e]: [&Natural; 1], count: usize) -> Vec<Residue> {
        powers_of_two(self, e, count)
    }

    fn from_montgomery(&mut self, x: &Residue) -> [Natural; 1] {
        [Natural::from_limbs(Short::from_montgomery(self, x))]
    }

    /// n has at most 256 bits.
    fn new_chain(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        let short = Short::new(n.limbs());
        let radix = Natural::from(RADIX_BITS as u32);
        let square = powers_of_two(&short, &radix, 1)[0];
        let two = Natural::from(2_u32);
        let [two, a] = [&two, a].map(|x| short.multiply(&Short::encode(x.limbs()), &square));
        Box::new(OnShort { short, two, a, w: [two, a] })
    }
}

struct OnShort {
    short: Short,
    two: Residue,
    a: Residue,
    w: [Residue; 2],
}

impl LucasChain for OnShort {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        let Self { short, two, a, w } = self;
        for i in bits.rev() {
            let squared = usize::from(e.bit(i));
            let product = short.multiply(&w[0], &w[1]);
            let square = short.square_double(&w[squared], false);
            w[1 - squared] = short.subtract(&product, a);
            w[squared] = short.subtract(&square, two);
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        self.w.map(|w| Natural::from_limbs(self.short.from_montgomery(&w)))
    }
}
