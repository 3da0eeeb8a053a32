//! The code that reaches `unsafe`: the kernels, and memory that is wiped. Small numbers are compared with 128-bit
//! arithmetic. Miri interprets these tests (`npm run miri`), about a thousand times slower than they run natively. The
//! environment variable `ROUNDS` repeats them with other numbers.

use powmod::{
    Modulus, Natural,
    kernel::{ALL, conformance::check_random},
    pow, secret,
};
use powmod_kernel::{TwoAtOnce, TwoLongModuli};
use rand::{RngExt, SeedableRng, rngs::SmallRng};

fn rounds() -> u64 {
    std::env::var("ROUNDS").map_or(1, |rounds| rounds.parse().expect("ROUNDS is a number"))
}

fn generators() -> impl Iterator<Item = SmallRng> {
    (0..rounds()).map(SmallRng::seed_from_u64)
}

/// x^e mod n for n < 2^64.
fn power(x: u64, e: u64, n: u64) -> u64 {
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    (0..64).rev().fold(1 % n, |power, i| {
        let square = product(power, power);
        if e >> i & 1 == 1 { product(square, x % n) } else { square }
    })
}

#[test]
fn products_on_every_kernel() {
    for seed in 0..rounds() {
        check_random(ALL, 100, 130, seed).unwrap();
    }
}

#[test]
fn powers_on_every_kernel() {
    for mut rng in generators() {
        for descriptor in ALL {
            let n = rng.random::<u64>() | 1;
            let (x, e) = (rng.random::<u64>(), rng.random::<u8>());
            let expected = Natural::from(power(x, e.into(), n));
            let modulus = &mut Modulus::with_kernel(&n.into(), *descriptor).unwrap();
            let found = pow::mod_pow(modulus, &x.into(), &u32::from(e).into());
            assert_eq!(found, expected, "{}: {x}^{e} mod {n}", descriptor.name);
            let found = secret::mod_pow(modulus, &[(&x.to_be_bytes(), &[e])], 8).unwrap();
            let found = Natural::from_be_bytes(&found[..]);
            assert_eq!(found, expected, "{}: {x}^{e} mod {n}, secretly", descriptor.name);
        }
    }
}

#[test]
fn products_modulo_two_moduli() {
    for mut rng in generators() {
        // With moduli n·2^192, (x·2^96)·(y·2^96) leaves x·y mod n in the highest 64 bits.
        let n = [0; 2].map(|_| rng.random::<u64>() | 1 << 63);
        let [x, y] = [0; 2].map(|_| rng.random::<u64>());
        let bit = u64::from(rng.random::<bool>());
        let moduli = n.map(|n| &Natural::from(n) << 192);
        let mut moduli: TwoLongModuli = TwoAtOnce::new(moduli.each_ref().map(Natural::limbs));
        let numbers = [x, y].map(|x| &Natural::from(x) << 96);
        let residues = moduli.encode(numbers.each_ref().map(Natural::limbs));
        let zero = moduli.encode([&[], &[]]);

        let (mut squared, mut chained) = (residues.clone(), residues);
        moduli.square_double(&mut squared, [&[bit as u32], &[]], 0..1);
        moduli.lucas_chain(&mut chained, &[zero.clone(), zero], &[bit as u32], 0..1);
        let left = |x| moduli.from_montgomery(x).map(Natural::from_limbs);
        let product =
            |a: u64, b: u64, n: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
        let factor = if bit == 1 { y } else { x };
        let squares = [product(product(x, x, n[0]), 1 << bit, n[0]), product(y, y, n[1])];
        let products = [product(x, factor, n[0]), product(y, factor, n[1])];
        assert_eq!(left(&squared), squares.map(|x| &Natural::from(x) << 192), "{x}², {y}²");
        assert_eq!(left(&chained), products.map(|x| &Natural::from(x) << 192), "{x}, {y}: {bit}");
    }
}
