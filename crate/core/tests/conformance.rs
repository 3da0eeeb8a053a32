//! Every kernel against the kernel `cios`, natively.

use powmod::kernel::{
    ALL, Maker,
    conformance::{check, check_random},
};

/// All kernels except `cios`.
fn tested() -> impl Iterator<Item = &'static Maker> {
    ALL.iter().filter(|maker| maker.name != "cios")
}

#[test]
fn every_kernel_at_every_size() {
    for maker in tested() {
        // Every number of limbs up to 130, at the bit lengths where a limb becomes full. Short moduli
        // run all of these lengths; long ones run one length for each number of limbs.
        for limbs in 1..=130 {
            let lengths = [32 * limbs - 31, 32 * limbs - 1, 32 * limbs];
            let some = if limbs <= 70 { 0..3 } else { limbs % 3..limbs % 3 + 1 };
            for &bits in &lengths[some] {
                if bits >= 2 && bits <= maker.max_bits {
                    check(*maker, bits, 1).unwrap();
                }
            }
        }
    }
}

#[test]
fn every_kernel_at_a_long_modulus() {
    for maker in tested() {
        let bits = maker.max_bits.min(16_384);
        check(*maker, bits, 2).unwrap();
    }
}

#[test]
fn a_million_random_products() {
    for maker in tested() {
        check_random(*maker, 1_000_000, 2_100, 3).unwrap();
    }
}
