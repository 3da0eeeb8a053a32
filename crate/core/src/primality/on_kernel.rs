//! The Lucas test on the kernel of the build. Kernels other than `cios` cannot subtract, so each product leaves the
//! kernel by a short reduction, and the difference enters it again. For long numbers that costs less than a product
//! on `cios`.

use super::lucas::Chain;
use crate::{
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
    natural::Natural,
};
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

/// A chain whose numbers are in Montgomery form for a wider radix
/// ([`to_wide_montgomery`](Montgomery::to_wide_montgomery)).
struct OnKernel {
    ring: Montgomery,
    two: Vec<u32>,
    a: Vec<u32>,
    w: [Box<[u64]>; 2],
}

/// A chain for odd n ≥ 3.
pub fn on_kernel(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let odd = Odd::new(n.clone()).expect("n is odd");
    let mut ring = Montgomery::new(odd, powmod_kernel::active(n.bits()));
    let [two, a] = [&Natural::from(2_u32), a].map(|x| ring.to_wide_montgomery(x));
    let mut w = [ring.one(), ring.one()];
    for (w, x) in w.iter_mut().zip([&two, &a]) {
        ring.unconverted_into(x, w);
    }
    Box::new(OnKernel { ring, two, a, w })
}

impl Chain for OnKernel {
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
                ring.unconverted_into(&difference, x);
            }
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        let mut one = vec![0; self.two.len()];
        one[0] = 1;
        let mut unconverted_one = self.ring.one();
        self.ring.unconverted_into(&one, &mut unconverted_one);
        self.w.each_ref().map(|w| {
            let mut w = w.clone();
            self.ring.multiply(&mut w, &unconverted_one);
            Natural::from_limbs(self.ring.reduce(&w))
        })
    }
}
