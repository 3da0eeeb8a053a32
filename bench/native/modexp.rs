//! `powmod::modexp` beside its peers: one call takes numbers in bytes, and its time includes set-up and conversions.

use criterion::Criterion;
use num_bigint::BigUint;
use powmod::Natural;
use powmod_bench::odd_number;
use std::hint::black_box;

type Modexp = fn(&[u8], &[u8], &[u8]) -> Vec<u8>;

const ALL: &[(&str, Modexp)] = &[
    ("powmod", powmod::modexp),
    ("aurora-engine-modexp", aurora_engine_modexp::modexp),
    ("num-bigint", num_bigint),
    #[cfg(feature = "gmp")]
    ("rug (GMP)", rug),
];

fn num_bigint(x: &[u8], e: &[u8], n: &[u8]) -> Vec<u8> {
    let [x, e, n] = [x, e, n].map(BigUint::from_bytes_be);
    x.modpow(&e, &n).to_bytes_be()
}

#[cfg(feature = "gmp")]
fn rug(x: &[u8], e: &[u8], n: &[u8]) -> Vec<u8> {
    use rug::{Integer, integer::Order};
    let [x, e, n] = [x, e, n].map(|bytes| Integer::from_digits(bytes, Order::Msf));
    super::peers::bytes_of(x.pow_mod(&e, &n).expect("an exponent above 0"))
}

/// The name of a shape, its modulus, and its exponent.
fn shapes() -> Vec<(&'static str, Natural, Natural)> {
    let odd = |bytes: usize| odd_number(8 * bytes, 1);
    let exponent = |bytes: usize| odd_number(8 * bytes, 2);
    vec![
        ("8 bytes, exponent of 8", odd(8), exponent(8)),
        ("32 bytes, exponent of 32", odd(32), exponent(32)),
        ("256 bytes, exponent 2", odd(256), 2_u32.into()),
        ("256 bytes, exponent 65537", odd(256), 65_537_u32.into()),
        ("256 bytes, exponent of 32", odd(256), exponent(32)),
        ("2^1024 times 128 odd bytes, exponent of 32", &odd(128) << 1024, exponent(32)),
        ("2^2047, exponent of 256", Natural::power_of_two(2047), exponent(256)),
        ("1024 bytes, exponent of 32", odd(1024), exponent(32)),
    ]
}

pub fn modexp(criterion: &mut Criterion) {
    for (shape, n, e) in shapes() {
        let x = odd_number(n.bits() - 1, 3);
        let [x, e, n] = [x, e, n].map(|number| number.to_be_bytes());
        let expected = Natural::from_be_bytes(&powmod::modexp(&x, &e, &n));
        let mut group = criterion.benchmark_group(format!("modexp {shape}"));
        for (name, modexp) in ALL {
            assert_eq!(Natural::from_be_bytes(&modexp(&x, &e, &n)), expected, "{name}");
            group.bench_function(*name, |bencher| bencher.iter(|| modexp(black_box(&x), &e, &n)));
        }
        group.finish();
    }
}
