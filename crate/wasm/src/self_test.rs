//! A computed test of the engine: an engine may validate a module and still compute it wrongly.

use alloc::{string::String, vec, vec::Vec};
use powmod::{
    Modulus, Natural,
    kernel::{self, reference},
    pow,
};

/// Modular powers at worst-case limbs, in the kernel and in 32-bit limbs: at a size that the
/// kernel takes for itself and at the shortest ones.
pub fn run() -> Result<(), String> {
    for bits in [64, 512, 2048] {
        let ones = Natural::from_limbs(vec![u32::MAX; bits / 32]);
        let alternating: Vec<u32> = [u32::MAX, 0].repeat(bits / 64);
        let exponent = Natural::from(0xffff_ffff_0000_0001_u64);
        for base in [&ones >> 1, Natural::from_limbs(alternating), &ones >> (bits / 2)] {
            let power = |maker| {
                let mut modulus = Modulus::with_kernel(&ones, maker).expect("a size it takes");
                pow::mod_pow(&mut modulus, &base, &exponent)
            };
            let maker = kernel::active(bits);
            if power(maker) != power(reference::MAKER) {
                return Err(["a power in the kernel ", maker.name, " came out wrong"].concat());
            }
        }
    }
    Ok(())
}
