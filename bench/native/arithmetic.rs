//! Products, inverses, common divisors and tests of primes by powmod and its peers, each in its own numbers. The calls
//! take the numbers of a list in turn, so that the processor learns no branch by heart.

use criterion::Criterion;
use crypto_bigint::{BoxedUint, Odd};
use num_bigint::BigUint;
use num_traits::One;
use powmod::{Modulus, Natural, primality::is_probable_prime, secret};
use powmod_bench::odd_number;
use std::{hint::black_box, rc::Rc};

/// The numbers of a list.
const COUNT: usize = 16;

/// A library, and what its call gives for the number of this index: the call that is timed, and its result as bytes.
struct Case {
    name: &'static str,
    call: Box<dyn Fn(usize)>,
    result: Box<dyn Fn(usize) -> Natural>,
}

fn case<T>(
    name: &'static str,
    call: impl Fn(usize) -> T + 'static,
    natural: impl Fn(T) -> Natural + 'static,
) -> Case {
    let call = Rc::new(call);
    let timed = Rc::clone(&call);
    Case {
        name,
        call: Box::new(move |i| drop(black_box(timed(black_box(i))))),
        result: Box::new(move |i| natural(call(i))),
    }
}

fn group(criterion: &mut Criterion, name: String, cases: Vec<Case>) {
    let mut group = criterion.benchmark_group(name);
    for case in &cases {
        for i in 0..COUNT {
            assert_eq!((case.result)(i), (cases[0].result)(i), "{}", case.name);
        }
        let mut i = 0;
        group.bench_function(case.name, |bencher| {
            bencher.iter(|| {
                i = (i + 1) % COUNT;
                (case.call)(i);
            });
        });
    }
    group.finish();
}

pub fn all(criterion: &mut Criterion) {
    for bits in [256, 512, 1024, 2048, 4096] {
        group(criterion, format!("mul {bits}"), products(&Numbers::new(bits)));
    }
    for bits in [256, 512, 1024, 2048, 4096, 16_384] {
        group(criterion, format!("inverse {bits}"), inverses(&Numbers::new(bits)));
    }
    for bits in [256, 512, 1024, 2048, 4096] {
        group(criterion, format!("gcd {bits}"), divisors(&Numbers::new(bits)));
    }
    for bits in [256, 512, 1024, 2048] {
        group(criterion, format!("prime {bits}"), primes(&prime(bits)));
    }
}

/// An odd N, and numbers below N that have an inverse.
struct Numbers {
    n: Natural,
    list: Vec<Natural>,
}

impl Numbers {
    fn new(bits: usize) -> Self {
        let n = odd_number(bits, 1);
        let fits = |x: &Natural| x < &n && x.gcd(&n).is_one();
        let list = (2..).map(|seed| odd_number(bits, seed)).filter(fits).take(COUNT).collect();
        Self { n, list }
    }

    /// N and the list in the numbers of a library, of their bytes.
    fn map<T>(&self, of: impl Fn(&[u8]) -> T) -> (T, Vec<T>) {
        let of = |x: &Natural| of(&x.to_be_bytes());
        (of(&self.n), self.list.iter().map(of).collect())
    }
}

/// A number of the list times the next one, modulo N.
fn products(numbers: &Numbers) -> Vec<Case> {
    let next = |i: usize| (i + 1) % COUNT;
    let Numbers { n, list } = numbers;
    let (kept, list) = (Modulus::new(n).expect("a modulus above 0"), list.clone());
    let (big, bigs) = numbers.map(BigUint::from_bytes_be);
    vec![
        case("powmod", move |i| kept.mul(&list[i], &list[next(i)]), |x| x),
        case("num-bigint", move |i| &bigs[i] * &bigs[next(i)] % &big, Natural::from),
        #[cfg(feature = "peers")]
        {
            let (n, list) = numbers.map(malachite::number);
            case("malachite", move |i| &list[i] * &list[next(i)] % &n, malachite::natural)
        },
        #[cfg(feature = "peers")]
        {
            let (n, list) = numbers.map(dashu_int::UBig::from_be_bytes);
            let n = dashu_int::fast_div::ConstDivisor::new(n);
            case("dashu", move |i| &list[i] * &list[next(i)] % &n, dashu)
        },
        #[cfg(feature = "gmp")]
        {
            let (n, list) = numbers.map(gmp::number);
            let product = move |i| rug::Integer::from(&list[i] * &list[next(i)]) % &n;
            case("rug (GMP)", product, gmp::natural)
        },
    ]
}

