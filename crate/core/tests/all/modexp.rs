//! Products, inverses and powers of bytes, compared with `num-bigint`, and edge cases. The fuzz target `mod_pow`
//! compares powers by every method on every kernel.

use crate::{any_kernel, big, natural};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use powmod::{
    Modulus, Natural, Residue, kernel,
    methods::Counting,
    modulus::{
        Odd,
        montgomery::{Element, Montgomery},
    },
    monoid::{Absorbing, ConstantTime, Costs, Monoid},
    multi::{self, Table},
    pow::{
        self,
        fixed_base::{Comb, Residues},
    },
    secret,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use zeroize::Zeroize;

/// A number of at most `bits` bits, of a shape that finds mistakes: random, all ones, 2^k and its
/// neighbours, or alternating limbs.
fn number(bits: usize, rng: &mut SmallRng) -> Natural {
    let k = rng.random_range(0..=bits);
    let power = Natural::power_of_two(k);
    let limbs = bits.div_ceil(32);
    let x = match rng.random_range(0..7) {
        0 => power.checked_sub(&Natural::one()).unwrap(),
        1 => &power + &Natural::one(),
        2 => power,
        3 => Natural::from_limbs(vec![u32::MAX; limbs]),
        4 => Natural::from_limbs([0, u32::MAX].repeat(limbs.div_ceil(2))),
        _ => Natural::from_limbs((0..limbs).map(|_| rng.random()).collect::<Vec<u32>>()),
    };
    x.low_bits(bits)
}

#[test]
fn products_of_many() {
    let rng = &mut SmallRng::seed_from_u64(11);
    for i in 0..240 {
        let bits = [1, 2, 30, 64, 257, 700][i % 6];
        let n = number(bits, rng);
        let n = if n.bits() == 0 { Natural::from(1_u32) } else { n };
        let modulus = &mut Modulus::with_kernel(&n, any_kernel(i, bits)).unwrap();
        let count = [0, 1, 2, 3, 63, 64, 100][i / 6 % 7];
        let mut factors: Vec<Natural> = (0..count).map(|k| number(bits + k % 3, rng)).collect();
        if let Some(last) = factors.last_mut() {
            // Also N − 1, N, and a number much longer.
            let special = [big(&n) - 1_u32, big(&n), big(&n) << 99];
            *last = natural(&special[i % 3]);
        }
        let expected = factors.iter().fold(BigUint::one(), |all, x| all * big(x)) % big(&n);
        assert_eq!(big(&modulus.product(&factors)), expected, "{count} factors mod {n:?}");
    }
}

#[test]
fn inverses() {
    let rng = &mut SmallRng::seed_from_u64(2);
    let mut found = 0;
    for _ in 0..2_000 {
        let n = &number(rng.random_range(0..300), rng) + &Natural::one();
        let a = number(rng.random_range(0..400), rng);
        let inverse = Modulus::new(&n).unwrap().inverse(&a);
        assert_eq!(inverse, big(&a).modinv(&big(&n)).map(|x| natural(&x)), "1/{a:?} mod {n:?}");
        found += usize::from(inverse.is_some());
    }
    assert!(found > 300, "only {found} numbers were invertible");
}

/// Montgomery's trick, modulo odd numbers, even ones and 1.
#[test]
fn inverses_of_a_list() {
    let rng = &mut SmallRng::seed_from_u64(31);
    for i in 0..200 {
        let bits = 1 + i % 300;
        let n = &(&number(bits, rng) << (i % 3 * (i % 70))) + &Natural::from((i % 2) as u32 + 2);
        let modulus = Modulus::new(&n).unwrap();
        let numbers = (0..i % 9).map(|_| number(bits + 20, rng));
        let mut list: Vec<Natural> = numbers.filter(|a| modulus.inverse(a).is_some()).collect();
        let each: Vec<_> = list.iter().map(|a| modulus.inverse(a).unwrap()).collect();
        assert_eq!(modulus.inverses(&list), Ok(each), "{list:?} mod {n:?}");
        let place = i % (list.len() + 1);
        list.insert(place, n.clone());
        list.push(n);
        assert_eq!(modulus.inverses(&list), Err(place));
    }
    let one = Modulus::new(&Natural::one()).unwrap();
    assert_eq!(one.inverses(&[Natural::one(), Natural::zero()]), Ok(vec![Natural::zero(); 2]));
}

/// A number is reduced before all else, however long: this one would take hours otherwise.
#[test]
fn unreduced_numbers_are_reduced_first() {
    let rng = &mut SmallRng::seed_from_u64(4);
    let a = Natural::from_limbs((0..1 << 19).map(|_| rng.random()).collect::<Vec<u32>>());
    let e = Natural::from(65_537_u32);
    for n in [0xffff_ffff_ffff_ffc5_u64, 0x1234_5678_9abc_def0, 1 << 40].map(Natural::from) {
        let modulus = &mut Modulus::new(&n).unwrap();
        let rest = natural(&(big(&a) % big(&n)));
        assert_eq!(modulus.reduce(&a), rest);
        let (one, longer) = (Natural::one(), Natural::power_of_two(n.bits()));
        for x in [n.clone(), &n + &one, longer.checked_sub(&one).unwrap(), longer] {
            assert_eq!(modulus.reduce(&x), natural(&(big(&x) % big(&n))), "{x:?} mod {n:?}");
        }
        let residue = modulus.to_residue(&a);
        assert_eq!(modulus.from_residue(&residue), rest);
        assert_eq!(modulus.mul(&a, &a), modulus.mul(&rest, &rest));
        assert_eq!(modulus.product([&a, &rest]), modulus.mul(&rest, &rest));
        assert_eq!(modulus.square_times(&a, 3), modulus.square_times(&rest, 3));
        assert_eq!(modulus.inverse(&a), modulus.inverse(&rest));
        assert_eq!(modulus.jacobi(&a), modulus.jacobi(&rest));
        let power = pow::mod_pow(modulus, &rest, &e);
        assert_eq!(pow::mod_pow(modulus, &a, &e), power);
        assert_eq!(pow::mod_powers(modulus, &a, &[&e])[0], power);
        assert_eq!(multi::mod_multi_pow(modulus, &[(&a, &e)]), power);
        let [a, e, n] = [&a, &e, &n].map(Natural::to_be_bytes);
        assert_eq!(powmod::modexp(&a, &e, &n), power.to_be_bytes_padded(n.len()).unwrap());
        if let Ok(power_in_bytes) = secret::mod_pow(modulus, &[(&a, &e)], 24) {
            assert_eq!(Natural::from_be_bytes(&power_in_bytes), power);
        }
        let sum = secret::mul_add(modulus, &a, &[1], &a);
        let twice = modulus.mul(&rest, &Natural::from(2_u32));
        assert_eq!(Natural::from_be_bytes(&sum), twice);
    }
}

/// Residues and elements tell their moduli apart. The same number makes the same modulus.
#[test]
fn what_belongs_to_another_modulus_is_refused() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let of = |n: u64| Modulus::new(&Natural::from(n)).unwrap();
    let five = of(1_000_003).to_residue(&5_u32.into());
    assert_eq!(of(1_000_003).from_residue(&five), 5_u32.into());
    for other in [999_983, 1_000_003 << 1, 1 << 20, (1 << 40) + 1] {
        let attempts: [fn(&mut Modulus, &Residue); 5] = [
            |n, x| drop(n.from_residue(x)),
            |n, x| n.square(&mut x.clone(), 1),
            |n, x| n.multiply(&mut x.clone(), &n.one()),
            |n, x| n.multiply(&mut n.one(), x),
            |n, x| assert!(!n.is_zero(x)),
        ];
        for attempt in attempts {
            let panic = catch_unwind(AssertUnwindSafe(|| attempt(&mut of(other), &five)));
            let message = panic.unwrap_err();
            assert_eq!(*message.downcast::<&str>().unwrap(), "a residue of another modulus");
        }
        let table = Residues::new(&mut of(1_000_003), &five, 8).unwrap();
        assert!(table.pow(&mut of(other), &3_u32.into()).is_none());
    }
    let ring = |more: u32| {
        let n = Natural::power_of_two(100) + more;
        Montgomery::new(Odd::new(n).unwrap(), kernel::active(101))
    };
    let [n, other] = [1, 3].map(ring);
    let mut foreign = other.clone().to_montgomery(&5_u32.into());
    let attempts: [fn(&mut Montgomery, &Element); 9] = [
        |n, x| drop(n.from_montgomery(x)),
        |n, x| n.multiply(&mut x.clone(), &n.one()),
        |n, x| n.multiply(&mut n.one(), x),
        |n, x| n.square(&mut x.clone(), 1),
        |n, x| assert!(!n.is_zero(x)),
        |n, x| n.over_radix(&[1; 4], &mut x.clone()),
        |n, x| n.select(&[n.one(), x.clone()], 1, &mut n.one()),
        |n, x| n.select(&[n.one()], 0, &mut x.clone()),
        |n, x| drop(pow::pow(n, x, &3_u32.into())),
    ];
    let secrets =
        |n: &mut Montgomery, x: &Element| drop(secret::multi_pow(n, &[(x.clone(), &[1])], 1));
    for attempt in attempts.into_iter().chain([secrets as _]) {
        let panic = catch_unwind(AssertUnwindSafe(|| attempt(&mut n.clone(), &foreign)));
        let message = panic.unwrap_err();
        assert_eq!(*message.downcast::<&str>().unwrap(), "an element of another modulus");
        attempt(&mut other.clone(), &foreign);
    }
    foreign.zeroize();
    assert!(
        catch_unwind(AssertUnwindSafe(|| drop(other.clone().from_montgomery(&foreign)))).is_err()
    );
    // A table has a fingerprint too, also that of a monoid that counts.
    let table = Comb::new(&mut Counting::new(n.clone()), &n.one(), 8).unwrap();
    assert!(table.pow(&mut Counting::new(other.clone()), &3_u32.into()).is_none());
    assert!(table.pow(&mut Counting::new(n.clone()), &3_u32.into()).is_some());
    let table = &Table::new(&mut n.clone(), &n.one(), 2);
    let terms = &[(table, &3_u32.into())];
    let power = multi::with_tables(&mut n.clone(), terms);
    assert!(n.clone().from_montgomery(&power).is_one());
    let panic = catch_unwind(|| drop(multi::with_tables(&mut ring(5), terms)));
    assert_eq!(*panic.unwrap_err().downcast::<&str>().unwrap(), "a table of another monoid");
}

