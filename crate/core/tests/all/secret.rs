//! The secret path, compared with num-bigint: powers, double powers, and RSA by the Chinese remainder
//! theorem.

use crate::any_kernel;
use num_bigint::BigUint;
use num_integer::Integer;
use powmod::{
    Error, Field, Kind, Modulus, Natural,
    kernel::ALL,
    modulus::{Odd, montgomery::Montgomery},
    monoid::{ConstantTime, Monoid},
    pow::fixed_base::{Comb, Residues},
    secret::{
        self, Secret,
        crt::{self, KeptKey, Key, PublicKey},
    },
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::{
    collections::HashSet,
    panic::{RefUnwindSafe, UnwindSafe},
};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

fn random(length: usize, rng: &mut SmallRng) -> Vec<u8> {
    (0..length).map(|_| rng.random()).collect()
}

fn padded(x: &BigUint, length: usize) -> Vec<u8> {
    let bytes = x.to_bytes_be();
    let mut out = vec![0; length - bytes.len()];
    out.extend(bytes);
    out
}

#[test]
fn keys_and_moduli_are_shared_and_a_panic_beside_them_is_caught() {
    fn has_traits<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
    has_traits::<KeptKey>();
    has_traits::<Modulus>();
    fn is_wiped<T: ZeroizeOnDrop>() {}
    is_wiped::<KeptKey>();
}

#[test]
fn powers_and_double_powers() {
    let rng = &mut SmallRng::seed_from_u64(7);
    for i in 0..600 {
        let mut n = random(1 + i % 70, rng);
        *n.last_mut().unwrap() |= 1;
        n[0] |= 2;
        let mut exponents = [random(i % 23, rng), random(i % 23, rng)];
        match i % 5 {
            0 => exponents[0].fill(0),
            1 => exponents[0].fill(255),
            _ => {}
        }
        let bases = [random(i % 90, rng), random(40, rng)];
        let bits = 8 * (i % 23);
        let descriptor = any_kernel(i, 8 * n.len());
        let modulus = &mut Modulus::with_kernel(&Natural::from_be_bytes(&n), descriptor).unwrap();
        let big = BigUint::from_bytes_be;
        let power = |i: usize| big(&bases[i]).modpow(&big(&exponents[i]), &big(&n));
        let length = big(&n).to_bytes_be().len();

        let terms: Vec<_> = bases.iter().zip(&exponents).map(|(x, e)| (&x[..], &e[..])).collect();
        let single = secret::mod_pow(modulus, &terms[..1], bits).unwrap();
        assert_eq!(single[..], padded(&power(0), length), "{} {i}", descriptor.name);
        let double = secret::mod_pow(modulus, &terms, bits).unwrap();
        assert_eq!(
            double[..],
            padded(&(power(0) * power(1) % big(&n)), length),
            "{} {i}",
            descriptor.name
        );
    }
}

#[test]
fn powers_of_a_fixed_base_on_every_kernel() {
    let rng = &mut SmallRng::seed_from_u64(9);
    for i in 0..120 {
        let bytes = [3, 8, 20, 31, 64, 130][i % 6];
        let descriptor = any_kernel(i / 6, 8 * bytes);
        let mut n = random(bytes, rng);
        *n.last_mut().unwrap() |= 1;
        // The longest numbers, and those with the lowest and the highest leading limb.
        n[0] = [0xff, 1, 0x80, n[0] | 1][i % 4];
        let mut modulus = Modulus::with_kernel(&Natural::from_be_bytes(&n), descriptor).unwrap();
        let shared = modulus.clone();
        let ring = modulus.montgomery().unwrap();
        let big = BigUint::from_bytes_be;
        let base = random(bytes, rng);
        let element = ring.to_montgomery(&Natural::from_be_bytes(&base));
        let bits = [1, 7, 8, 64, 256, 300][i / 2 % 6];
        let comb = Comb::new(ring, &element, bits).unwrap();
        for fill in [Some(0), Some(0xff), None] {
            let mut e: Vec<u8> =
                fill.map_or_else(|| random(bits.div_ceil(8), rng), |b| vec![b; bits.div_ceil(8)]);
            e[0] &= 0xff >> (8 * e.len() - bits);
            let power = secret::fixed_base_pow(&shared, &comb, &e).unwrap();
            let expected = big(&base).modpow(&big(&e), &big(&n));
            assert_eq!(
                power[..],
                padded(&expected, big(&n).to_bytes_be().len()),
                "{} {i}",
                descriptor.name
            );
            let open = comb.pow(ring, &Natural::from_be_bytes(&e)).unwrap();
            assert_eq!(
                ring.from_montgomery(&open),
                Natural::from_be_bytes(&expected.to_bytes_be())
            );
        }
    }
}

/// Odd and even moduli, powers of 2 and 1, of up to `bytes` bytes and 2^130 more.
fn any_modulus(i: usize, bytes: usize, rng: &mut SmallRng) -> BigUint {
    let odd = match i % 5 {
        0 => BigUint::from(1_u8),
        1 => (BigUint::from(1_u8) << (8 * (i % bytes) + 1)) - 1_u8,
        _ => BigUint::from_bytes_be(&random(1 + i % bytes, rng)) | BigUint::from(1_u8),
    };
    odd << [0, 1, 0, 2, 0, 31, 32, 33, 0, 63, 64, 65, 0, 96, 130][i % 15]
}

#[test]
fn sums_of_products() {
    let rng = &mut SmallRng::seed_from_u64(10);
    for i in 0..600 {
        let n = any_modulus(i, 40, rng);
        let [a, b, c] = [0, 1, 2].map(|k| match (i + k) % 7 {
            0 => vec![],
            1 => (&n - 1_u8).to_bytes_be(),
            2 => n.to_bytes_be(),
            3 => vec![0xff; n.to_bytes_be().len() + 9],
            _ => random(i % 60, rng),
        });
        let modulus = &Modulus::new(&Natural::from(&n)).unwrap();
        let big = BigUint::from_bytes_be;
        let expected = (big(&a) * big(&b) + big(&c)) % &n;
        let length = n.to_bytes_be().len();
        assert_eq!(secret::mul_add(modulus, &a, &b, &c)[..], padded(&expected, length), "{i}");
    }
}

#[test]
fn inverses() {
    let rng = &mut SmallRng::seed_from_u64(12);
    for i in 0..600 {
        let big = &any_modulus(i, 70, rng);
        let odd = big >> big.trailing_zeros().unwrap();
        let descriptor = any_kernel(i, odd.bits() as usize);
        let modulus = &Modulus::with_kernel(&Natural::from(big), descriptor).unwrap();
        let others =
            [big - 1_u8, big.clone(), big + 1_u8, big * big + 2_u8].map(|x| x.to_bytes_be());
        for a in [vec![], vec![0, 1], random(i % 90, rng)].iter().chain(&others) {
            let x = BigUint::from_bytes_be(a);
            let expected =
                if *big == BigUint::from(1_u8) { Some(0_u8.into()) } else { x.modinv(big) };
            let expected = expected.map(|x| padded(&x, big.to_bytes_be().len()).into());
            let refused = Error::new(Kind::Argument, "a", "has no inverse modulo the modulus");
            assert_eq!(secret::inverse(modulus, a), expected.ok_or(refused), "1/{a:?} mod {big}");
        }
    }
}

#[test]
fn secrets_are_compared_as_numbers() {
    let [x, same, other] = [&[0, 0, 1, 2][..], &[1, 2], &[1, 2, 0]].map(Secret::from);
    assert!(x == same && x != other && same != other && Secret::from(vec![]) == [0][..].into());
    assert!(bool::from(x.ct_eq(&same)) && !bool::from(x.ct_eq(&other)));
    for bit in 0..16 {
        let mut bytes = [0, 1, 2];
        bytes[2 - bit / 8] ^= 1 << (bit % 8);
        let changed = Secret::from(&bytes[..]);
        assert!(x != changed && !bool::from(x.ct_eq(&changed)));
    }
    // The low bytes agree.
    for (long, short) in [(&[1, 0][..], &[0][..]), (&[1], &[]), (&[7, 0, 1, 2], &[1, 2])] {
        let [long, short] = [long, short].map(Secret::from);
        for (x, y) in [(&long, &short), (&short, &long)] {
            assert!(x != y && !bool::from(x.ct_eq(y)), "{long:?}, {short:?}");
        }
    }
    assert_eq!(x.as_ref(), [0, 0, 1, 2]);
    assert_eq!(*x.to_natural(), Natural::from(258_u32));
    assert_eq!(Zeroizing::<Vec<u8>>::from(x)[..], [0, 0, 1, 2]);
}

/// The file is OpenSSL's, of the private key beside it.
#[test]
fn public_keys_are_read() {
    let spki = include_bytes!("../key-public.der");
    let private = include_bytes!("../key-pkcs8.der");
    let key = KeptKey::from_pkcs8_der(private).unwrap();
    let expected = PublicKey { n: key.modulus().clone(), e: key.public_exponent().unwrap() };
    assert_eq!(PublicKey::from_der(spki), Ok(expected.clone()));
    let inside = spki.windows(3).rposition(|bytes| bytes == [0, 0x30, 0x81]).unwrap() + 1;
    assert_eq!(PublicKey::from_der(&spki[inside..]), Ok(expected));
    let refused = |der: &[u8]| PublicKey::from_der(der).unwrap_err().reason;
    let needed = "is private, and the public one is needed";
    assert_eq!(refused(private), needed);
    assert_eq!(refused(&key.to_pkcs1_der().unwrap()), needed);
    assert!(refused(b"-----BEGIN PUBLIC KEY-----").starts_with("is PEM"));
    assert_eq!(refused(&[0x30, 0]), "is no RSA public key in SPKI or PKCS #1");
    for length in 0..spki.len() {
        refused(&spki[..length]);
    }
    let mut other = spki.to_vec();
    other[15] ^= 0x40; // in the name of the algorithm
    assert_eq!(refused(&other), "is of another algorithm than RSA");
}

#[test]
fn a_secret_and_the_parts_of_a_key_can_be_wiped() {
    const fn is_wiped_on_drop<T: ZeroizeOnDrop>() {}
    is_wiped_on_drop::<Secret>();
    is_wiped_on_drop::<powmod::secret::crt::Parts>();
    let mut secret = Secret::from(&[1, 2, 3][..]);
    secret.zeroize();
    assert!(secret.is_empty());
}

#[test]
fn a_wiped_element_is_zero_and_nothing_else() {
    for descriptor in ALL {
        let mut montgomery = Montgomery::new(Odd::new(1_000_003_u32.into()).unwrap(), *descriptor);
        let [mut wiped, kept] = [3_u32, 5].map(|x| montgomery.to_montgomery(&x.into()));
        let before = kept.clone();
        montgomery.wipe(&mut wiped);
        assert!(wiped.as_ref().iter().all(|&word| word == 0), "{}", descriptor.name);
        assert_eq!(kept.as_ref(), before.as_ref());
    }
}

#[test]
fn powers_modulo_even_numbers_and_one_are_refused() {
    let mut odd = Modulus::new(&97_u32.into()).unwrap();
    let ring = odd.montgomery().unwrap();
    let one = ring.one();
    let comb = Comb::new(ring, &one, 8).unwrap();
    for n in [1_u32, 2, 98] {
        let modulus = &Modulus::new(&n.into()).unwrap();
        let reason = "must be odd and above 1 on the secret path";
        let refused = Err(Error::new(Kind::Argument, "modulus", reason));
        assert_eq!(secret::mod_pow(modulus, &[(&[3], &[5])], 8), refused);
        assert_eq!(secret::fixed_base_pow(modulus, &comb, &[5]), refused);
    }
}

#[test]
fn a_comb_of_another_modulus_and_too_many_bits_are_refused() {
    let [mut one, other, again] =
        [1_000_003_u32, 1_000_005, 1_000_003].map(|n| Modulus::new(&n.into()).unwrap());
    let ring = one.montgomery().unwrap();
    let base = ring.to_montgomery(&3_u32.into());
    let comb = Comb::new(ring, &base, 32).unwrap();
    assert!(secret::fixed_base_pow(&again, &comb, &[5]).is_ok());
    let refused = Err(Error::new(Kind::Argument, "table", "belongs to another modulus"));
    assert_eq!(secret::fixed_base_pow(&other, &comb, &[5]), refused);
    assert!(comb.pow(other.clone().montgomery().unwrap(), &5_u32.into()).is_none());
    let refused = Err(Error::new(Kind::Argument, "exponent", "has more bits than the table"));
    for beyond in [[1, 0, 0, 0, 0], [0x80, 0, 0, 0, 5]] {
        assert_eq!(secret::fixed_base_pow(&again, &comb, &beyond), refused);
    }
    assert!(secret::fixed_base_pow(&again, &comb, &[0, 0xff, 0xff, 0xff, 0xff]).is_ok());

    let refused = Error::new(Kind::Argument, "bits", "must be at most 2^26");
    for bits in [(1 << 26) + 1, usize::MAX] {
        assert_eq!(secret::mod_pow(&one, &[(&[3], &[5])], bits), Err(refused.clone()));
        let ring = one.montgomery().unwrap();
        assert_eq!(Comb::new(ring, &base, bits).err(), Some(refused.clone()));
        let x = one.one();
        assert_eq!(Residues::new(&mut one, &x, bits).err(), Some(refused.clone()));
    }
    // The most bits that an exponent may have, and 0: the table for 0 bits takes exponents of one bit all the same.
    let none = Err(Error::new(Kind::Argument, "terms", "must not be empty"));
    assert_eq!(secret::mod_pow(&one, &[], 1 << 26), none);
    let x = one.to_residue(&3_u32.into());
    let residues = Residues::new(&mut one, &x, 1 << 26).unwrap();
    assert!(residues.pow(&mut one, &Natural::power_of_two(1 << 25)).is_some());
    let comb = Comb::new(one.montgomery().unwrap(), &base, 0).unwrap();
    for (e, power) in [(&[][..], 1), (&[0], 1), (&[1], 3)] {
        let found = secret::fixed_base_pow(&one, &comb, e).unwrap();
        assert_eq!(*found.to_natural(), Natural::from(power as u32));
        let ring = one.montgomery().unwrap();
        let public = comb.pow(ring, &Natural::from_be_bytes(e)).unwrap();
        assert_eq!(ring.from_montgomery(&public), Natural::from(power as u32));
    }
}

#[test]
fn an_exponent_beyond_its_bits_is_refused_and_so_is_no_term() {
    let modulus = &Modulus::new(&1_000_003_u32.into()).unwrap();
    let power = |exponents: &[&[u8]], bits| {
        let terms: Vec<_> = exponents.iter().map(|&e| (&[3][..], e)).collect();
        secret::mod_pow(modulus, &terms, bits)
    };
    assert_eq!(power(&[], 8), Err(Error::new(Kind::Argument, "terms", "must not be empty")));
    let beyond =
        |i| Err(Error::new(Kind::Argument, Field::entry("exponents", i), "must be below 2^bits"));
    assert_eq!(power(&[&[1, 0, 1]], 8), beyond(0));
    for bits in 0..40 {
        let first_beyond = (1_u64 << bits).to_be_bytes();
        let last_within = ((1_u64 << bits) - 1).to_be_bytes();
        assert_eq!(power(&[&last_within, &first_beyond], bits), beyond(1), "{bits} bits");
        assert_eq!(power(&[&[0x80; 9]], bits), beyond(0), "{bits} bits");
        let expected =
            BigUint::from(3_u32).modpow(&BigUint::from((1_u64 << bits) - 1), &1_000_003_u32.into());
        assert_eq!(power(&[&last_within], bits), Ok(padded(&expected, 3).into()), "{bits} bits");
    }
}

/// 2^k − 1, for a k that makes it a prime.
fn mersenne(k: u32) -> BigUint {
    (BigUint::from(1_u8) << k) - 1_u8
}

/// A key from two primes, as big-endian numbers: p, q, dp, dq, q_inv, e.
fn key(p: &BigUint, q: &BigUint) -> [Vec<u8>; 6] {
    key_for(p, q, &BigUint::from(65_537_u32))
}

/// The same for any public exponent.
fn key_for(p: &BigUint, q: &BigUint, e: &BigUint) -> [Vec<u8>; 6] {
    let one = &BigUint::from(1_u8);
    let d = |p: &BigUint| e.modinv(&(p - one)).unwrap();
    [p.clone(), q.clone(), d(p), d(q), q.modinv(p).unwrap(), e.clone()].map(|x| x.to_bytes_be())
}

fn borrowed(key: &[Vec<u8>; 6]) -> Key<'_> {
    let [p, q, dp, dq, q_inv, e] = key;
    Key { p, q, dp, dq, q_inv, e: Some(e) }
}

