//! The Lucas test on the kernel of the build. Kernels other than `cios` cannot subtract, so each product leaves the
//! kernel by a short reduction, and the difference enters it again. For long numbers that costs less than a product
//! on `cios`.

use super::lucas::Chain;
use crate::{modulus::montgomery::Montgomery, monoid::Monoid, natural::Natural};
use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

/// A chain whose numbers x are kept as x·R·2^(32·k) modulo n
/// ([`enter_shifted`](Montgomery::enter_shifted)).
struct OnKernel {
    ring: Montgomery,
    two: Vec<u32>,
    a: Vec<u32>,
    w: [Box<[u64]>; 2],
}

/// A chain for odd n ≥ 3.
pub fn on_kernel(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let mut ring = Montgomery::new(n, powmod_kernel::active(n.bits()));
    let [two, a] = [&Natural::from(2_u32), a].map(|x| ring.enter_shifted(x));
    let w = [&two, &a].map(|x| ring.enter_divided(x));
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
                let product = ring.reduce_shifted(x);
                let difference = ring.subtract_limbs(&product, less);
                *x = ring.enter_divided(&difference);
            }
        }
    }

    fn values(&mut self) -> [Natural; 2] {
        let mut one = vec![0; self.two.len()];
        one[0] = 1;
        let one = self.ring.enter_divided(&one);
        self.w.each_ref().map(|w| {
            let mut w = w.clone();
            self.ring.multiply(&mut w, &one);
            Natural::from_limbs(self.ring.reduce_shifted(&w))
        })
    }
}
