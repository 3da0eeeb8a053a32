//! The primality tests on the kernel of the build.
//!
//! Kernels other than `cios` cannot subtract. So in the Lucas test a short reduction makes each product an integer, and
//! the difference goes back to Montgomery form. For long numbers that costs less than a product on `cios`.

use super::{
    arithmetic::{LucasChain, SearchArithmetic},
    on_words::on_words,
};
use crate::{
    modulus::{
        Odd,
        montgomery::{Element, Montgomery},
    },
    monoid::Monoid,
    natural::Natural,
};
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;
use powmod_kernel::{
    cios::{self, Cios},
    integers::WORD_BITS,
};

/// Longer numbers, in bits, are long enough for tests that pay off only for long ones.
pub const LONG: usize = 512;

/// Whether n is long.
pub fn is_long(n: &Natural) -> bool {
    n.bits() > LONG
}

impl SearchArithmetic<1> for Montgomery {
    type Residues = Element;

    fn new([n]: [&Natural; 1]) -> Self {
        let odd = Odd::new(n.clone()).expect("n is odd");
        Montgomery::new(odd, powmod_kernel::active(n.bits()))
    }

    fn powers(&mut self, [e]: [&Natural; 1], count: usize) -> Vec<Element> {
        let two = self.to_montgomery(&Natural::from(2_u32));
        // A power modulo a shorter number is made bit by bit.
        let (from, mut power) = match self.modulus().bits() {
            128.. => (count - 1, self.power_of_two(&(e >> (count - 1)))),
            _ => (count.max(e.bits()), self.one()),
        };
        let mut powers = Vec::with_capacity(count);
        if from < count {
            powers.push(power.clone());
        }
        for i in (0..from).rev() {
            self.square(&mut power, 1);
            if e.bit(i) {
                self.multiply(&mut power, &two);
            }
            if i < count {
                powers.push(power.clone());
            }
        }
        powers
    }

    fn from_montgomery(&mut self, x: &Element) -> [Natural; 1] {
        [self.from_montgomery(x)]
    }

    fn new_chain(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        let in_words = if WORD_BITS == 64 { on_words(n, a) } else { None };
        in_words.unwrap_or_else(|| if is_long(n) { on_kernel(n, a) } else { on_cios(n, a) })
    }
}

/// A chain whose numbers are in Montgomery form for a wider radix
/// ([`wide_montgomery`](Montgomery::wide_montgomery)).
struct OnKernel {
    ring: Montgomery,
    two: Vec<u32>,
    a: Vec<u32>,
    w: [Element; 2],
}

/// A chain for odd n ≥ 3.
pub fn on_kernel(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
    let odd = Odd::new(n.clone()).expect("n is odd");
    let mut ring = Montgomery::new(odd, powmod_kernel::active(n.bits()));
    let [two, a] = [&Natural::from(2_u32), a].map(|x| ring.wide_montgomery(x));
    let mut w = [ring.one(), ring.one()];
    for (w, x) in w.iter_mut().zip([&two, &a]) {
        ring.over_radix(x, w);
    }
    Box::new(OnKernel { ring, two, a, w })
}

impl LucasChain for OnKernel {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        let Self { ring, two, a, w: [w, w_next] } = self;
        for i in bits.rev() {
            let (squared, other) =
                if e.bit(i) { (&mut *w_next, &mut *w) } else { (&mut *w, &mut *w_next) };
            ring.multiply(other, squared);
            ring.square(squared, 1);
            for (x, less) in [(other, &*a), (squared, &*two)] {
                let product = ring.reduce(x);
                let difference = ring.subtract_limbs(&product, less);
                ring.over_radix(&difference, x);
            }
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        let mut one = vec![0; self.two.len()];
        one[0] = 1;
        let mut unconverted_one = self.ring.one();
        self.ring.over_radix(&one, &mut unconverted_one);
        self.w.each_ref().map(|w| {
            let mut w = w.clone();
            self.ring.multiply(&mut w, &unconverted_one);
            Natural::from_limbs(self.ring.reduce(&w))
        })
    }
}

struct OnReference {
    montgomery: Montgomery,
    sums: Cios,
    two: Element,
    a: Element,
    w: [Element; 2],
}

/// A chain on the kernel `cios`, whose residues are unique and can be subtracted.
pub fn on_cios(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
    let odd = Odd::new(n.clone()).expect("n is odd");
    let mut montgomery = Montgomery::new(odd, cios::DESCRIPTOR);
    let (two, a) = (montgomery.to_montgomery(&Natural::from(2_u32)), montgomery.to_montgomery(a));
    let sums = Cios::new(n.limbs());
    Box::new(OnReference { montgomery, sums, w: [two.clone(), a.clone()], two, a })
}

impl LucasChain for OnReference {
    fn steps(&mut self, e: &Natural, bits: Range<usize>) {
        let [w, w_next] = &mut self.w;
        for i in bits.rev() {
            let (squared, other) =
                if e.bit(i) { (&mut *w_next, &mut *w) } else { (&mut *w, &mut *w_next) };
            self.montgomery.multiply(other, squared);
            self.sums.sub(other.as_mut(), self.a.as_ref());
            self.montgomery.square(squared, 1);
            self.sums.sub(squared.as_mut(), self.two.as_ref());
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        [0, 1].map(|i| self.montgomery.from_montgomery(&self.w[i]))
    }
}
