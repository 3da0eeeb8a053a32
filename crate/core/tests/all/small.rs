//! Every operation on small numbers, compared with 128-bit arithmetic. Miri interprets these tests
//! (`npm run miri`), about a thousand times slower than they run natively. The environment variable
//! `ROUNDS` repeats them with other numbers.

use powmod::{
    Modulus, Natural,
    kernel::{ALL, conformance::check_random},
    methods::{self, EarlyExit, Multi, Single, WindowRule},
    pow::{
        self,
        fixed_base::{Comb, Residues},
    },
    secret,
};
use powmod_kernel::{TwoAtOnce, TwoModuli};
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
fn powers_by_every_method() {
    for mut rng in generators() {
        let any = rng.random::<u64>();
        // An odd number, an even number, a power of two, and 1.
        for n in [any | 1, any & !7 | 8, 1 << 40, 1] {
            let [x, y] = [0; 2].map(|_| rng.random::<u64>());
            let [a, b] = [rng.random_range(0..1 << 8), rng.random_range(0..1 << 5)];
            let modulus = &mut Modulus::new(&n.into()).unwrap();
            let expected = power(x, a, n);
            let [x_number, y_number, a_number, b_number] = [x, y, a, b].map(Natural::from);
            let residue = modulus.enter(&x_number);
            let window = Some(3);
            for method in [
                Single::Binary { early_exit: None },
                Single::Binary { early_exit: Some(EarlyExit::Products) },
                Single::Binary { early_exit: Some(EarlyExit::All) },
                Single::Mary { window },
                Single::Sliding { window, rule: WindowRule::Minimal },
            ] {
                let power = methods::pow(method, modulus, &residue, &a_number);
                assert_eq!(modulus.leave(&power), expected.into(), "{method:?} mod {n}");
            }
            let residues = Residues::new(modulus, &residue, 8).unwrap();
            let of_residues = residues.pow(modulus, &a_number).unwrap();
            assert_eq!(modulus.leave(&of_residues), expected.into(), "mod {n}");
            let comb = Comb::new(modulus, &residue, 8).unwrap();
            let of_comb = comb.pow(modulus, &a_number).unwrap();
            assert_eq!(modulus.leave(&of_comb), expected.into(), "mod {n}");

            let product = u128::from(expected) * u128::from(power(y, b, n)) % u128::from(n);
            let product = Natural::from(product as u64);
            let terms = [(residue, &a_number), (modulus.enter(&y_number), &b_number)];
            for method in [
                Multi::Separate,
                Multi::Ary { window: 2 },
                Multi::Yll { window: 2 },
                Multi::Interleaved { window: None },
                Multi::Pippenger { window: 3 },
                Multi::BosCoster,
            ] {
                let power = methods::multi_pow(method, modulus, &terms);
                assert_eq!(modulus.leave(&power), product, "{method:?} mod {n}");
            }
        }
    }
}

#[test]
fn inverses() {
    for mut rng in generators() {
        let n = rng.random::<u64>() | 1;
        let a = rng.random::<u64>();
        let modulus = &mut Modulus::new(&n.into()).unwrap();
        if let Some(inverse) = modulus.inverse(&a.into()) {
            assert_eq!(modulus.mul(&inverse, &a.into()), 1_u32.into(), "1/{a} mod {n}");
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
        let mut moduli: TwoModuli = TwoAtOnce::new(moduli.each_ref().map(Natural::limbs));
        let numbers = [x, y].map(|x| &Natural::from(x) << 96);
        let residues = moduli.encode(numbers.each_ref().map(Natural::limbs));
        let zero = moduli.encode([&[], &[]]);

        let (mut squared, mut chained) = (residues, residues);
        moduli.square_double(&mut squared, [&[bit as u32], &[]], 0..1);
        moduli.lucas_chain(&mut chained, &[zero; 2], &[bit as u32], 0..1);
        let left = |x| moduli.leave(x).map(Natural::from_limbs);
        let product =
            |a: u64, b: u64, n: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
        let factor = if bit == 1 { y } else { x };
        let squares = [product(product(x, x, n[0]), 1 << bit, n[0]), product(y, y, n[1])];
        let products = [product(x, factor, n[0]), product(y, factor, n[1])];
        assert_eq!(left(&squared), squares.map(|x| &Natural::from(x) << 192), "{x}², {y}²");
        assert_eq!(left(&chained), products.map(|x| &Natural::from(x) << 192), "{x}, {y}: {bit}");
    }
}

#[test]
fn numbers_in_and_out() {
    for mut rng in generators() {
        let [a, b] = [0; 2].map(|_| rng.random::<u64>());
        let [x, y] = [a, b].map(Natural::from);
        let number =
            |x: &Natural| x.to_be_bytes().iter().fold(0, |n, &byte| n << 8 | u128::from(byte));
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        assert_eq!(number(&(&x + &y)), wide_a + wide_b);
        assert_eq!(number(&(&x * &y)), wide_a * wide_b);
        assert_eq!(x.checked_sub(&y).map(|x| number(&x)), wide_a.checked_sub(wide_b));
        for bits in [0, 1, 31, 32, 33, 63] {
            assert_eq!(number(&(&x << bits)), wide_a << bits);
            assert_eq!(number(&(&x >> bits)), wide_a >> bits);
            assert_eq!(number(&x.low_bits(bits)), wide_a & ((1 << bits) - 1));
        }
        assert_eq!(Natural::from_be_bytes(&x.to_be_bytes_padded(13).unwrap()), x);
    }
}