#[test]
fn long_moduli() {
    let rng = &mut SmallRng::seed_from_u64(3);
    for bits in [16_384, 65_536, 70_000] {
        for even in [false, true] {
            let top = Natural::power_of_two(bits - 1);
            let mut n = &number(bits - 1, rng) + &top;
            if n.is_even() != even {
                n = &n + &Natural::one();
            }
            let (x, e) = (number(bits, rng), Natural::from(0b1_0011_u32));
            let power = pow::mod_pow(&Modulus::new(&n).unwrap(), &x, &e);
            assert_eq!(big(&power), big(&x).modpow(&big(&e), &big(&n)), "{bits} bits");
        }
    }
}

#[test]
fn edge_cases() {
    let small = |x: u32| Natural::from(x);
    assert!(Modulus::new(&Natural::zero()).is_none(), "no modulus 0");
    let modulus = Modulus::with_kernel(&small(35), kernel::active(6)).unwrap();
    assert_eq!(multi::mod_multi_pow(&modulus, &[]), Natural::one());
    assert_eq!(modulus.square_times(&small(2), 0), small(2));
    assert_eq!(modulus.square_times(&small(2), 5), Natural::from(2_u64.pow(32) % 35));
    // Powers that repeat end at once: modulo 35 each second one is the same.
    let endless = |modulus: &Modulus, x: u32| modulus.square_times(&small(x), u64::MAX);
    let two_hundred = Modulus::new(&Natural::power_of_two(200)).unwrap();
    assert_eq!([0, 1, 2, 3].map(|x| endless(&two_hundred, x)), [0, 1, 0, 1].map(small));
    assert_eq!([0, 1, 2, 3, 34].map(|x| endless(&modulus, x)), [0, 1, 11, 16, 1].map(small));
}

