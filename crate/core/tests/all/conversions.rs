//! Numbers from and to those of other crates, by the optional features, compared by their bytes.

use crypto_bigint::{BoxedUint, Limb, U128};
use num_bigint::BigUint;
use powmod::Natural;
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

fn samples() -> impl Iterator<Item = Natural> {
    let rng = &mut SmallRng::seed_from_u64(31);
    let random = |bits| Natural::random_below(&Natural::power_of_two(bits), rng).expect("above 0");
    let random: Vec<_> = (0..200).map(random).collect();
    let powers = [0, 31, 32, 63, 64, 65, 128].map(Natural::power_of_two);
    let below = powers.clone().map(|x| x.checked_sub(&1_u32.into()).expect("above 0"));
    powers.into_iter().chain(below).chain(random)
}

#[test]
fn numbers_of_num_bigint() {
    for x in samples() {
        let big = BigUint::from(&x);
        assert_eq!(big, BigUint::from_bytes_be(&x.to_be_bytes()));
        assert_eq!(Natural::from(&big), x);
    }
}

/// The lengths are around those where the method changes, and leave parts of each length: halves, thirds and ends.
#[test]
fn decimal_text_of_long_numbers() {
    let rng = &mut SmallRng::seed_from_u64(33);
    let lengths = [31, 32, 33, 63, 64, 65, 66, 127, 129, 257, 300, 511, 700, 1025, 5000];
    for limbs in lengths {
        let random = Natural::random_below(&Natural::power_of_two(32 * limbs), rng).unwrap();
        let ones = Natural::power_of_two(32 * limbs).checked_sub(&1_u32.into()).unwrap();
        for x in [random, ones, Natural::power_of_two(32 * limbs)] {
            let text = x.to_string();
            assert_eq!(text, BigUint::from(&x).to_string(), "{limbs} limbs");
            assert_eq!(text.parse::<Natural>().unwrap(), x, "{limbs} limbs");
        }
        for text in [format!("1{}", "0".repeat(9 * limbs)), "9".repeat(9 * limbs)] {
            assert_eq!(text.parse::<Natural>().unwrap().to_string(), text, "{limbs} limbs");
        }
    }
}

#[test]
fn numbers_of_crypto_bigint() {
    for x in samples() {
        let boxed = BoxedUint::from(&x);
        assert_eq!(Natural::from_be_bytes(&boxed.to_be_bytes()), x);
        assert_eq!(Natural::from(&boxed), x);
        assert_eq!(boxed.nlimbs(), x.bits().div_ceil(Limb::BITS as usize).max(1));
        let short = U128::try_from(x.clone());
        assert_eq!((short.is_ok(), &short), (x.bits() <= 128, &U128::try_from(&x)));
        if let Ok(short) = short {
            assert_eq!([Natural::from(&short), Natural::from(short)], [x.clone(), x]);
        }
    }
}

#[test]
fn numbers_in_json() {
    for x in samples() {
        let json = serde_json::to_string(&x).expect("a number");
        assert_eq!(json, format!("\"{x:#x}\""));
        assert_eq!(serde_json::from_str::<Natural>(&json).expect("what was written"), x);
        let decimal = format!("\"{x}\"");
        assert_eq!(serde_json::from_str::<Natural>(&decimal).expect("decimal digits"), x);
    }
    assert!(serde_json::from_str::<Natural>("\"0xg\"").is_err());
    assert!(serde_json::from_str::<Natural>("5").is_err());
    let of_length = |length: usize| format!("\"0x{}\"", "1".repeat(length - 2));
    // 2^20 bits, as the digits are written.
    assert!(serde_json::from_str::<Natural>(&of_length((1 << 18) + 2)).is_ok());
    let refused = serde_json::from_str::<Natural>(&of_length((1 << 18) + 3)).unwrap_err();
    assert!(refused.to_string().contains("at most 262146 characters"), "{refused}");
}

#[test]
fn random_numbers_are_below_their_bound() {
    let rng = &mut SmallRng::seed_from_u64(32);
    assert_eq!(Natural::random_below(&0_u32.into(), rng), None);
    for n in [1_u32, 2, 7, 256, 257] {
        let drawn: HashSet<_> =
            (0..20 * n).map(|_| Natural::random_below(&n.into(), rng)).collect();
        let all = (0..n).map(|x| Some(x.into())).collect();
        // With 20 draws for each of 257 numbers, one of these is missing with a probability below 10^−6.
        assert_eq!(drawn, all, "below {n}");
    }
}
