//! `cargo bench`: powers, products, inverses, common divisors and tests of primes natively, beside num-bigint,
//! crypto-bigint and, by the features `peers` and `gmp`, malachite, dashu and rug. For the report
//! `node bench/native/native.mjs` runs it.

mod arithmetic;
mod modexp;
mod peers;

use criterion::{Criterion, criterion_group, criterion_main};
use powmod::{Modulus, Natural, kernel, multi, pow, secret};
use powmod_bench::odd_number;
use std::{hint::black_box, time::Duration};

fn modpow(criterion: &mut Criterion) {
    let shapes = [(256, 256), (512, 512), (1024, 1024), (2048, 256), (2048, 2048), (4096, 256)];
    for (bits, exponent_bits) in shapes {
        let [n, x, y] = [1, 2, 3].map(|seed| odd_number(bits, seed));
        let [a, b] = [4, 5].map(|seed| odd_number(exponent_bits, seed));
        let mut group = criterion.benchmark_group(format!("modpow {bits}/{exponent_bits}"));

        let kept = Modulus::new(&n).expect("a modulus above 0");
        let expected = pow::mod_pow(&kept, &x, &a);
        group.bench_function("powmod", |bencher| {
            bencher.iter(|| pow::mod_pow(&kept, black_box(&x), &a));
        });
        for (name, power) in peers::all(&x, &a, &n) {
            assert_eq!(Natural::from_be_bytes(&power()), expected, "{name}");
            group.bench_function(name, |bencher| bencher.iter(&power));
        }
        let [base, exponent] = [&x, &a].map(Natural::to_be_bytes);
        let secret_power =
            || secret::mod_pow(&kept, &[(black_box(&base), &exponent)], exponent_bits);
        assert_eq!(Natural::from_be_bytes(&secret_power().expect("an odd modulus")), expected);
        group.bench_function("powmod secret", |bencher| bencher.iter(secret_power));
        // Includes the set-up for the modulus, as the calls of num-bigint and GMP do.
        group.bench_function("powmod with set-up", |bencher| {
            bencher.iter(|| {
                let modulus = Modulus::new(black_box(&n)).expect("a modulus above 0");
                pow::mod_pow(&modulus, &x, &a)
            });
        });
        let cios = Modulus::with_kernel(&n, kernel::ALL[0]).expect("a length it takes");
        assert_eq!(pow::mod_pow(&cios, &x, &a), expected);
        group.bench_function(kernel::ALL[0].name, |bencher| {
            bencher.iter(|| pow::mod_pow(&cios, black_box(&x), &a));
        });
        group.bench_function("powmod, double", |bencher| {
            bencher.iter(|| multi::mod_multi_pow(&kept, &[(black_box(&x), &a), (&y, &b)]));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(50);
    targets = modpow, arithmetic::all, modexp::modexp
}
criterion_main!(benches);