/// Each way that a power of bytes takes, beside num-bigint: one word, words in registers, division, kernels, powers of
/// two, and both parts of even moduli.
#[test]
fn powers_of_bytes() {
    let rng = &mut SmallRng::seed_from_u64(31);
    for i in 0..6_000 {
        let mut random = |bytes: usize| -> Vec<u8> {
            match rng.random_range(0..4) {
                0 => vec![0xff; bytes],
                _ => (0..bytes).map(|_| rng.random()).collect(),
            }
        };
        let length = [1, 2, 8, 9, 16, 17, 24, 25, 32, 41, 64, 65, 96, 97, 104, 140][i % 16];
        let mut n = random(length);
        let twos =
            [0, 1, 7, 8 * length / 2, 8 * length - 9 * length / 4, 8 * length - 1][i / 16 % 6];
        for bit in 0..=twos {
            let byte = &mut n[length - 1 - bit / 8];
            *byte &= !(1 << (bit % 8));
            *byte |= u8::from(bit == twos) << (bit % 8);
        }
        if twos == 8 * length - 1 {
            n[0] = 0x80;
        }
        let e = random([0, 1, 1, 2, 3, 8, 33][i % 7]);
        let x = random([0, 1, length, length + 9][i % 4]);
        let [big_x, big_e, big_n] = [&x, &e, &n].map(|bytes| BigUint::from_bytes_be(bytes));
        let mut expected = big_x.modpow(&big_e, &big_n).to_bytes_be();
        expected.splice(..0, vec![0; length.saturating_sub(expected.len())]);
        assert_eq!(powmod::modexp(&x, &e, &n), expected, "{x:x?}^{e:x?} mod {n:x?}");
    }
    assert_eq!(powmod::modexp(&[3], &[2], &[]), Vec::<u8>::new());
    assert_eq!(powmod::modexp(&[3], &[2], &[0, 0]), [0_u8; 2]);
    assert_eq!(powmod::modexp(&[], &[], &[0, 1]), [0_u8, 0]);
    assert_eq!(powmod::modexp(&[], &[], &[0, 7]), [0_u8, 1]);
    assert_eq!(powmod::modexp(&[3], &[], &[1]), [0_u8]);
}

