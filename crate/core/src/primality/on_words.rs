//! The Lucas test in whole words, which takes less time than kernels where a word has 64 bits and the number few words.

use super::arithmetic::LucasChain;
use crate::natural::Natural;
use alloc::boxed::Box;
use core::ops::Range;
use powmod_kernel::integers::{Divisor, Registers, Word, words};

/// Residues below n have subtractions: `two` and `a` are such.
struct OnWords<const N: usize> {
    registers: Registers<N>,
    two: [Word; N],
    a: [Word; N],
    w: [[Word; N]; 2],
}

/// A chain for an odd n of 2 to 8 words.
pub fn on_words(n: &Natural, a: &Natural) -> Option<Box<dyn LucasChain>> {
    match words(n.limbs()).len() {
        2..=4 => chain::<4>(n, a),
        5..=8 => chain::<8>(n, a),
        _ => None,
    }
}

fn chain<const N: usize>(n: &Natural, a: &Natural) -> Option<Box<dyn LucasChain>> {
    let n = words(n.limbs());
    let registers = Registers::<N>::new(&n, &Divisor::new(&n)?)?;
    // The integer below n that is x·R: of the element of an element.
    let residue = |x: &Natural| {
        let mut integer = [0; N];
        let x = words(x.limbs());
        integer[..x.len()].copy_from_slice(&x);
        registers.from_montgomery(&registers.to_montgomery(&registers.to_montgomery(&integer)))
    };
    let [two, a] = [residue(&2_u32.into()), residue(a)];
    Some(Box::new(OnWords { registers, two, a, w: [two, a] }))
}

impl<const N: usize> LucasChain for OnWords<N> {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        let Self { registers, two, a, w } = self;
        for i in bits.rev() {
            let squared = usize::from(e.bit(i));
            let product = registers.multiply(&w[0], &w[1]);
            let square = registers.multiply(&w[squared], &w[squared]);
            w[1 - squared] = registers.subtract(&product, a);
            w[squared] = registers.subtract(&square, two);
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        self.w.map(|w| Natural::from_words(&self.registers.from_montgomery(&w)))
    }
}
