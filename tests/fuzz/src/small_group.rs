//! A group so small that a proof costs microseconds. Its modulus is the product of two safe primes,
//! so that no element of low order is known except ±1.

use num_traits::One;
use powmod::{Modulus, Natural, primality::is_probable_prime};
use powmod_vdf::Group;
use std::sync::LazyLock;

/// 127 or 128 bits, which is shorter than any modulus that a verifier accepts from outside.
pub static GROUP: LazyLock<Group> = LazyLock::new(|| {
    let n = &safe_prime(0x9e37_79b9_7f4a_7c15) * &safe_prime(0xd1b5_4a32_d192_ed03);
    Group::new(Modulus::new(&n).expect("above 0")).expect("a product of two large primes")
});

/// The first p = 2q + 1 from `from` on with p and q prime.
fn safe_prime(from: u64) -> Natural {
    let double = |q: &Natural| &(q << 1) + &Natural::one();
    let mut q = Natural::from(from >> 1 | 1);
    while !is_probable_prime(&q) || !is_probable_prime(&double(&q)) {
        q = &q + &Natural::from(2_u32);
    }
    double(&q)
}
