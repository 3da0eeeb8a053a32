//! A kernel around another one, which counts calls or spoils numbers.

use core::marker::PhantomData;
use powmod::kernel::{Descriptor, Kernel, active};

/// What a test changes in each call of the kernel. By default it changes nothing.
pub trait Hooks: Send + Sync + 'static {
    /// The kernel encodes a number with this lowest limb. The number's own is `limb`.
    fn encode(limb: u32) -> u32 {
        limb
    }
    /// A decoded number gets this lowest limb. The kernel's own is `limb`.
    fn decode(limb: u32) -> u32 {
        limb
    }
    fn multiply() {}
    /// The number of squarings that the kernel computes. The caller asked for `times`.
    fn square(times: usize) -> usize {
        times
    }
}

struct Wrapped<H>(Box<dyn Kernel>, PhantomData<H>);

impl<H: Hooks> Kernel for Wrapped<H> {
    fn words(&self) -> usize {
        self.0.words()
    }
    fn radix_bits(&self) -> usize {
        self.0.radix_bits()
    }
    fn decoded_limbs(&self) -> usize {
        self.0.decoded_limbs()
    }
    fn encode(&self, x: &[u32], out: &mut [u64]) {
        let mut x = x.to_vec();
        x[0] = H::encode(x[0]);
        self.0.encode(&x, out);
    }
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        self.0.decode(a, out);
        out[0] = H::decode(out[0]);
    }
    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        H::multiply();
        self.0.montgomery_multiply(a, b);
    }
    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        self.0.montgomery_square(a, H::square(times));
    }
    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(Self(self.0.fork(), PhantomData))
    }
}

/// The kernel for moduli of `bits` bits, with the hooks `H` around it.
pub fn wrapped<H: Hooks>(bits: usize) -> Descriptor {
    let make = |limbs: &[u32]| -> Box<dyn Kernel> {
        Box::new(Wrapped::<H>((active(32 * limbs.len()).make)(limbs), PhantomData))
    };
    Descriptor { make, ..active(bits) }
}
