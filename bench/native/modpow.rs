//! `cargo bench`: x^e mod N and x^a · y^b mod N on every kernel, natively, beside num-bigint.

use criterion::{Criterion, criterion_group, criterion_main};
use powmod::{Modulus, kernel, multi, pow};
use powmod_bench::{from_peer, odd_number, peer};
use std::hint::black_box;

fn modpow(criterion: &mut Criterion) {
    for (bits, exponent_bits) in [(256, 256), (1024, 1024), (2048, 256), (2048, 2048), (4096, 256)]
    {
        let [n, x, y] = [1, 2, 3].map(|seed| odd_number(bits, seed));
        let [a, b] = [4, 5].map(|seed| odd_number(exponent_bits, seed));
        let expected = from_peer(&peer(&x).modpow(&peer(&a), &peer(&n)));

        let mut group = criterion.benchmark_group(format!("modpow {bits}/{exponent_bits}"));
        let peers = [&x, &a, &n].map(peer);
        group.bench_function("num-bigint", |bencher| {
            bencher.iter(|| black_box(&peers[0]).modpow(&peers[1], &peers[2]));
        });
        // As num-bigint's: from the numbers alone, with all that is computed for the modulus.
        group.bench_function("powmod", |bencher| {
            bencher.iter(|| {
                let mut modulus = Modulus::new(black_box(&n)).expect("a modulus above 0");
                pow::mod_pow(&mut modulus, &x, &a)
            });
        });
        for maker in kernel::ALL {
            let mut modulus = Modulus::with_kernel(&n, *maker).expect("a length it takes");
            assert_eq!(pow::mod_pow(&mut modulus, &x, &a), expected, "{}", maker.name);
            group.bench_function(maker.name, |bencher| {
                bencher.iter(|| pow::mod_pow(&mut modulus, black_box(&x), &a));
            });
            group.bench_function(format!("{}, double", maker.name), |bencher| {
                bencher
                    .iter(|| multi::mod_multi_pow(&mut modulus, &[(black_box(&x), &a), (&y, &b)]));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, modpow);
criterion_main!(benches);