#[test]
fn a_kept_key_serves_bases_of_any_length() {
    let rng = &mut SmallRng::seed_from_u64(9);
    let (p, q) = (mersenne(607), mersenne(521));
    let n = &p * &q;
    let totient = (&p - 1_u8) * (&q - 1_u8);
    let sparse = BigUint::from(65_537_u32);
    let ones = (BigUint::from(1_u8) << 100) - 1_u8;
    let dense =
        (0_u32..).map(|i| &ones - 2 * i).find(|e: &BigUint| e.modinv(&totient).is_some()).unwrap();
    for e in [sparse, dense] {
        let parts = key_for(&p, &q, &e);
        let kept = KeptKey::new(&borrowed(&parts)).unwrap();
        let shown = format!("{kept:?}, {:?}", borrowed(&parts));
        assert_eq!(shown, "KeptKey { .. }, Key { .. }");
        let d = e.modinv(&totient).unwrap();
        let edges = [BigUint::ZERO, BigUint::from(1_u8), &n - 1_u8, &q * 3_u8];
        let edges = edges.iter().map(BigUint::to_bytes_be);
        for base in edges.chain([1, 65, 139, 140].map(|length| random(length, rng))) {
            for longer in [141, 142, 143, 300] {
                let padded = padded(&BigUint::from_bytes_be(&base), longer);
                assert_eq!(kept.pow(&padded), kept.pow(&base), "in {longer} bytes");
            }
            let expected = BigUint::from_bytes_be(&base).modpow(&d, &n);
            assert_eq!(kept.pow(&base).unwrap()[..], padded(&expected, 141), "e = {e}");
            let unchecked = Key { e: None, ..borrowed(&parts) };
            assert_eq!(crt::mod_pow(&base, &unchecked).unwrap()[..], padded(&expected, 141));
        }
        let refused = Err(Error::new(Kind::Argument, "base", "must be below p·q"));
        for beyond in [n.clone(), &n + 1_u8, &n << 8_u32, &n * &n] {
            assert_eq!(kept.pow(&beyond.to_bytes_be()), refused);
        }
    }
}

