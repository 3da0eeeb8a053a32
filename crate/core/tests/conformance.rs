//! Every kernel, natively, against the reference.

use powmod::kernel::{
    ALL, Maker,
    conformance::{check, check_random},
};

/// All but the one that they are compared with.
fn tested() -> impl Iterator<Item = &'static Maker> {
    ALL.iter().filter(|maker| maker.name != "reference")
}

#[test]
fn every_kernel_at_every_size() {
    for maker in tested() {
        // Every limb count to 130, at the bit lengths where a limb fills up.
        for limbs in 1..=130 {
            for bits in [32 * limbs - 31, 32 * limbs - 1, 32 * limbs] {
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
