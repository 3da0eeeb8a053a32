//! The primality tests on the kernel [`two_moduli`](powmod_kernel::two_moduli): the strong test has a
//! number in each lane, and the Lucas test has a member of the sequence in each lane.

use super::{lucas::Chain, strong::PowersOfTwo};
use crate::{modulus::doubling::Doubling, natural::Natural};
use alloc::{boxed::Box, vec::Vec};
use powmod_kernel::two_moduli::{Integers, RADIX_BITS, Residues, TwoModuli};

/// Arithmetic modulo two numbers, one in each lane.
pub struct SideBySide {
    moduli: TwoModuli,
    /// The residues of 1, one in each lane.
    one: Residues,
}

impl SideBySide {
    /// Arithmetic modulo two odd n ≥ 3 of at most 256 bits.
    pub fn new(n: [&Natural; 2]) -> Self {
        // A number below 2^64·n that is congruent to R: it saves 64 doublings, and the kernel accepts it.
        let one = n.map(|n| &Natural::from_limbs(Doubling::new(n).reach(RADIX_BITS - 64)) << 64);
        Self { moduli: TwoModuli::new(n.map(Natural::limbs)), one: encode(one.each_ref()) }
    }

    /// The residues of integers below 2^256.
    pub fn enter(&self, x: [&Natural; 2]) -> Residues {
        // Computes R² from R = 2^RADIX_BITS, by the bits of RADIX_BITS from the left.
        let mut square = self.one;
        for i in (0..usize::BITS - RADIX_BITS.leading_zeros()).rev() {
            square = self.moduli.square_double(&square, [RADIX_BITS >> i & 1 == 1; 2]);
        }
        self.moduli.multiply(&encode(x), &square)
    }

    /// The integers in [0, n) of the residues.
    pub fn leave(&self, x: &Residues) -> [Natural; 2] {
        self.moduli.leave(x).map(Natural::from_limbs)
    }
}

fn encode(x: [&Natural; 2]) -> Residues {
    TwoModuli::encode(x.map(Natural::limbs))
}

impl PowersOfTwo<2> for SideBySide {
    type Residues = Residues;

    fn new(n: [&Natural; 2]) -> Self {
        SideBySide::new(n)
    }

    fn powers(&mut self, e: [&Natural; 2], count: usize) -> Vec<Residues> {
        let mut power = self.one;
        let mut powers = Vec::with_capacity(count);
        for i in (0..count.max(e[0].bits()).max(e[1].bits())).rev() {
            power = self.moduli.square_double(&power, e.map(|e| e.bit(i)));
            if i < count {
                powers.push(power);
            }
        }
        powers
    }

    fn leave(&mut self, x: &Residues) -> [Natural; 2] {
        SideBySide::leave(self, x)
    }
}

/// A Lucas chain with W_k in one lane and W_(k+1) in the other.
struct InLanes {
    modulo: SideBySide,
    w: Residues,
    /// The numbers to subtract from the products: (2, A) for a bit 0, and (A, 2) for a bit 1.
    less: [Integers; 2],
}

/// A chain in lanes, for odd n ≥ 3 of at most 256 bits.
pub fn in_lanes(n: &Natural, a: &Natural) -> Box<dyn Chain> {
    let modulo = SideBySide::new([n, n]);
    let two = Natural::from(2_u32);
    let (w, swapped) = (modulo.enter([&two, a]), modulo.enter([a, &two]));
    Box::new(InLanes { less: [TwoModuli::integers(&w), TwoModuli::integers(&swapped)], modulo, w })
}

impl Chain for InLanes {
    fn step(&mut self, bit: bool) {
        let factor = self.w.map(|w| if bit { w.splat_high() } else { w.splat_low() });
        self.w =
            self.modulo.moduli.multiply_subtract(&self.w, &factor, &self.less[usize::from(bit)]);
    }

    fn values(&mut self) -> [Natural; 2] {
        self.modulo.leave(&self.w)
    }
}
