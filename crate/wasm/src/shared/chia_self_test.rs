//! The self-test of the modules for Chia: whether the engine computes their searches for primes rightly. The arithmetic
//! of forms is in integers, which engines do not compute in several ways.

use super::error::Error;
use super::self_test::modulus;
use powmod::{Natural, kernel, primality::power_of_two};

/// The length of the modulus: that of a discriminant.
const BITS: usize = 1024;

/// The exponent, with as many squarings as it has bits.
const EXPONENT: u64 = 0xfedc_ba98_7654_3210;

/// A fingerprint of the result. The tests below compute it again.
const EXPECTED: u32 = 0xb8e38df5;

/// `SelfTest`: the name of the kernel if this engine computes it wrongly, or an empty text.
pub fn self_test<O>(_objects: &mut O) -> Result<&'static str, Error> {
    Ok(if fingerprint() == EXPECTED { "" } else { kernel::active(BITS).name })
}

/// A fingerprint of a power of two.
fn fingerprint() -> u32 {
    let power = power_of_two(&Natural::from(EXPONENT), &Natural::from_limbs(modulus(BITS)));
    let power = power.expect("an odd modulus");
    power.limbs().iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn the_expected_power_is_that_of_num_bigint() {
        let n = BigUint::new(modulus(BITS));
        let power = BigUint::from(2_u8).modpow(&EXPONENT.into(), &n);
        let limbs = power.to_u32_digits();
        assert_eq!(limbs.iter().fold(0, |sum: u32, limb| sum.rotate_left(7) ^ limb), EXPECTED);
        assert_eq!(fingerprint(), EXPECTED);
    }
}