/// The inverse modulo N, and the same of a secret, in constant time.
fn inverses(numbers: &Numbers) -> Vec<Case> {
    let Numbers { n, list } = numbers;
    let kept = Modulus::new(n).expect("a modulus above 0");
    let secrets: Vec<_> = list.iter().map(Natural::to_be_bytes).collect();
    let (of_secret, open) = (kept.clone(), list.clone());
    let (big, bigs) = numbers.map(BigUint::from_bytes_be);
    let boxed = |bytes: &[u8]| BoxedUint::from_be_slice(bytes, n.bits() as u32).expect("a length");
    let (odd, boxes) = numbers.map(boxed);
    let odd = Odd::new(odd).into_option().expect("an odd modulus");
    vec![
        case("powmod", move |i| kept.inverse(&open[i]).expect("an inverse"), |x| x),
        case(
            "powmod secret",
            move |i| secret::inverse(&of_secret, &secrets[i]).expect("an inverse"),
            |x| Natural::from_be_bytes(&x),
        ),
        case("num-bigint", move |i| bigs[i].modinv(&big).expect("an inverse"), Natural::from),
        case(
            "crypto-bigint secret",
            move |i| boxes[i].invert_odd_mod(&odd).into_option().expect("an inverse"),
            Natural::from,
        ),
        #[cfg(feature = "peers")]
        {
            use malachite_base::num::arithmetic::traits::ModInverse;
            let (n, list) = numbers.map(malachite::number);
            let inverse = move |i: usize| (&list[i]).mod_inverse(&n).expect("an inverse");
            case("malachite", inverse, malachite::natural)
        },
        #[cfg(feature = "peers")]
        {
            let (n, list) = numbers.map(dashu_int::UBig::from_be_bytes);
            let n = dashu_int::fast_div::ConstDivisor::new(n);
            let inverse =
                move |i: usize| n.reduce(list[i].clone()).inv().expect("an inverse").residue();
            case("dashu", inverse, dashu)
        },
        #[cfg(feature = "gmp")]
        {
            let (n, list) = numbers.map(gmp::number);
            let inverse = move |i: usize| list[i].invert_ref(&n).expect("an inverse").into();
            case("rug (GMP)", inverse, gmp::natural)
        },
    ]
}

/// The greatest common divisor with N, which is 1.
fn divisors(numbers: &Numbers) -> Vec<Case> {
    let Numbers { n, list } = numbers;
    let (n, list) = (n.clone(), list.clone());
    vec![
        case("powmod", move |i| list[i].gcd(&n), |x| x),
        #[cfg(feature = "peers")]
        {
            use malachite_base::num::arithmetic::traits::Gcd;
            let (n, list) = numbers.map(malachite::number);
            case("malachite", move |i| (&list[i]).gcd(&n), malachite::natural)
        },
        #[cfg(feature = "peers")]
        {
            use dashu_int::ops::Gcd;
            let (n, list) = numbers.map(dashu_int::UBig::from_be_bytes);
            case("dashu", move |i| (&list[i]).gcd(&n), dashu)
        },
        #[cfg(feature = "gmp")]
        {
            let (n, list) = numbers.map(gmp::number);
            case("rug (GMP)", move |i| list[i].gcd_ref(&n).into(), gmp::natural)
        },
    ]
}

/// The first prime after a number.
fn prime(bits: usize) -> Natural {
    let mut p = odd_number(bits, 1);
    while !is_probable_prime(&p) {
        p += 2_u32;
    }
    p
}

/// Whether p is a probable prime: GMP's test too is that of Baillie, Pomerance, Selfridge and Wagstaff.
fn primes(p: &Natural) -> Vec<Case> {
    let number = p.clone();
    let natural = |is_prime: bool| u32::from(is_prime).into();
    vec![
        case("powmod", move |_| is_probable_prime(&number), natural),
        #[cfg(feature = "gmp")]
        {
            // Up to 24 it makes no strong tests more.
            let number = gmp::number(&p.to_be_bytes());
            let test = move |_| number.is_probably_prime(24) != rug::integer::IsPrime::No;
            case("rug (GMP)", test, natural)
        },
    ]
}

#[cfg(feature = "peers")]
fn dashu(x: dashu_int::UBig) -> Natural {
    Natural::from_be_bytes(&x.to_be_bytes())
}

#[cfg(feature = "peers")]
mod malachite {
    use malachite_nz::natural::Natural as Number;
    use powmod::Natural;

    pub fn number(bytes: &[u8]) -> Number {
        let limb = |bytes: &[u8]| bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        Number::from_owned_limbs_asc(bytes.rchunks(8).map(limb).collect())
    }

    pub fn natural(x: Number) -> Natural {
        let limbs = x.to_limbs_asc();
        Natural::from_limbs(
            limbs.iter().flat_map(|&x| [x as u32, (x >> 32) as u32]).collect::<Vec<_>>(),
        )
    }
}

#[cfg(feature = "gmp")]
mod gmp {
    use powmod::Natural;
    use rug::{Integer, integer::Order};

    pub fn number(bytes: &[u8]) -> Integer {
        Integer::from_digits(bytes, Order::Msf)
    }

    pub fn natural(x: Integer) -> Natural {
        Natural::from_be_bytes(&crate::peers::bytes_of(x))
    }
}
