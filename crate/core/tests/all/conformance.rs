//! Every kernel against the kernel `cios`, natively.

use powmod::{
    kernel::conformance::{check, check_random},
    kernel::{ALL, Descriptor, named},
};

/// All kernels except `cios` that take a modulus of `bits` bits.
fn tested(bits: usize) -> Vec<Descriptor> {
    let takes = |descriptor: &&Descriptor| descriptor.name != "cios" && bits <= descriptor.max_bits;
    ALL.iter().filter(takes).copied().collect()
}

#[test]
fn every_kernel_at_every_size() {
    // The lengths around which a limb becomes full: all three up to 32 limbs, then one of the three; beyond 70 limbs at
    // every tenth number of limbs, and around the length from which `relaxed` takes Karatsuba's products.
    let longer = (71..=130).filter(|limbs| limbs % 10 == 0).chain(151..153);
    for limbs in (1..=70).chain(longer) {
        let lengths = [32 * limbs - 31, 32 * limbs - 1, 32 * limbs];
        let some = if limbs <= 32 { 0..3 } else { limbs % 3..limbs % 3 + 1 };
        for &bits in lengths[some].iter().filter(|bits| **bits >= 2) {
            check(&tested(bits), bits, 1).unwrap();
        }
    }
}

/// The longest of each kernel to 8192 bits, and odd lengths of Karatsuba's products, which modules of powers compute
/// without.
#[test]
fn every_kernel_at_long_moduli() {
    let schoolbook = named("relaxed without Karatsuba").expect("a kernel of this name");
    for descriptor in tested(0).into_iter().chain([schoolbook]) {
        let karatsuba: &[usize] = match descriptor.name {
            "relaxed" => &[4_849, 7_049, 9_901],
            name if name == schoolbook.name => &[9_901],
            _ => &[],
        };
        for bits in karatsuba.iter().copied().chain([descriptor.max_bits.min(8_192)]) {
            check(&[descriptor], bits, 2).unwrap();
        }
    }
}

#[test]
fn random_products() {
    check_random(&tested(2_100), 100_000, 2_100, 3).unwrap();
    check_random(&tested(256), 200_000, 256, 4).unwrap();
}