#[test]
fn the_primes_of_a_key_are_found() {
    let small = |p: u32| BigUint::from(p);
    let primes = [
        [mersenne(127), mersenne(107)],
        [mersenne(521), mersenne(89)],
        [small(65_537), mersenne(31)],
        [small(61), small(53)],
        [small(5), small(3)],
    ];
    for [p, q] in primes {
        let (n, totient) = (&p * &q, (&p - 1_u8) * (&q - 1_u8));
        for e in [3_u32, 17, 65_537].map(BigUint::from) {
            let Some(d) = e.modinv(&totient) else { continue };
            for d in [d.clone(), d + totient.clone()] {
                let [n, e, d] = [&n, &e, &d].map(BigUint::to_bytes_be);
                if d.len() > n.len() {
                    continue;
                }
                let kept = KeptKey::from_exponents(&n, &e, &d).unwrap();
                let base = BigUint::from(2_u8);
                let expected =
                    base.modpow(&BigUint::from_bytes_be(&d), &BigUint::from_bytes_be(&n));
                assert_eq!(kept.pow(&[2]).unwrap()[..], padded(&expected, n.len()));
            }
        }
    }
    let found = |n: u32, e: u32, d: &[u8]| {
        let [n, e] = [n, e].map(u32::to_be_bytes);
        KeptKey::from_exponents(&n, &e, d).err().map(|error| error.field)
    };
    assert_eq!(found(3233, 17, &[1, 157]), None);
    for (n, e, d, name) in [
        (3234, 17, &[1, 157][..], "n"),
        (1, 17, &[1], "n"),
        (3233, 18, &[1, 157], "e"),
        (3233, 1, &[1, 157], "e"),
        (3233, 17, &[1, 158], "d"),
        (3233, 17, &[1, 159], "d"),
        (3233, 17, &[], "d"),
        (3233, 17, &[1, 1, 157], "d"),
        // 3233 is no prime, nor 3481 = 59², nor has 4199 = 13·17·19 two.
        (3467, 17, &[0x0b, 0xed], "d"),
        (3481, 3, &[3, 0x93], "d"),
        (4199, 5, &[0x1d], "d"),
    ] {
        assert_eq!(found(n, e, d), Some(name.into()), "{n}, {e}, {d:?}");
    }
}

