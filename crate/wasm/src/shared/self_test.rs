//! The self-test: whether the engine computes the kernel of the module rightly.

use super::error::Error;
use alloc::vec::Vec;
use powmod::{
    Natural, kernel,
    kernel::Descriptor,
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
};

/// Modulus lengths: for `scalar`, for `short`, for `scalar` with carries beside `simd128`, and for the kernel of the
/// module. At 1856 bits the highest limbs of `simd128` and `wide` are not zero. `tests/kernels/faults.test.mjs` makes
/// each product of a kernel wrong, and this test must notice it.
const BITS: [usize; 4] = [128, 256, 448, 1856];

/// Fingerprints of the results, by length and base. The tests below compute them again.
const EXPECTED: [[u32; 2]; 4] = [
    [0x55b7ac35, 0xbd641d6e],
    [0x190364a9, 0xef783a32],
    [0x89405c06, 0xb2b611db],
    [0x8a6713b6, 0x5c606569],
];

/// The squarings before the product: few, because every page waits for this test. The test calls the kernel alone.
/// Through a method it would wait for more, because an engine compiles each function when it is first called.
const SQUARINGS: usize = 3;

/// `SelfTest`: the name of a kernel that this engine computes wrongly, or an empty text. An engine
/// may accept a module and still compute it wrongly.
pub fn self_test<O>(_objects: &mut O) -> Result<&'static str, Error> {
    let is_wrong = |(bits, expected)| fingerprints(bits, kernel::active(bits)) != expected;
    let wrong = BITS.into_iter().zip(EXPECTED).find(|&test| is_wrong(test));
    Ok(wrong.map_or("", |(bits, _)| kernel::active(bits).name))
}

/// A modulus of limbs that are nearly all ones. A kernel reduces by a multiple of it. If N is 2^bits − 2^(bits/2) −
/// 977, many limbs of that multiple are zero, and a product with zero stays right if the engine loses the other factor.
pub fn modulus(bits: usize) -> Vec<u32> {
    (1..=bits as u32 / 32).map(|i| u32::MAX - 2 * i.pow(3)).collect()
}

/// Fingerprints of x^(2^SQUARINGS + 1) for two x. The bases are the worst operands: nearly all ones, and limbs of ones
/// and zeros in turn.
fn fingerprints(bits: usize, descriptor: Descriptor) -> [u32; 2] {
    let n = Natural::from_limbs(modulus(bits));
    let alternating: Vec<u32> = [u32::MAX, 0].repeat(bits / 64);
    let mut ring = Montgomery::new(Odd::new(n.clone()).expect("odd"), descriptor);
    [&n >> 1, Natural::from_limbs(alternating)].map(|base| {
        let base = ring.to_montgomery(&base);
        let mut power = base.clone();
        ring.square(&mut power, SQUARINGS);
        ring.multiply(&mut power, &base);
        let power = ring.from_montgomery(&power);
        power.limbs().iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn expected_powers_are_those_of_every_kernel() {
        for descriptor in kernel::ALL {
            for (bits, expected) in BITS.into_iter().zip(EXPECTED) {
                if bits <= descriptor.max_bits {
                    let name = descriptor.name;
                    assert_eq!(fingerprints(bits, *descriptor), expected, "{name}, {bits} bits");
                }
            }
        }
    }

    #[test]
    fn powers_are_those_of_num_bigint() {
        for (bits, expected) in BITS.into_iter().zip(EXPECTED) {
            let power_of_two = |exponent: usize| BigUint::from(1_u8) << exponent;
            let n = BigUint::new(modulus(bits));
            let alternating =
                (0..bits / 64).fold(BigUint::ZERO, |x, _| x << 64 | BigUint::from(u32::MAX));
            let powers = [&n >> 1, alternating].map(|base| {
                let power = base.modpow(&(power_of_two(SQUARINGS) + 1_u32), &n);
                power.to_u32_digits().iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb)
            });
            assert_eq!(powers, expected, "{bits} bits");
        }
    }
}
