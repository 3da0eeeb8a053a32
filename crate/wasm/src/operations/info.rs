//! What a module tells of itself: its kernel, and whether the engine computes it rightly.

use crate::{objects::Objects, types::ModuleName};
use alloc::vec::Vec;
use powmod::{Error, Modulus, Natural, kernel, kernel::Maker, pow};

/// `NameOfModule`.
pub fn name_of_module(_objects: &mut Objects) -> Result<ModuleName, Error> {
    Ok(ModuleName {
        kernel: kernel::built_for().name,
        part: if cfg!(feature = "prover") { "-prover" } else { "" },
    })
}

/// Modulus lengths: one that each kernel takes at its own size, one in the middle, one short.
const BITS: [usize; 3] = [64, 512, 2048];

/// A fingerprint of each known power, by length and base. The tests below compute them again.
const EXPECTED: [[u32; 2]; 3] =
    [[0xe04b5b36, 0xc79a1178], [0x36c1c76e, 0xcbc7ce4b], [0x263b64db, 0xabf3ef36]];

/// A short exponent with runs of ones and zeros. Every page runs the test before its first result,
/// so the test must be short.
const EXPONENT: u32 = 0xb6_db6d;

/// `SelfTest`: the name of a kernel that this engine computes wrongly, or an empty text. An engine
/// may accept a module and still compute it wrongly.
pub fn self_test(_objects: &mut Objects) -> Result<&'static str, Error> {
    let is_wrong = |(bits, expected)| fingerprints(bits, kernel::active(bits)) != expected;
    let wrong = BITS.into_iter().zip(EXPECTED).find(|&test| is_wrong(test));
    Ok(wrong.map_or("", |(bits, _)| kernel::active(bits).name))
}

/// Fingerprints of two powers modulo 2^bits − 2^(bits/2) − 977. The modulus is nearly all ones, but
/// its powers have no simple pattern, as those modulo 2^bits − 1 would. The bases are the worst
/// operands: nearly all ones, and limbs of ones and zeros in turn.
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
