//! Every kernel, natively, against the reference.

use powmod::kernel::{ALL, conformance::check};

#[test]
fn every_kernel_at_every_size() {
    for maker in ALL {
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
    for maker in ALL {
        let bits = maker.max_bits.min(16_384);
        check(*maker, bits, 2).unwrap();
    }
}
