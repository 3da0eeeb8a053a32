//! Prints the constants of the kernels in doubles, as the tests in `tests/proofs/` read them: `KERNEL NAME = INTEGER`,
//! or `KERNEL NAME = MANTISSAbEXPONENT` for a double, exactly.

use crate::{
    kernels::relaxed,
    limbs::chain::{Chain, LOW_RANGE, LOW_START},
    primes::two_long_moduli,
};

extern crate std;

/// Prints the constants of a kernel: the ranges of its chains, doubles that are not zero, and words, of which some
/// stand for negative integers.
fn print<const WIDTH: u32>(kernel: &str, doubles: &[(&str, f64)], integers: &[(&str, u64)]) {
    let [high_least, high_most] = Chain::<WIDTH>::HIGH_RANGE;
    let [low_least, low_most] = LOW_RANGE;
    let ranges = [
        ("HIGH_LEAST", high_least),
        ("HIGH_MOST", high_most),
        ("LOW_LEAST", low_least),
        ("LOW_MOST", low_most),
    ];
    for &(name, x) in ranges.iter().chain(doubles) {
        assert!(x.is_normal() && x > 0.0, "{name}");
        let bits = x.to_bits();
        let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
        std::println!("{kernel} {name} = {mantissa}b{}", (bits >> 52) as i64 - 1075);
    }
    for (name, x) in [("WIDTH", WIDTH.into())].iter().chain(integers) {
        std::println!("{kernel} {name} = {x}");
    }
}

#[test]
fn constants_for_gappa() {
    let constants = relaxed::limbs::Constants::new();
    print::<{ relaxed::limbs::WIDTH }>(
        "relaxed",
        &[
            ("HIGH_START", relaxed::limbs::HIGH_START),
            ("LOW_START", LOW_START),
            ("DIGIT_BIAS", constants.digit_bias.low()),
            ("CARRY_BIAS", constants.carry_bias.low()),
        ],
        &[
            ("MAX_TERMS", relaxed::limbs::MAX_TERMS as u64),
            ("HIGH_BIAS", constants.high_bias.low()),
            ("LOW_BIAS", constants.low_bias.low()),
            ("MASK", constants.mask.low()),
            ("INTEGER_EXPONENT", constants.integer_exponent.low()),
            ("HALF", relaxed::limbs::HALF),
            ("OFFSET", relaxed::limbs::OFFSET),
            ("LARGEST_OFFSET_SUM", relaxed::limbs::LARGEST_OFFSET_SUM),
            ("LARGEST_LIMB", relaxed::limbs::LARGEST_LIMB),
        ],
    );

    let constants = two_long_moduli::Constants::new();
    print::<{ two_long_moduli::WIDTH }>(
        "two_long_moduli",
        &[
            ("HIGH_START", constants.start.1.low()),
            ("LOW_START", constants.start.0.low()),
            ("RADIX", two_long_moduli::RADIX),
            ("INVERSE_RADIX", constants.inverse_radix.low()),
        ],
        &[
            ("MAX_TERMS", two_long_moduli::MAX_TERMS as u64),
            ("LIMBS", two_long_moduli::MAX_LIMBS as u64),
            ("SPARE", two_long_moduli::SPARE as u64),
            ("MASK", constants.mask.low()),
            ("HALF", two_long_moduli::HALF),
            ("OFFSET", two_long_moduli::OFFSET),
            ("LARGEST_SUM", two_long_moduli::LARGEST_SUM),
            ("LOWEST_SUM_START", constants.lowest.low()),
            ("ONE_CHAIN_SUM_START", constants.one_chain.low()),
            ("TWO_CHAINS_SUM_START", constants.two_chains.low()),
            ("DIGIT_WITH_CARRY", constants.digit.low()),
        ],
    );
}