/// Each p is composite, and passes the strong tests to the first bases: the longest to twelve. The order of 2 modulo
/// q = 65537 has more factors 2 than modulo the factors of p, so that p and q are found.
#[test]
fn a_short_factor_is_a_prime_whatever_tests_it_passes() {
    let q = BigUint::from(65_537_u32);
    for factors in [
        &[23_u64, 89][..],
        &[829, 1657],
        &[2251, 11_251],
        &[151, 751, 28_351],
        &[399_165_290_221, 798_330_580_441],
    ] {
        let p: BigUint = factors.iter().product();
        let orders = factors.iter().map(|&factor| BigUint::from(factor - 1));
        let all = orders.chain([&p - 1_u8, &q - 1_u8]);
        let order = all.fold(BigUint::from(1_u8), |all, order| all.lcm(&order));
        let e =
            (3_u32..).step_by(2).map(BigUint::from).find(|e| e.modinv(&order).is_some()).unwrap();
        let d = e.modinv(&order).unwrap();
        let [n, e, d] = [&p * &q, e, d].map(|x| x.to_bytes_be());
        let error = KeptKey::from_exponents(&n, &e, &d).err().map(|error| error.field);
        assert_eq!(error, Some("d".into()), "{factors:?}");
    }
}

/// The odd primes of n, as often as they divide it.
fn factors(mut n: u32) -> Vec<u32> {
    let mut found = vec![];
    while let Some(p) = (3..=n).find(|p| n.is_multiple_of(*p)) {
        found.push(p);
        n /= p;
    }
    found
}