/// The zero test of the early exit, for multiples of N whose limbs are not zero.
#[test]
fn a_multiple_of_the_modulus_is_zero_and_nothing_else() {
    let rng = &mut SmallRng::seed_from_u64(9);
    for i in 0..3_000 {
        let [p, q] = [0, 1].map(|_| &number(rng.random_range(2..400), rng) + &Natural::one());
        let n = &p * &q;
        let descriptor = any_kernel(i, n.bits());
        let mut modulus = Modulus::with_kernel(&n, descriptor).unwrap();
        let [a, b, c] = [&p, &q, &(&q + &Natural::one())].map(|x| modulus.to_residue(x));
        for (x, y) in [(&a, &b), (&a, &c), (&b, &c)] {
            let mut product = x.clone();
            modulus.multiply(&mut product, y);
            let expected = modulus.from_residue(&product).is_zero();
            assert_eq!(modulus.is_zero(&product), expected, "{}: {p:?}·{q:?}", descriptor.name);
        }
        let mut product = a.clone();
        modulus.multiply(&mut product, &b);
        assert!(modulus.is_zero(&product), "{}: {p:?}·{q:?}", descriptor.name);
    }
}

#[test]
fn the_costs_are_those_of_the_odd_part() {
    let odd = Natural::from_limbs(vec![u32::MAX; 64]);
    let costs = |n: &Natural| Modulus::new(n).unwrap().costs();
    assert_eq!(costs(&(&odd << 7)), costs(&odd));
    assert_ne!(costs(&odd), Costs::default());
    assert_eq!(costs(&(&Natural::one() << 64)), Costs::default());
    // The cost of a copy falls with the length: 3/2 products at 0 limbs, half of that at 8.
    for (limbs, copy) in [(8, 1.5 / 2.0), (64, 1.5 / 65.0), (512, 1.5 / 4097.0)] {
        let n = &Natural::power_of_two(32 * limbs - 1) + &Natural::one();
        assert_eq!(costs(&n).copy, copy, "{limbs} limbs");
    }
}

#[test]
fn a_base_with_a_power_that_is_zero_is_zero_by_the_nilpotency() {
    for (base, power) in [(2_u32, 77), (3, 50), (6, 20)] {
        let modulus = &mut Modulus::new(&natural(&BigUint::from(base).pow(power))).unwrap();
        let b = Natural::from(modulus.nilpotency() as u32);
        assert!(pow::mod_pow(modulus, &base.into(), &b).is_zero(), "{base}^{power}");
    }
}
