//! A computed test of the engine: an engine may validate a module and still compute it wrongly.

use alloc::{string::String, vec::Vec};
use powmod::{Modulus, Natural, kernel, kernel::Maker, pow};

/// Modulus lengths: one that each kernel takes at its own size, one in the middle, one short.
const BITS: [usize; 3] = [64, 512, 2048];

/// A fingerprint of each known power, by length and base; the tests below compute them again.
const EXPECTED: [[u32; 2]; 3] =
    [[0xe04b5b36, 0xc79a1178], [0x36c1c76e, 0xcbc7ce4b], [0x263b64db, 0xabf3ef36]];

/// A short exponent with runs of ones and zeros: the test is on every page's way to its first
/// result.
const EXPONENT: u32 = 0xb6_db6d;

/// Whether known powers come out right in the kernel that this build uses at each length.
///
/// # Errors
/// What came out wrong.
pub fn run() -> Result<(), String> {
    for (bits, expected) in BITS.into_iter().zip(EXPECTED) {
        let maker = kernel::active(bits);
        if fingerprints(bits, maker) != expected {
            return Err(["a power in the kernel ", maker.name, " came out wrong"].concat());
        }
    }
    Ok(())
}

/// Modulo 2^bits − 2^(bits/2) − 977, nearly all ones but without the pattern in its powers that
/// 2^bits − 1 has, powers of the worst operands: nearly all ones, and limbs of ones and zeros in
/// turn.
fn fingerprints(bits: usize, maker: Maker) -> [u32; 2] {
    let less = &Natural::power_of_two(bits / 2) + &Natural::from(977_u32);
    let n = Natural::power_of_two(bits).checked_sub(&less).expect("977 is small");
    let alternating: Vec<u32> = [u32::MAX, 0].repeat(bits / 64);
    let mut modulus = Modulus::with_kernel(&n, maker).expect("a length it takes");
    [&n >> 1, Natural::from_limbs(alternating)].map(|base| {
        let power = pow::mod_pow(&mut modulus, &base, &EXPONENT.into());
        power.limbs().iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn expected_powers_are_those_of_every_kernel() {
        for maker in kernel::ALL {
            let computed = BITS.map(|bits| fingerprints(bits, *maker));
            assert_eq!(computed, EXPECTED, "{}", maker.name);
        }
    }

    #[test]
    fn powers_are_those_of_num_bigint() {
        for (bits, expected) in BITS.into_iter().zip(EXPECTED) {
            let power_of_two = |exponent: usize| BigUint::from(1_u8) << exponent;
            let n = power_of_two(bits) - power_of_two(bits / 2) - 977_u32;
            let alternating =
                (0..bits / 64).fold(BigUint::ZERO, |x, _| x << 64 | BigUint::from(u32::MAX));
            let powers = [&n >> 1, alternating].map(|base| {
                let power = base.modpow(&EXPONENT.into(), &n);
                power.to_u32_digits().iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb)
            });
            assert_eq!(powers, expected, "{bits} bits");
        }
    }
}