/// A key is kept if and only if n is a product of two different primes, and e·d is 1 modulo p − 1 and q − 1.
#[test]
fn a_small_world_of_exponents() {
    let mut kept = 0;
    let three_primes = [9191, 4199, 561, 1729, 2821].into_iter();
    for n in (3..256).step_by(2).chain(three_primes).chain([61 * 61, 7 * 7 * 7, 3233]) {
        let primes = factors(n);
        for e in [3, 5, 7, 17_u32] {
            for d in (0..n.min(256)).chain([413, 53, n - 1]) {
                let orders_divide = primes.iter().all(|p| (e * d) % (p - 1) == 1 % (p - 1));
                let is_longer = d.max(1).ilog2() / 8 > n.ilog2() / 8;
                let is_product = matches!(primes[..], [p, q] if p != q);
                let is_key = is_product && orders_divide && !is_longer;
                let [n, d] = [n, d].map(u32::to_be_bytes);
                let found = KeptKey::from_exponents(&n, &[e as u8], &d);
                assert_eq!(found.is_ok(), is_key, "{n:?}, {e}, {d:?}");
                kept += usize::from(is_key);
            }
        }
    }
    assert!(kept > 500, "{kept}");
}

#[test]
fn what_is_known_of_a_key_is_compared() {
    let (p, q, e) = (mersenne(127), mersenne(107), BigUint::from(65_537_u32));
    let kept = KeptKey::new(&borrowed(&key(&p, &q))).unwrap();
    let (n, totient) = (&p * &q, (&p - 1_u8) * (&q - 1_u8));
    let d = e.modinv(&totient).unwrap();
    let confirm = |n: Option<&BigUint>, d: Option<&BigUint>| {
        let [n, d] = [n, d].map(|x| x.map(BigUint::to_bytes_be));
        kept.confirm(n.as_deref(), d.as_deref())
    };
    for right in [&d, &(&d + &totient), &(&d + (&totient >> 1)), &(&totient * 1000_u32 + &d)] {
        assert_eq!(confirm(Some(&n), Some(right)), Ok(()));
    }
    assert_eq!(confirm(None, None), Ok(()));
    let of_n = Err(Error::new(Kind::Argument, "n", "is not p·q"));
    for wrong in [&n + 2_u8, &n * 5_u8, p.clone(), BigUint::ZERO] {
        assert_eq!(confirm(Some(&wrong), Some(&d)), of_n);
    }
    let of_d = Err(Error::new(Kind::Argument, "d", "does not agree with dp and dq"));
    // The last two are right modulo one prime.
    for wrong in [BigUint::ZERO, &d + 1_u8, &d + 2_u8, &d + (&p - 1_u8), &d + (&q - 1_u8)] {
        assert_eq!(confirm(Some(&n), Some(&wrong)), of_d);
    }
    // What no other part shows: e that agrees with d modulo q − 1 alone, another e, another inverse of q.
    let damaged = |part: usize, value: &BigUint| {
        let mut numbers = key(&p, &q);
        numbers[part] = value.to_bytes_be();
        let kept = KeptKey::new(&borrowed(&numbers)).unwrap();
        assert_eq!(kept.confirm(Some(&n.to_bytes_be()), None), Ok(()));
        kept.confirm(Some(&n.to_bytes_be()), Some(&d.to_bytes_be())).map_err(|error| error.field)
    };
    let q_inv = q.modinv(&p).unwrap();
    assert_eq!(damaged(4, &q_inv), Ok(()));
    for wrong in [BigUint::ZERO, &q_inv + 1_u8, &p - &q_inv] {
        assert_eq!(damaged(4, &wrong), Err("q_inv".into()));
    }
    for wrong in [BigUint::from(3_u8), &e + 2_u8, &e + (&q - 1_u8), &e + (&p - 1_u8)] {
        assert_eq!(damaged(5, &wrong), Err("e".into()));
    }
    assert_eq!(damaged(5, &(&e + &totient)), Ok(()));
}

/// FIPS 186-5 (A.1.1): d is below lcm(p − 1, q − 1).
#[test]
fn the_exponent_of_a_key_is_the_least() {
    let e = BigUint::from(65_537_u32);
    // Primes whose p − 1 is a power of two, have few twos or many, and large common factors.
    let small = [3_u32, 5, 7, 11, 13, 17, 31, 41, 61, 97, 193, 257, 641, 769, 7681, 12289]
        .map(BigUint::from);
    let long = [31, 61, 89, 107, 127, 521].map(mersenne);
    let primes: Vec<_> = small.iter().chain(&long).collect();
    let mut shorter = 0;
    for p in &primes {
        for q in primes.iter().filter(|q| *q != p) {
            let order = (*p - 1_u8).lcm(&(*q - 1_u8));
            let [p_bytes, q_bytes, e_bytes] = [*p, *q, &e].map(BigUint::to_bytes_be);
            let Some(key) = KeptKey::from_primes(&p_bytes, &q_bytes, &e_bytes).unwrap() else {
                assert_eq!(e.modinv(&order), None);
                continue;
            };
            let d = e.modinv(&order).unwrap();
            assert_eq!(key.parts().unwrap().d[..], d.to_bytes_be(), "{p}, {q}");
            shorter += usize::from(e.modinv(&((*p - 1_u8) * (*q - 1_u8))) != Some(d));
        }
    }
    assert!(shorter > 50, "{shorter}");
}

/// A factor that is none: of each small number, of the least that passes the tests by 2 and 3, by the first twelve
/// primes, and of long products.
#[test]
fn a_factor_must_be_a_prime() {
    let confirmed = |p: &BigUint, q: &BigUint| {
        let [p, q] = [p, q].map(BigUint::to_bytes_be);
        let key = KeptKey::from_primes(&p, &q, &[1, 0, 1]).unwrap()?;
        Some(key.confirm(None, None).map_err(|error| (error.field, error.reason)))
    };
    let q = mersenne(61);
    for p in (3_u32..3000).step_by(2) {
        let expected = if factors(p) == [p] { Ok(()) } else { Err(("p".into(), "is not a prime")) };
        assert_eq!(confirmed(&p.into(), &q), Some(expected), "{p}");
    }
    let twelve: BigUint = "318665857834031151167461".parse().unwrap();
    let long = [(127, 107), (521, 607)].map(|(i, k)| mersenne(i) * mersenne(k));
    let small = [1_373_653_u32, 25_326_001].map(BigUint::from);
    for composite in small.into_iter().chain([twelve]).chain(long) {
        let refused = |name: &'static str| Some(Err((name.into(), "is not a prime")));
        assert_eq!(confirmed(&composite, &q), refused("p"), "{composite}");
        assert_eq!(confirmed(&q, &composite), refused("q"), "{composite}");
    }
}

/// DER writes a zero in front of a number whose highest bit is set.
#[test]
fn leading_zeros_are_no_length() {
    let plain = key_for(&mersenne(127), &mersenne(107), &((BigUint::from(1_u8) << 64) + 13_u8));
    let expected = crt::mod_pow(b"a message", &borrowed(&plain)).unwrap();
    for zeros in [1, 2, 5000] {
        let longer = plain.clone().map(|part| [vec![0; zeros], part].concat());
        assert_eq!(crt::mod_pow(b"a message", &borrowed(&longer)).unwrap(), expected);
    }
}

#[test]
fn a_fault_in_one_half_gives_no_result() {
    let good = key(&mersenne(127), &mersenne(107));
    let base = b"a message";
    assert!(crt::mod_pow(base, &borrowed(&good)).is_ok());
    let fault = Error::new(Kind::Fault, "key", "the result failed its check with e");
    for part in [2, 3, 4] {
        for bit in [0, 1, 40] {
            let mut faulty = good.clone();
            let last = faulty[part].len() - 1;
            faulty[part][last - bit / 8] ^= 1 << (bit % 8);
            assert_eq!(crt::mod_pow(base, &borrowed(&faulty)), Err(fault.clone()));
        }
    }
}

#[test]
fn a_wrong_part_of_a_key_is_named() {
    let good = key(&mersenne(61), &mersenne(31));
    for (part, value, name) in [
        (0, vec![], "p"),
        (0, vec![1], "p"),
        (0, vec![2], "p"),
        (1, vec![4], "q"),
        (1, good[0].clone(), "q"),
        (2, vec![1; 9], "dp"),
        (3, vec![1; 5], "dq"),
        (4, vec![1; 9], "q_inv"),
        (5, vec![], "e"),
        (5, vec![0, 0], "e"),
        (5, vec![1, 0], "e"),
    ] {
        let mut wrong = good.clone();
        wrong[part] = value;
        let error = crt::mod_pow(b"x", &borrowed(&wrong)).unwrap_err();
        assert_eq!((error.kind, error.field), (Kind::Argument, name.into()));
    }
    // A prime with the low limb of the other, and zeros above it, is another prime.
    let p = (BigUint::from(1_u8) << 64) + 13_u8;
    assert!(crt::mod_pow(b"x", &borrowed(&key(&p, &BigUint::from(13_u8)))).is_ok());
}

/// A generator whose numbers a test can repeat.
struct Repeatable(SmallRng);

impl rand_core::TryRng for Repeatable {
    type Error = core::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.random())
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0.random())
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.iter_mut().for_each(|byte| *byte = self.0.random());
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Repeatable {}

#[test]
fn secret_primes_and_exponents_are_in_range() {
    let generator = &mut Repeatable(SmallRng::seed_from_u64(10));
    for bits in (256..=264).chain([511, 512, 513, 521]) {
        let prime = Natural::from_be_bytes(&secret::random_prime(bits, generator).unwrap());
        assert_eq!(prime.bits(), bits);
        assert!(prime.bit(bits - 2) && prime.bit(1), "{bits} bits");
        assert!(powmod::primality::is_probable_prime(&prime), "{bits} bits");
    }
    let refused = Err(Error::new(Kind::Argument, "bits", "must be from 256 to 2^14"));
    assert_eq!(secret::random_prime(255, generator), refused);
    for n in [2_u32, 3, 5, 255, 256, 257] {
        let length = n.ilog2() as usize / 8 + 1;
        let drawn: HashSet<Vec<u8>> = (0..30 * n)
            .map(|_| secret::random_exponent(&n.into(), generator).unwrap().to_vec())
            .collect();
        let all = (1..n).map(|x| padded(&x.into(), length)).collect();
        // With 30 draws for each number, one is missing with a probability below 10^−10.
        assert_eq!(drawn, all, "below {n}");
    }
    assert!(secret::random_exponent(&1_u32.into(), generator).is_err());
}

#[test]
fn a_key_of_primes_alone_is_that_of_all_parts() {
    let long = (BigUint::from(1_u8) << 2000_u32) + 297_u32;
    let exponents = [3_u32, 5, 17, 257, 65_537, 0xffff_fffb].map(BigUint::from);
    let mut compared = 0;
    for (p, q) in [(127, 107), (107, 127), (607, 521), (521, 607), (61, 31), (2, 3)] {
        let [p, q] = [mersenne(p), mersenne(q)];
        for e in exponents.iter().chain([&long]) {
            let is_prime_to = |p: &BigUint| e.modinv(&(p - 1_u8)).is_some();
            let bytes = [&p, &q, e].map(BigUint::to_bytes_be);
            let found = KeptKey::from_primes(&bytes[0], &bytes[1], &bytes[2]).unwrap();
            assert_eq!(found.is_some(), is_prime_to(&p) && is_prime_to(&q), "{p} {q} {e}");
            let Some(found) = found else { continue };
            let parts = key_for(&p, &q, e);
            let expected = KeptKey::new(&borrowed(&parts)).unwrap().pow(&[7]);
            assert_eq!(found.pow(&[7]), expected);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
    for (p, q, e, name) in [
        (&[][..], &[61][..], &[17][..], "p"),
        (&[1], &[61], &[17], "p"),
        (&[61], &[4], &[17], "q"),
        (&[61], &[0, 61], &[17], "q"),
        (&[61], &[53], &[16], "e"),
        (&[61], &[53], &[0, 1], "e"),
    ] {
        let refused = KeptKey::from_primes(p, q, e).err().map(|error| error.field);
        assert_eq!(refused, Some(name.into()));
    }
}

#[test]
fn a_random_key_has_its_length_and_its_exponent() {
    let generator = &mut Repeatable(SmallRng::seed_from_u64(11));
    for (bits, e) in [(512, &[1, 0, 1][..]), (513, &[3]), (520, &[0, 15])] {
        let key = secret::random_key(bits, e, generator).unwrap();
        let n = BigUint::from(key.modulus());
        assert_eq!(n.bits(), bits as u64);
        let signature = BigUint::from_bytes_be(&key.pow(b"a message").unwrap());
        let again = signature.modpow(&BigUint::from_bytes_be(e), &n);
        assert_eq!(again.to_bytes_be(), b"a message");
    }
    let mut refused = |bits, e: &[u8]| secret::random_key(bits, e, generator).err();
    let of_bits = Error::new(Kind::Argument, "bits", "must be from 512 to 2^15");
    for bits in [0, 511, (1 << 15) + 1] {
        assert_eq!(refused(bits, &[3]), Some(of_bits.clone()));
    }
    let of_e = Error::new(Kind::Argument, "e", "must be an odd number above 1");
    for e in [&[][..], &[1], &[4]] {
        assert_eq!(refused(512, e), Some(of_e.clone()));
    }
}

/// Made by OpenSSL.
#[test]
fn a_key_of_pkcs1() {
    let der = include_bytes!("../key.der");
    let key = KeptKey::from_pkcs1_der(der).unwrap();
    let n = BigUint::from(key.modulus());
    assert_eq!(n.bits(), 1024);
    let power = BigUint::from_bytes_be(&key.pow(b"a message").unwrap());
    let e = BigUint::from(key.public_exponent().unwrap());
    assert_eq!(e, BigUint::from(65_537_u32));
    assert_eq!(power.modpow(&e, &n).to_bytes_be(), b"a message");
    // n has 129 bytes behind the version, and d as many behind e; the last byte is that of q_inv.
    for (at, name) in [(20, "n"), (142, "e"), (160, "d"), (der.len() - 1, "q_inv")] {
        let mut wrong = der.to_vec();
        wrong[at] ^= 1;
        let error = KeptKey::from_pkcs1_der(&wrong).err().map(|error| error.field);
        assert_eq!(error, Some(name.into()));
    }
}

/// Files of OpenSSL, each in the place of another, and text in the place of bytes.
#[test]
fn a_key_in_another_form_is_told_so() {
    let [pkcs1, pkcs8] = [&include_bytes!("../key.der")[..], include_bytes!("../key-pkcs8.der")];
    let more = include_bytes!("../key-of-three-primes.der");
    let pem = b"-----BEGIN PRIVATE KEY-----\nMIIB";
    for (result, reason) in [
        (KeptKey::from_pkcs1_der(pkcs8), "is of PKCS #8: take `from_pkcs8_der`"),
        (KeptKey::from_pkcs8_der(pkcs1), "is of PKCS #1: take `from_pkcs1_der`"),
        (KeptKey::from_pkcs1_der(pem), "is PEM: take the bytes that its base64 holds"),
        (KeptKey::from_pkcs8_der(pem), "is PEM: take the bytes that its base64 holds"),
        (KeptKey::from_pkcs8_der(more), "has more than two primes, and a key here has two"),
        (KeptKey::from_pkcs1_der(&more[26..]), "has more than two primes, and a key here has two"),
    ] {
        assert_eq!(result.err(), Some(Error::new(Kind::Argument, "der", reason)));
    }
    let power = |key: KeptKey| key.pow(b"a message");
    let expected = KeptKey::from_pkcs1_der(pkcs1).and_then(power);
    assert!(expected.is_ok());
    assert_eq!(KeptKey::from_pkcs8_der(pkcs8).and_then(power), expected);
}

/// OpenSSL's files come back as they were.
#[test]
fn a_kept_key_goes_into_der() {
    let [file, frame] = [&include_bytes!("../key.der")[..], include_bytes!("../key-pkcs8.der")];
    let openssl = KeptKey::from_pkcs1_der(file).unwrap();
    assert_eq!(openssl.to_pkcs1_der().unwrap()[..], *file);
    assert_eq!(openssl.to_pkcs8_der().unwrap()[..], *frame);
    assert_eq!(KeptKey::from_pkcs8_der(frame).unwrap().to_pkcs8_der().unwrap()[..], *frame);
    let parts = openssl.parts().unwrap();
    // What else is made of a key does not show it either.
    let shown = [
        format!("{parts:?}"),
        format!("{:?}", parts.d),
        format!("{:?}", parts.d.to_natural()),
        format!("{:?}", openssl.to_pkcs8_der().unwrap()),
    ];
    assert_eq!(shown, ["Parts { .. }", "Secret { .. }", "Zeroizing { .. }", "Zeroizing { .. }"]);
    assert_eq!(openssl.confirm(Some(&parts.n), Some(&parts.d)), Ok(()));
    // d comes back as it was given, also if a shorter one fits.
    let [p, q, d] = [&parts.p, &parts.q, &parts.d].map(|x| BigUint::from_bytes_be(x));
    let longer = (d + (p - 1_u8).lcm(&(q - 1_u8))).to_bytes_be();
    let found = KeptKey::from_exponents(&parts.n, &parts.e, &longer).unwrap();
    assert_eq!(found.parts().unwrap().d[..], longer);

    for (p, q) in [(61, 31), (127, 107), (607, 521), (2, 3)] {
        let parts = key(&mersenne(p), &mersenne(q));
        let small = KeptKey::new(&borrowed(&parts)).unwrap();
        let again = KeptKey::from_pkcs1_der(&small.to_pkcs1_der().unwrap()).unwrap();
        assert_eq!(again.pow(&[5]).unwrap(), small.pow(&[5]).unwrap());
        let kept = small.parts().unwrap();
        let kept = [kept.p, kept.q, kept.dp, kept.dq, kept.q_inv, kept.e].map(|x| x.to_vec());
        assert_eq!(kept, parts);
    }
    let parts = key(&mersenne(61), &mersenne(31));
    let silent = KeptKey::new(&Key { e: None, ..borrowed(&parts) }).unwrap();
    let missing = Error::new(Kind::Argument, "e", "is missing in the key");
    assert_eq!(silent.to_pkcs8_der().err(), Some(missing));
}
